import type { Discovery } from '../../../server/protocol/discovery.ts';
import type { Answered, LegacyFacts } from '../engine.ts';
import { readEndpoint } from '../log/endpoint-url.ts';
import type { Ways } from '../transport/ways.ts';
import { discoverByGeneration } from './by-generation.ts';
import { connectByWays } from './connect.ts';
import type { ServerRequestHandler } from './legacy/server-requests.ts';
import { LegacySessions } from './legacy/sessions.ts';
import type { Locks } from './locks.ts';
import type { Sender } from './sender.ts';
import type { TaskClient } from './task-client.ts';

/** Begins with endpoints and leaves them: the way, the generation, and the session where that has one. */
export class Connections {
  readonly sessions: LegacySessions;
  readonly #sender: Sender;
  readonly #ways: Ways;
  readonly #tasks: () => TaskClient;

  constructor(sender: Sender, locks: Locks, ways: Ways, tasks: () => TaskClient) {
    this.#sender = sender;
    this.#ways = ways;
    this.#tasks = tasks;
    this.sessions = new LegacySessions(sender, locks, ways.routes);
  }

  async connect(url: string, signal?: AbortSignal): Promise<Answered<Discovery>> {
    const read = readEndpoint(url);
    if (!read.ok) return { ok: false, problem: read.problem, exchange: undefined };
    const cause = this.#sender.recorder.action('connect', read.url);
    const found = await connectByWays({
      ways: this.#ways,
      sender: this.#sender,
      endpoint: read.url,
      cause,
      signal,
      discover: (why) => this.#discover(read.url, why, signal),
    });
    if (signal?.aborted) return found;
    // What was left by `disconnect` is taken up again.
    for (const task of this.#sender.world().tasks.values())
      if (task.endpoint === read.url) this.#tasks().watch(task.endpoint, task.taskId, cause);
    return found;
  }

  discover(endpoint: string): Promise<Answered<Discovery>> {
    const cause = this.#sender.recorder.action('discover', endpoint);
    return this.#discover(endpoint, cause);
  }

  #discover(endpoint: string, cause: number, signal?: AbortSignal): Promise<Answered<Discovery>> {
    const choice = this.#ways.generation(endpoint);
    return discoverByGeneration({
      ...{ sender: this.#sender, sessions: this.sessions, endpoint, choice, cause, signal },
    });
  }

  /** Leaves the endpoint in use, if there is one. */
  disconnect(): void {
    const endpoint = this.#sender.world().connected;
    if (endpoint === undefined) return;
    const cause = this.#sender.recorder.action('disconnect', endpoint);
    this.#tasks().leave(endpoint, cause);
    void this.sessions.leave(endpoint, cause);
  }

  answerServers(handler: ServerRequestHandler | undefined): void {
    this.sessions.handler = handler;
  }

  legacy(endpoint: string): LegacyFacts | undefined {
    return this.sessions.get(endpoint)?.facts;
  }
}
