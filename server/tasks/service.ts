import type { Bus } from '../ports/bus.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { HistoryQuery, Owner, TaskRow, TaskStore } from '../ports/task-store.ts';
import { CODES, RpcError, taskNotFound } from '../protocol/codes.ts';
import type { InputRequest, InputResponses } from '../protocol/inputs.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { DurableWork } from './durable.ts';
import { type Action, apply, created } from './machine.ts';
import { LOOK_AGAIN_MS, pause, untilVisible } from './visible.ts';

/** The ports that everything about tasks goes through. */
export interface TaskPorts {
  readonly store: TaskStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly bus: Bus;
}

export interface TaskSettings {
  /** Advertised with each new task, ms; null advertises no limit (R27). */
  readonly ttlMs: number | null;
  readonly pollIntervalMs: number | null;
  /** The demo's work runs this many times as fast. */
  readonly speed: number;
}

/** A tool's request that becomes a task. `params` is the request's without `_meta`; `args` are its checked arguments. */
export interface TaskRequest {
  readonly method: string;
  readonly tool: string;
  readonly params: JsonObject;
  readonly args: JsonObject;
  /** In place of the server's own TTL, ms. */
  readonly ttlMs?: number;
  /** In place of a fresh id: of all requests with the same one, one alone makes a task. */
  readonly taskId?: string;
}

/** Says why a response does not answer its request, or undefined where it does (R46). */
export type AnswerCheck = (request: InputRequest, response: unknown) => string | undefined;

/** More conflicts than this on one row mean that something is broken, not busy. */
const MAX_ATTEMPTS = 100;

/**
 * What requests do with tasks. Every method resolves tenant and principal through the store (R7, R70): a foreign task answers
 * exactly as an unknown one, with -32602. Writes are compare-and-set, decided anew after each conflict.
 */
export class TaskService {
  readonly #ports: TaskPorts;
  readonly #works: ReadonlyMap<string, DurableWork>;
  readonly #settings: TaskSettings;

  constructor(ports: TaskPorts, works: ReadonlyMap<string, DurableWork>, settings: TaskSettings) {
    this.#ports = ports;
    this.#works = works;
    this.#settings = settings;
  }

  /**
   * Creates a task. Resolves when it is stored and readable: only then may a handle leave (R3).
   * Throws -32602 where `request.taskId` has made its task already.
   */
  async create(owner: Owner, request: TaskRequest): Promise<TaskRow> {
    const work = this.#works.get(request.tool);
    if (work === undefined) throw new RpcError(CODES.internal, `Tool ${request.tool} has no durable work`);
    const { store, clock, ids, bus } = this.#ports;
    const { row, event } = created(
      {
        taskId: request.taskId ?? ids.taskId(),
        owner,
        operation: { method: request.method, params: request.params },
        tool: request.tool,
        toolVersion: work.version,
        begin: work.begin(request.args),
        ...this.#settings,
        ...(request.ttlMs === undefined ? {} : { ttlMs: request.ttlMs }),
      },
      clock.now(),
    );
    try {
      await store.create(row, event);
    } catch (error) {
      if (request.taskId !== undefined && (await store.find(row.taskId, owner)) !== undefined)
        throw stateSpent(row.taskId);
      throw error;
    }
    await untilVisible(store, clock, row);
    bus.publish({ taskId: row.taskId, revision: row.revision });
    return row;
  }

  /** The task as it stands. Throws -32602 for unknown and foreign ids, and tells the owner alone that a task has expired. */
  async find(taskId: string, owner: Owner): Promise<TaskRow> {
    const found = await this.#ports.store.find(taskId, owner);
    if (found === undefined) throw taskNotFound();
    if (found.kind === 'expired')
      throw new RpcError(CODES.invalidParams, 'Task expired: it was removed after its time to live');
    return found.row;
  }

  /** The task if it can be read by `owner`, else undefined: for listeners, which leave out what they cannot see (R64). */
  async peek(taskId: string, owner: Owner): Promise<TaskRow | undefined> {
    const found = await this.#ports.store.find(taskId, owner);
    return found?.kind === 'task' ? found.row : undefined;
  }

  /** The owner's own tasks, newest first (R36). There is no way to ask for another's, and none to ask for everybody's. */
  history(owner: Owner, query: HistoryQuery): Promise<readonly TaskRow[]> {
    return this.#ports.store.history(owner, query);
  }

  /**
   * Takes answers. Keys that are not outstanding are ignored (R44); an outstanding one whose answer `check` refuses makes the
   * whole update fail with -32602 and nothing is stored, so that every key stays open (R46).
   */
  async update(taskId: string, owner: Owner, responses: JsonObject, check: AnswerCheck): Promise<void> {
    await this.#change(taskId, owner, (row) => {
      const answers: Record<string, JsonObject> = {};
      for (const key of row.outstanding) {
        const request = row.issued[key];
        if (request === undefined || !Object.hasOwn(responses, key)) continue;
        const wrong = check(request, responses[key]);
        if (wrong !== undefined)
          throw new RpcError(CODES.invalidParams, `inputResponses[${JSON.stringify(key)}]: ${wrong}`);
        answers[key] = responses[key] as JsonObject;
      }
      return { kind: 'answer', responses: answers satisfies InputResponses };
    });
  }

  /** Records the wish to cancel; the work's policy says what follows (R48 to R50). Ended tasks stay as they are. */
  async cancel(taskId: string, owner: Owner): Promise<void> {
    await this.#change(taskId, owner, (row) => ({
      kind: 'cancel',
      policy: this.#works.get(row.next.tool)?.onCancel ?? 'at-once',
    }));
  }

  /**
   * Cancels at once, whatever the work's policy: what 2025-11-25 promises. Work under way goes on to the end of its step, and its
   * outcome is refused. Throws -32602 where the task has ended. @returns the cancelled task
   */
  async cancelAtOnce(taskId: string, owner: Owner): Promise<TaskRow> {
    const made = await this.#change(taskId, owner, () => ({ kind: 'cancel', policy: 'at-once' }));
    if (made === undefined) {
      const { status } = await this.find(taskId, owner);
      throw new RpcError(CODES.invalidParams, `The task cannot be cancelled: it is ${status}`);
    }
    return made;
  }

  /** @returns the row as committed, undefined where the state machine refused the change */
  async #change(
    taskId: string,
    owner: Owner,
    decide: (row: TaskRow) => Action,
  ): Promise<TaskRow | undefined> {
    const { store, clock, bus } = this.#ports;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const row = await this.find(taskId, owner);
      const made = apply(row, decide(row), clock.now());
      if (!made.ok) return undefined;
      const outcome = await store.commit(made.row, { revision: row.revision }, made.event);
      if (outcome.kind === 'committed') {
        bus.publish({ taskId, revision: made.row.revision });
        return made.row;
      }
      // A read that lags would find the same old row again at once.
      if (store.eventual === true) await pause(clock, LOOK_AGAIN_MS);
    }
    throw new RpcError(CODES.internal, 'The task kept changing: try again', { http: 503 });
  }
}

/** A `requestState` is good for one task (core `basic/patterns/mrtr`, "Server Requirements": at most once is the server's to enforce). */
function stateSpent(taskId: string): RpcError {
  return new RpcError(
    CODES.invalidParams,
    `requestState was used already: task ${taskId} was made with it. Call again without it to make another one`,
  );
}
