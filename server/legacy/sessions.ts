import type { CancelTimer } from '../ports/clock.ts';
import type { Owner } from '../ports/task-store.ts';
import type { Negotiated } from './negotiate.ts';
import type { LegacyOptions } from './ports.ts';
import { Session } from './session.ts';

const IDLE_MS = 1_800_000;
const MOST_SESSIONS = 1000;

/**
 * The sessions of this process, in memory alone, bounded in number and ended when idle. Another process knows nothing of them,
 * which is why a session cannot hold durable work: see docs/legacy.md.
 */
export class Sessions {
  readonly #options: LegacyOptions;
  readonly #idleMs: number;
  readonly #most: number;
  /** Least recently used first. */
  readonly #sessions = new Map<string, Session>();
  #timer: CancelTimer | undefined;

  constructor(options: LegacyOptions) {
    this.#options = options;
    this.#idleMs = options.sessionIdleMs ?? IDLE_MS;
    this.#most = options.mostSessions ?? MOST_SESSIONS;
  }

  /** A new session, or undefined where all places are taken by sessions that are in use. */
  open(owner: Owner, negotiated: Negotiated): Session | undefined {
    if (this.#sessions.size >= this.#most) {
      const idle = [...this.#sessions.values()].find((session) => !session.busy);
      if (idle === undefined) return undefined;
      this.remove(idle);
    }
    // 144 bits where the port is the system's: nobody guesses another's session.
    const id = `ses_${this.#options.ids.short()}${this.#options.ids.short()}`;
    const session = new Session(id, owner, negotiated, this.#options);
    this.#sessions.set(id, session);
    this.#arm();
    return session;
  }

  /** The session if `owner` opened it; a foreign one is as unknown as one that never was. */
  use(id: string, owner: Owner): Session | undefined {
    const session = this.#sessions.get(id);
    if (session === undefined || !isOwner(session.owner, owner)) return undefined;
    session.usedAt = this.#options.clock.mono();
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    return session;
  }

  remove(session: Session): void {
    this.#sessions.delete(session.id);
    session.end();
  }

  hear(taskId: string): void {
    for (const session of this.#sessions.values()) session.hear(taskId);
  }

  clear(): void {
    this.#timer?.();
    for (const session of [...this.#sessions.values()]) this.remove(session);
  }

  #arm(): void {
    this.#timer?.();
    this.#timer = undefined;
    if (this.#sessions.size === 0) return;
    const used = Math.min(...[...this.#sessions.values()].map(({ usedAt }) => usedAt));
    const left = Math.max(1, used + this.#idleMs - this.#options.clock.mono());
    this.#timer = this.#options.clock.after(left, () => this.#sweep());
  }

  #sweep(): void {
    const now = this.#options.clock.mono();
    for (const session of [...this.#sessions.values()]) {
      if (session.busy) session.usedAt = now;
      else if (now - session.usedAt >= this.#idleMs) this.remove(session);
    }
    this.#arm();
  }
}

function isOwner(a: Owner, b: Owner): boolean {
  return a.tenant === b.tenant && a.principal === b.principal;
}
