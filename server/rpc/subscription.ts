import type { Bus } from '../ports/bus.ts';
import type { Clock } from '../ports/clock.ts';
import type { Owner } from '../ports/task-store.ts';
import { CODES, missingExtension, RpcError, TASKS_EXTENSION } from '../protocol/codes.ts';
import { type JsonObject, own } from '../protocol/json.ts';
import { type RequestId, resultResponse } from '../protocol/jsonrpc.ts';
import { acknowledged, listenResult, readListenFilter, taskNotification } from '../protocol/subscriptions.ts';
import type { TaskService } from '../tasks/service.ts';
import { type Dress, detailView } from '../tasks/view.ts';
import type { Handler, MessageStream, StreamItem } from './call.ts';
import { dressed } from './dispatch.ts';
import { declares } from './registry.ts';

/** More tasks than this are refused: each costs a read when the stream opens. */
const MOST_TASKS = 1000;

export interface ListenSurroundings {
  readonly service: TaskService;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly dress: Dress;
  /** A stream that has nothing to say for this long, ms, sends a comment. */
  readonly keepAliveMs: number;
}

/**
 * `subscriptions/listen` (core `subscriptions`; Tasks, "Task Status Notifications"). Asking for tasks needs the extension (R62);
 * a filter without them opens a stream that is acknowledged with an empty filter. Kinds that the demo does not send are left
 * out of the acknowledgement.
 */
export function listen(around: ListenSurroundings): Handler {
  return async ({ id, params, capabilities, owner }) => {
    const asksTasks = own(own(params, 'notifications'), 'taskIds') !== undefined;
    if (asksTasks && !declares(capabilities, TASKS_EXTENSION)) throw missingExtension(TASKS_EXTENSION);
    const filter = readListenFilter(params);
    if (filter === undefined)
      throw new RpcError(
        CODES.invalidParams,
        'params.notifications must be an object, and its taskIds strings',
      );
    const asked = filter.taskIds === undefined ? undefined : [...new Set(filter.taskIds)];
    if (asked !== undefined && asked.length > MOST_TASKS)
      throw new RpcError(CODES.invalidParams, `A listen takes up to ${MOST_TASKS} task ids`);
    return { kind: 'stream', stream: await TaskSubscription.open(around, id, owner, asked) };
  };
}

/**
 * One open listen. It keeps no queue of messages but a set of tasks that have changed: whoever reads is told the newest
 * committed state of each, so a slow reader costs one entry a task and holds up nobody (the bus carries hints, the store the truth).
 */
export class TaskSubscription implements MessageStream {
  readonly #around: ListenSurroundings;
  readonly #id: RequestId;
  readonly #owner: Owner;
  readonly #ack: JsonObject;
  readonly #sent = new Map<string, number>();
  readonly #changed = new Set<string>();
  #leaveBus: () => void = () => {};
  #acked = false;
  #closed = false;
  #wake: () => void = () => {};

  private constructor(
    around: ListenSurroundings,
    id: RequestId,
    owner: Owner,
    accepted: readonly string[] | undefined,
  ) {
    this.#around = around;
    this.#id = id;
    this.#owner = owner;
    this.#ack = acknowledged(id, accepted === undefined ? {} : { taskIds: accepted });
    for (const taskId of accepted ?? []) {
      this.#sent.set(taskId, 0);
      // The state as it is follows the acknowledgement: a change between the client's last look and this moment is not lost.
      this.#changed.add(taskId);
    }
  }

  /** Accepts the ids that `owner` can read, in the order asked (R64). `asked` undefined: no tasks were asked for. */
  static async open(
    around: ListenSurroundings,
    id: RequestId,
    owner: Owner,
    asked: readonly string[] | undefined,
  ): Promise<TaskSubscription> {
    const accepted: string[] = [];
    for (const taskId of asked ?? []) if (await around.service.peek(taskId, owner)) accepted.push(taskId);
    const subscription = new TaskSubscription(around, id, owner, asked === undefined ? undefined : accepted);
    subscription.#leaveBus = around.bus.subscribe(({ taskId }) => subscription.#hear(taskId));
    return subscription;
  }

  async next(): Promise<StreamItem> {
    if (!this.#acked) {
      this.#acked = true;
      return { kind: 'message', message: this.#ack };
    }
    while (!this.#closed) {
      const message = await this.#news();
      if (message !== undefined) return { kind: 'message', message };
      if (this.#changed.size === 0 && !(await this.#hint())) return { kind: 'idle' };
    }
    return { kind: 'closed' };
  }

  finish(): JsonObject {
    this.close();
    return resultResponse(this.#id, dressed(listenResult(this.#id), this.#around.dress));
  }

  close(): void {
    this.#closed = true;
    this.#leaveBus();
    this.#wake();
  }

  #hear(taskId: string): void {
    if (!this.#sent.has(taskId)) return;
    this.#changed.add(taskId);
    this.#wake();
  }

  /** The newest state of a changed task that was not sent yet; undefined where nothing is new. */
  async #news(): Promise<JsonObject | undefined> {
    for (const taskId of this.#changed) {
      this.#changed.delete(taskId);
      const row = await this.#around.service.peek(taskId, this.#owner);
      if (row === undefined || row.revision <= (this.#sent.get(taskId) ?? 0)) continue;
      this.#sent.set(taskId, row.revision);
      return taskNotification(this.#id, detailView(row, this.#around.dress));
    }
    return undefined;
  }

  /** Waits for a change (true) or until a keep-alive is due (false). */
  #hint(): Promise<boolean> {
    if (this.#closed) return Promise.resolve(true);
    return new Promise((resolve) => {
      const cancel = this.#around.clock.after(this.#around.keepAliveMs, () => resolve(false));
      this.#wake = () => {
        cancel();
        resolve(true);
      };
    });
  }
}
