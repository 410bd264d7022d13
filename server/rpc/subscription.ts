import type { Bus } from '../ports/bus.ts';
import type { Clock } from '../ports/clock.ts';
import type { Owner } from '../ports/task-store.ts';
import { CODES, missingExtension, RpcError, TASKS_EXTENSION } from '../protocol/codes.ts';
import { type JsonObject, own } from '../protocol/json.ts';
import { type RequestId, resultResponse } from '../protocol/jsonrpc.ts';
import {
  acknowledged,
  type ListenFilter,
  type ListKind,
  listChangedNotification,
  listenResult,
  readListenFilter,
  resourceUpdatedNotification,
  taskNotification,
} from '../protocol/subscriptions.ts';
import { isTerminal } from '../protocol/task.ts';
import type { ResourceTemplate } from '../tasks/resource.ts';
import type { TaskService } from '../tasks/service.ts';
import { type Dress, detailView } from '../tasks/view.ts';
import type { Handler, MessageStream, StreamItem } from './call.ts';
import { dressed } from './dispatch.ts';
import { declares } from './registry.ts';
import { matchTemplate } from './uri-template.ts';

/** More tasks or resources than this are refused: each costs a read when the stream opens. */
const MOST_SUBJECTS = 1000;

export interface ListenSurroundings {
  readonly service: TaskService;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly dress: Dress;
  /** Lists whose changes are told. */
  readonly changing: readonly ListKind[];
  readonly templates: readonly ResourceTemplate[];
  /** A stream that has nothing to say for this long, ms, sends a comment. */
  readonly keepAliveMs: number;
  /** Tasks that go on are looked up again so often, ms: a hint that got lost on its way from another process only delays. */
  readonly rereadMs: number;
}

/**
 * `subscriptions/listen` (core `subscriptions`; Tasks, "Task Status Notifications"). Asking for tasks needs the extension (R62);
 * a filter without them opens a stream all the same. What this server never sends, and what the caller may not see, is left out
 * of the acknowledgement.
 */
export function listen(around: ListenSurroundings): Handler {
  return async ({ id, params, capabilities, owner }) => {
    const asksTasks = own(own(params, 'notifications'), 'taskIds') !== undefined;
    if (asksTasks && !declares(capabilities, TASKS_EXTENSION)) throw missingExtension(TASKS_EXTENSION);
    const filter = readListenFilter(params);
    if (filter === undefined)
      throw new RpcError(
        CODES.invalidParams,
        'params.notifications must be an object, and its taskIds and resourceSubscriptions arrays of strings',
      );
    for (const subjects of [filter.taskIds, filter.resourceSubscriptions])
      if (new Set(subjects).size > MOST_SUBJECTS)
        throw new RpcError(
          CODES.invalidParams,
          `A listen takes up to ${MOST_SUBJECTS} task ids and as many resources`,
        );
    return { kind: 'stream', stream: await Subscription.open(around, id, owner, filter) };
  };
}

const FILTER_OF = {
  tools: 'toolsListChanged',
  prompts: 'promptsListChanged',
  resources: 'resourcesListChanged',
} as const;

/** What of a filter is served: ids and URIs once each, in the order asked; the URIs by the task that they follow. */
interface Accepted {
  readonly filter: ListenFilter;
  readonly tasks: readonly string[];
  readonly lists: readonly ListKind[];
  readonly uris: ReadonlyMap<string, readonly string[]>;
}

/**
 * One open listen. It keeps no queue of messages but a set of subjects that have changed: whoever reads is told the newest
 * committed state of each, so a slow reader costs one entry a subject and holds up nobody (the bus carries hints, the store the
 * truth).
 */
export class Subscription implements MessageStream {
  readonly #around: ListenSurroundings;
  readonly #id: RequestId;
  readonly #owner: Owner;
  readonly #accepted: Accepted;
  readonly #sent = new Map<string, number>();
  readonly #changed = new Set<string>();
  /** Tasks that have not ended: only they can have news without a hint. */
  readonly #going = new Set<string>();
  #rereadAt: number;
  /** Lists and resources to tell of: they carry no state, so nothing has to be read. */
  readonly #hints = new Map<string, JsonObject>();
  #leave: readonly (() => void)[] = [];
  #acked = false;
  #closed = false;
  #wake: () => void = () => {};

  private constructor(around: ListenSurroundings, id: RequestId, owner: Owner, accepted: Accepted) {
    this.#around = around;
    this.#id = id;
    this.#owner = owner;
    this.#rereadAt = around.clock.mono() + around.rereadMs;
    this.#accepted = accepted;
    for (const taskId of accepted.tasks) {
      this.#sent.set(taskId, 0);
      this.#going.add(taskId);
      // The state as it is follows the acknowledgement: a change between the client's last look and this moment is not lost.
      this.#changed.add(taskId);
    }
  }

