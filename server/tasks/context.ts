import type { HistoryQuery, Owner, TaskRow } from '../ports/task-store.ts';
import type { InputRequest, InputRequests, InputResponses } from '../protocol/inputs.ts';
import type { JsonValue } from '../protocol/json.ts';
import type { LogLevel } from '../protocol/logging.ts';
import type { ListKind } from '../protocol/subscriptions.ts';

/**
 * What a tool call, a prompt or a resource may use of its surroundings while its request is open. It outlives no request: what
 * must last longer is a task's.
 */
export interface CallContext {
  /** Who calls. Judged on this very request (R7). */
  readonly owner: Owner;
  /** How many times faster than real time the demo's work runs. */
  readonly speed: number;

  /** Lets `ms` of the demo's time pass (real time is `ms / speed`); rejects at once when the request is cancelled (R53). */
  wait(ms: number): Promise<void>;

  /**
   * Asks the client, and resolves with the answers to all of `requests` by their keys. On the current surface the question
   * leaves as `resultType: "input_required"` and the client calls again (core `basic/patterns/mrtr`): until every answer is there
   * this rejects, and the call **runs again from its start** in the next round. So do nothing before `ask` that must not be done
   * twice, and let its rejection pass. Keys are unique within the call. Several rounds are several `ask`s, one after the other.
   *
   * Rejects with -32602 where an answer does not fit its question, with -32021 where the client did not declare that it can
   * answer at all: see `canAnswer`.
   */
  ask(requests: InputRequests): Promise<InputResponses>;

  /** Whether the capabilities of this request allow the question. */
  canAnswer(request: InputRequest): boolean;

  /**
   * Tells how far the work is; sent only where the client gave a `progressToken`. `progress` must grow with each report.
   * `total` is left out where it is not known (core `basic/patterns/progress`).
   */
  progress(progress: number, total?: number, message?: string): void;

  /** Sends a log message; only where this request asked for messages of that level (core `server/utilities/logging`). */
  log(level: LogLevel, data: JsonValue, logger?: string): void;

  /** A task of the caller's; undefined for an unknown, foreign or removed one. */
  findTask(taskId: string): Promise<TaskRow | undefined>;

  /** The caller's own tasks, newest first, and nobody else's (R36). */
  history(query: HistoryQuery): Promise<readonly TaskRow[]>;

  /** Tells every listener, also those of other replicas, that a list has changed (core `basic/patterns/subscriptions`). */
  listChanged(kind: ListKind): void;
}
