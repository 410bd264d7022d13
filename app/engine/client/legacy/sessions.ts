import type { Discovery } from '../../../../server/protocol/discovery.ts';
import { SESSION_HEADER } from '../../../../server/protocol/era.ts';
import { headerValue } from '../../../../server/protocol/headers.ts';
import type { Answered } from '../../engine.ts';
import type { SseRoutes } from '../../transport/http-sse.ts';
import type { Locks } from '../locks.ts';
import type { Sender } from '../sender.ts';
import type { ServerRequestHandler } from './server-requests.ts';
import type { LegacySession } from './session.ts';

/** A stream of HTTP+SSE that lived so long, ms, was a good one: after its end a new session is begun. */
const GOOD = 5_000;

/** The sessions with legacy servers, one an endpoint. Their code is loaded with the first: most servers are current ones. */
export class LegacySessions {
  readonly #sender: Sender;
  readonly #locks: Locks;
  readonly #routes: SseRoutes;
  readonly #sessions = new Map<string, LegacySession>();
  /** Answers what servers ask; without one they are told that nobody does. */
  handler: ServerRequestHandler | undefined;

  /** Told of tasks that a server has news of. */
  news: (endpoint: string, taskId: string) => void = () => undefined;
  readonly #beginning = new Map<string, Promise<Answered<Discovery>>>();

  constructor(sender: Sender, locks: Locks, routes: SseRoutes) {
    this.#sender = sender;
    this.#locks = locks;
    this.#routes = routes;
    sender.hear({
      frames: (endpoint, frames, first) => this.#sessions.get(endpoint)?.hear(frames, first),
      answered: ({ endpoint, headers }, status) => {
        // 404 to a request with a session id: the server has forgotten it ("Session Management"). It may be an earlier session's.
        const session = this.#sessions.get(endpoint);
        if (status !== 404 || session?.handshake.sessionId === undefined) return;
        if (headerValue(headers, SESSION_HEADER) !== session.handshake.sessionId) return;
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
    const beginning = this.leave(endpoint, cause).then(() => this.#open(endpoint, cause, signal));
    this.#beginning.set(endpoint, beginning);
    try {
      return await beginning;
    } finally {
      if (this.#beginning.get(endpoint) === beginning) this.#beginning.delete(endpoint);
    }
  }

  async #open(endpoint: string, cause: number, signal?: AbortSignal): Promise<Answered<Discovery>> {
    const { openSession } = await import('./open-session.ts');
    return openSession({
      sender: this.#sender,
      locks: this.#locks,
      routes: this.#routes,
      endpoint,
      lost: (session, lived) => {
        session.close();
        if (this.#sessions.get(endpoint) !== session) return;
        this.#sessions.delete(endpoint);
        if (lived < GOOD) return; // it would be lost again at once; what needs a session begins one
        const text = 'The stream of the server has ended, and its session with it: a new one is begun.';
        const note = this.#sender.recorder.write({ kind: 'note', endpoint, data: { text } });
        void this.begin(endpoint, note);
      },
      handler: () => this.handler,
      news: (taskId) => this.news(endpoint, taskId),
      cause,
      signal,
      opened: (session) => {
        // Two may have been begun at once: side by side each would hold a stream and be asked the same questions.
        const before = this.#sessions.get(endpoint);
        this.#sessions.set(endpoint, session);
        void before?.leave(cause);
      },
    });
  }

  /**
   * The session with an endpoint that is known to be a legacy one; where it was lost, a new one is begun ("Session Management"), once however
   * many ask. undefined for a current server, and where none could be begun. @param cause seq of what needs it
   */
  need(endpoint: string, cause: number): LegacySession | undefined | Promise<LegacySession | undefined> {
    const session = this.#sessions.get(endpoint);
    if (session !== undefined || !isLegacy(this.#sender, endpoint)) return session;
    const beginning = this.#beginning.get(endpoint) ?? this.begin(endpoint, cause);
    return beginning.then(() => this.#sessions.get(endpoint));
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

/** Whether what was found out of an endpoint says that it speaks an older revision. */
export function isLegacy(sender: Sender, endpoint: string): boolean {
  return sender.world().endpoints.get(endpoint)?.generation?.kind === 'legacy';
}
