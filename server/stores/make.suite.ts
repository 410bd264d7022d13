import type { TaskStore } from '../ports/task-store.ts';

/** A store under test, empty at first. */
export interface Made {
  readonly store: TaskStore;
  /** Opens what `store` wrote anew, as the next process would; absent for a store that keeps nothing. */
  readonly reopen?: () => Promise<TaskStore>;
  readonly dispose?: () => Promise<void>;
}

export type Make = () => Promise<Made>;
