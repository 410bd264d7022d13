import type { TaskStatus } from '../../../server/protocol/task.ts';

/** A true transition of a task, as the lab told it (docs/lab.md), joined to what was seen by its revision. */
export interface Truth {
  /** The event that tells it. */
  readonly seq: number;
  /** When it was heard of, or, of one from before the lab was listened to, when it was by the lab's clock; `mono` ms. */
  readonly at: number;
  readonly revision: number;
  /** created, step, asked, answered, cancel_requested, completed, failed, cancelled, expired. */
  readonly kind: string;
  readonly from: TaskStatus | null;
  readonly to: TaskStatus;
}
