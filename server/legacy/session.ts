import type { Owner, TaskRow } from '../ports/task-store.ts';
import { CODES, RpcError } from '../protocol/codes.ts';
import type { JsonObject } from '../protocol/json.ts';
import { errorResponse, notification, type RequestId } from '../protocol/jsonrpc.ts';
import { isAtLeast, type LogLevel } from '../protocol/logging.ts';
import { isTerminal } from '../protocol/task.ts';
import { hasTasks, type Negotiated } from './negotiate.ts';
import { Outbox } from './outbox.ts';
import { Peer } from './peer.ts';
import type { LegacyOptions } from './ports.ts';
import { Questions } from './questions.ts';
import { legacyStatus, progressNotification, relatedTask, statusNotification } from './task-view.ts';

/** Tasks whose changes a session is told of; beyond it the one that it followed first is forgotten. */
const MOST_FOLLOWED = 200;
/** Requests of one session at the same time. */
const MOST_RUNNING = 64;

interface Followed {
  /** The newest revision that the client has seen or was told of. */
  told: number;
  /** The progress token of the call that made the task: it lives as long as the task (`basic/utilities/progress`). */
  readonly token: string | number | undefined;
}

/**
 * What the 2025 generation keeps between requests, in memory alone: who is connected, which streams are open, which questions are on
 * them. No task is in it. When it is lost, every task and question is still in the store, for the next session of the same owner.
 */
export class Session {
  readonly id: string;
  readonly owner: Owner;
  readonly negotiated: Negotiated;
  readonly peer = new Peer();
  /** The least severe level of log messages that the client wants. */
  logLevel: LogLevel | undefined;
  /** When a request came or a stream ended last, ms of the monotonic clock. */
  usedAt: number;
  readonly #options: LegacyOptions;
  readonly #questions: Questions;
  readonly #followed = new Map<string, Followed>();
  readonly #running = new Map<RequestId, AbortController>();
  readonly #streams = new Set<Outbox>();
  /** Streams of `tasks/result`, each with the task that it waits for. */
  readonly #results = new Map<Outbox, string>();
  #general: Outbox | undefined;

  constructor(id: string, owner: Owner, negotiated: Negotiated, options: LegacyOptions) {
    this.id = id;
    this.owner = owner;
    this.negotiated = negotiated;
    this.#options = options;
    this.usedAt = options.clock.mono();
    this.#questions = new Questions(
      this.peer,
      negotiated,
      (taskId, responses) => options.tasks.answer(taskId, owner, responses),
      (taskId) => this.hear(taskId),
    );
  }

  get busy(): boolean {
    return this.#running.size > 0 || this.#streams.size > 0;
  }

  /** Begins a request. @returns a signal that its cancellation or the end of the session aborts. Throws where there are too many */
  begin(id: RequestId): AbortSignal {
    if (this.#running.has(id))
      throw new RpcError(CODES.invalidRequest, 'A request with this id is still running', { http: 400 });
    if (this.#running.size >= MOST_RUNNING)
      throw new RpcError(CODES.internal, `More than ${MOST_RUNNING} requests at once: wait for some to end`, {
        http: 429,
      });
    const running = new AbortController();
    this.#running.set(id, running);
    return running.signal;
  }

  done(id: RequestId): void {
    this.#running.delete(id);
  }

  /** `notifications/cancelled`: the request, never a task (R52). */
  cancel(id: RequestId): void {
    this.#running.get(id)?.abort();
  }

  /** The GET stream. A second one takes over from the first, since a message goes to one stream only. */
  openGeneral(): Outbox {
    this.#general?.end();
    const general = this.stream(undefined);
    this.#general = general;
    for (const taskId of this.#followed.keys()) general.touch(taskId);
    return general;
  }

  /** The stream of a POST with the request `id`, or with none the GET stream. */
  stream(id: RequestId | undefined): Outbox {
    const stream: Outbox = new Outbox({
      clock: this.#options.clock,
      keepAliveMs: this.#options.keepAliveMs,
      tell: (taskId) => this.#news(taskId, stream),
      last: () =>
        id === undefined
          ? undefined
          : errorResponse(id, { code: CODES.internal, message: 'The server is shutting down' }),
      onOver: () => this.#left(stream),
    });
    this.#streams.add(stream);
    return stream;
  }

  /** A `tasks/result` waits on `stream`: it carries what the task asks and tells meanwhile. */
  awaitResult(taskId: string, stream: Outbox): void {
    this.#results.set(stream, taskId);
    stream.touch(taskId);
  }

  /** The client has seen a task: from now on it is told of its changes, and asked its questions. */
  follow(row: TaskRow, token?: string | number): void {
    const { taskId, revision } = row;
    const known = this.#followed.get(taskId);
    if (known !== undefined) known.told = Math.max(known.told, revision);
    else this.#followed.set(taskId, { told: revision, token });
    const [oldest] = this.#followed.keys();
    if (this.#followed.size > MOST_FOLLOWED && oldest !== undefined) this.#followed.delete(oldest);
    if (row.outstanding.length > 0) this.hear(taskId);
  }

  /** A task may have changed, or may have something to ask. */
  hear(taskId: string): void {
    if (this.#followed.has(taskId)) this.#streamFor(taskId)?.touch(taskId);
  }

  /** Ends the session: its requests and streams, no task. */
  end(): void {
    for (const running of this.#running.values()) running.abort();
    for (const stream of [...this.#streams]) stream.end();
    this.#followed.clear();
  }

  /** Both deliveries: where the client waits for the task's result, else the GET stream. */
  #streamFor(taskId: string): Outbox | undefined {
    const waiting = [...this.#results].filter(([, waitsFor]) => waitsFor === taskId);
    return waiting.at(-1)?.[0] ?? this.#general;
  }

  /** The messages about a task that `stream` is to carry. */
  async #news(taskId: string, stream: Outbox): Promise<readonly JsonObject[]> {
    const followed = this.#followed.get(taskId);
    if (followed === undefined || !hasTasks(this.negotiated)) return [];
    const row = await this.#options.tasks.find(taskId, this.owner).catch(() => undefined);
    if (row === undefined || stream.over) return [];
    const news: JsonObject[] = [];
    if (row.revision > followed.told) {
      followed.told = row.revision;
      if (followed.token !== undefined && !isTerminal(row.status))
        news.push(progressNotification(row, followed.token));
      news.push(statusNotification(row, this.#options.lab));
      if (this.logLevel !== undefined && isAtLeast('info', this.logLevel)) news.push(logMessage(row));
    }
    return [...news, ...this.#questions.put(row, stream)];
  }

  #left(stream: Outbox): void {
    this.usedAt = this.#options.clock.mono();
    this.#streams.delete(stream);
    if (this.#general === stream) this.#general = undefined;
    this.#results.delete(stream);
    for (const taskId of this.#questions.leave(stream)) this.hear(taskId);
  }
}

/** A log message about a task (`server/utilities/logging`). */
function logMessage(row: TaskRow): JsonObject {
  const data = { taskId: row.taskId, status: legacyStatus(row), revision: row.revision };
  return notification('notifications/message', {
    level: 'info',
    logger: 'tasks',
    data,
    _meta: relatedTask(row.taskId),
  });
}
