import type { Bus } from '../ports/bus.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { Owner, TaskRow } from '../ports/task-store.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { Implementation } from '../protocol/meta.ts';
import type { Call, Reply } from '../rpc/call.ts';
import type { Position } from './cursor.ts';

/**
 * What the legacy surface asks of the tasks, beside the methods that both generations share. It decides nothing about them: the
 * store, the state machine and the ownership are those of the current surface.
 */
export interface LegacyTasks {
  /** The task. Throws -32602 for unknown and foreign ids. */
  find(taskId: string, owner: Owner): Promise<TaskRow>;
  /** Tasks of `owner`, newest first, after a position. */
  history(
    owner: Owner,
    query: { readonly after?: Position; readonly limit: number },
  ): Promise<readonly TaskRow[]>;
  /** Cancels at once, whatever the tool's policy. Throws -32602 where the task has ended. @returns the cancelled task */
  cancelAtOnce(taskId: string, owner: Owner): Promise<TaskRow>;
  /** Takes answers to a task's questions. Throws -32602 for one that does not fit its schema. */
  answer(taskId: string, owner: Owner, responses: JsonObject): Promise<void>;
}

/** What the surface needs to know of a tool. */
export interface LegacyTool {
  readonly definition: { readonly name: string };
  readonly taskSupport: 'required' | 'optional' | 'forbidden';
}

/** A request as it goes on to the current surface. It has no mirrored headers. */
export type LegacyCall = Pick<
  Call,
  'id' | 'method' | 'params' | 'capabilities' | 'owner' | 'signal' | 'ttlMs'
>;

export interface LegacyOptions {
  readonly tasks: LegacyTasks;
  readonly tools: readonly LegacyTool[];
  /** Serves a method of the current surface. Throws RpcError or CallCancelled. */
  readonly dispatch: (call: LegacyCall) => Promise<Reply>;
  /** Whether the current surface has a method: it tells the capabilities. */
  readonly has: (method: string) => boolean;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly bus: Bus;
  readonly serverInfo: Implementation;
  readonly instructions: string;
  /** True puts the revision into `_meta` of task results and notifications. */
  readonly lab: boolean;
  readonly keepAliveMs: number;
  /**
   * Whether callers are told apart. Where all of them are one guest, `tasks/list` is not offered beyond loopback: it would show
   * everybody's tasks (2025-11-25 `basic/utilities/tasks`, "Task Isolation and Access Control").
   */
  readonly listTasks: boolean;
  /** Time without a request or an open stream after which a session ends, ms (default 1800000). */
  readonly sessionIdleMs?: number;
  /** Sessions at once (default 1000). The one that has been idle longest makes room for a new one. */
  readonly mostSessions?: number;
}
