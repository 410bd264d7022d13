/** The header of a legacy session (2025-11-25). The current surface has none and never sees this (R1). */
const SESSION = 'Mcp-Session-Id';

/**
 * Which replica made a legacy session: the old generation keeps it in the memory of one server, so its requests have to go back there.
 * Where that replica is down, another one answers that it does not know the session, and the client begins a new one.
 */
export class LegacySessions {
  readonly #limit: number;
  /** Least recently used first. */
  readonly #homes = new Map<string, string>();

  /** @param limit the most sessions; beyond it the one that was not used for the longest is forgotten */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The replica of the session that a request names. */
  homeOf(request: Headers): string | undefined {
    const session = request.get(SESSION);
    const home = session === null ? undefined : this.#homes.get(session);
    if (session === null || home === undefined) return undefined;
    // To the end of the line: a flood of new sessions must not push out those that are in use.
    this.#homes.delete(session);
    this.#homes.set(session, home);
    return home;
  }

  /** Takes in the session that an answer of `replica` names. */
  learn(answer: Headers, replica: string): void {
    const session = answer.get(SESSION);
    if (session === null || this.#homes.has(session)) return;
    this.#homes.set(session, replica);
    const [oldest] = this.#homes.keys();
    if (this.#homes.size > this.#limit && oldest !== undefined) this.#homes.delete(oldest);
  }
}