  /** Accepts what `owner` can read (R64) and what this server sends at all. */
  static async open(
    around: ListenSurroundings,
    id: RequestId,
    owner: Owner,
    filter: ListenFilter,
  ): Promise<Subscription> {
    const subscription = new Subscription(around, id, owner, await accept(around, owner, filter));
    subscription.#leave = [
      around.bus.subscribe(({ taskId }) => subscription.#hear(taskId)),
      around.bus.subscribeLists(({ list }) => subscription.#hearList(list)),
    ];
    return subscription;
  }

  async next(): Promise<StreamItem> {
    if (!this.#acked) {
      this.#acked = true;
      return { kind: 'message', message: acknowledged(this.#id, { ...this.#accepted.filter }) };
    }
    const silentAt = this.#around.clock.mono() + this.#around.keepAliveMs;
    while (!this.#closed) {
      const message = await this.#news();
      if (message !== undefined) return { kind: 'message', message };
      if (this.#changed.size > 0 || this.#hints.size > 0 || (await this.#hint(silentAt))) continue;
      if (this.#around.clock.mono() >= silentAt) return { kind: 'idle' };
      this.#reread();
    }
    return { kind: 'closed' };
  }

  finish(): JsonObject {
    this.close();
    return resultResponse(this.#id, dressed(listenResult(this.#id), this.#around.dress));
  }

  close(): void {
    this.#closed = true;
    for (const leave of this.#leave) leave();
    this.#wake();
  }

  #hear(taskId: string): void {
    const uris = this.#accepted.uris.get(taskId) ?? [];
    for (const uri of uris) this.#hints.set(uri, resourceUpdatedNotification(this.#id, uri));
    if (this.#sent.has(taskId)) this.#changed.add(taskId);
    else if (uris.length === 0) return;
    this.#wake();
  }

  #hearList(kind: ListKind): void {
    if (!this.#accepted.lists.includes(kind)) return;
    this.#hints.set(kind, listChangedNotification(this.#id, kind));
    this.#wake();
  }

  /** A hint, or the newest state of a changed task that was not sent yet; undefined where nothing is new. */
  async #news(): Promise<JsonObject | undefined> {
    for (const [subject, hint] of this.#hints) {
      this.#hints.delete(subject);
      return hint;
    }
    for (const taskId of this.#changed) {
      this.#changed.delete(taskId);
      const row = await this.#around.service.peek(taskId, this.#owner);
      if (row === undefined || isTerminal(row.status)) this.#going.delete(taskId);
      if (row === undefined || row.revision <= (this.#sent.get(taskId) ?? 0)) continue;
      this.#sent.set(taskId, row.revision);
      return taskNotification(this.#id, detailView(row, this.#around.dress));
    }
    return undefined;
  }

  #reread(): void {
    this.#rereadAt = this.#around.clock.mono() + this.#around.rereadMs;
    for (const taskId of this.#going) this.#changed.add(taskId);
  }

  /** Waits for a change (true), or until a keep-alive or another look at the store is due (false). */
  #hint(silentAt: number): Promise<boolean> {
    if (this.#closed) return Promise.resolve(true);
    const until = this.#going.size === 0 ? silentAt : Math.min(silentAt, this.#rereadAt);
    return new Promise((resolve) => {
      const cancel = this.#around.clock.after(until - this.#around.clock.mono(), () => resolve(false));
      this.#wake = () => {
        cancel();
        resolve(true);
      };
    });
  }
}

async function accept(around: ListenSurroundings, owner: Owner, filter: ListenFilter): Promise<Accepted> {
  const isMine = async (taskId: string) => (await around.service.peek(taskId, owner)) !== undefined;
  const tasks: string[] = [];
  for (const taskId of new Set(filter.taskIds)) if (await isMine(taskId)) tasks.push(taskId);
  const uris = new Map<string, string[]>();
  for (const uri of new Set(filter.resourceSubscriptions)) {
    const taskId = followedTask(around.templates, uri);
    if (taskId !== undefined && (await isMine(taskId))) uris.set(taskId, [...(uris.get(taskId) ?? []), uri]);
  }
  const lists = around.changing.filter((kind) => filter[FILTER_OF[kind]] === true);
  const followed = [...uris.values()].flat();
  return {
    tasks,
    lists,
    uris,
    filter: {
      ...(filter.taskIds === undefined ? {} : { taskIds: tasks }),
      ...Object.fromEntries(lists.map((kind) => [FILTER_OF[kind], true])),
      ...(followed.length === 0 ? {} : { resourceSubscriptions: followed }),
    },
  };
}

/** The task whose changes are a resource's, or undefined for a resource that does not change. */
function followedTask(templates: readonly ResourceTemplate[], uri: string): string | undefined {
  for (const { definition, follows } of templates) {
    const values = follows === undefined ? undefined : matchTemplate(definition.uriTemplate, uri);
    if (values !== undefined) return follows?.(values);
  }
  return undefined;
}
