import type { Discovery } from '../../../../server/protocol/discovery.ts';
import type { Answered } from '../../engine.ts';
import type { Sender } from '../sender.ts';
import type { ServerRequestHandler } from './server-requests.ts';
import type { LegacySession } from './session.ts';

/** The sessions with legacy servers, one an endpoint. Their code is loaded with the first: most servers are current ones. */
export class LegacySessions {
  readonly #sender: Sender;
  readonly #sessions = new Map<string, LegacySession>();
  /** Answers what servers ask; without one they are told that nobody does. */
  handler: ServerRequestHandler | undefined;

  constructor(sender: Sender) {
    this.#sender = sender;
    sender.hear({
      frames: (endpoint, frames, first) => this.#sessions.get(endpoint)?.hear(frames, first),
      answered: (endpoint, status) => {
        // 404 to a request with a session id: the server has forgotten it ("Session Management").
        const session = this.#sessions.get(endpoint);
        if (status !== 404 || session?.handshake.sessionId === undefined) return;
        session.close();
        this.#sessions.delete(endpoint);
      },
    });
  }

  get(endpoint: string): LegacySession | undefined {
    return this.#sessions.get(endpoint);
  }

  /** Begins a session; one that was there is left. @param cause seq of the answer that showed a legacy server */
  async begin(endpoint: string, cause: number, signal?: AbortSignal): Promise<Answered<Discovery>> {
    await this.leave(endpoint, cause);
    const { openSession } = await import('./open-session.ts');
    return openSession({
      sender: this.#sender,
      endpoint,
      handler: () => this.handler,
      cause,
      signal,
      opened: (session) => this.#sessions.set(endpoint, session),
    });
  }

  async leave(endpoint: string, cause: number): Promise<void> {
    const session = this.#sessions.get(endpoint);
    this.#sessions.delete(endpoint);
    await session?.leave(cause);
  }

  /** Ends all on this side without a word. */
  close(): void {
    for (const session of this.#sessions.values()) session.close();
    this.#sessions.clear();
  }
}
