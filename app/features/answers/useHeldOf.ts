import { useMemo, useSyncExternalStore } from 'react';
import type { Engine, TaskHistory } from '../../engine/index.ts';
import { type HeldRequest, heldRequests } from './held-requests.ts';

/** What a legacy server asks for a task in its session, open or not; a task of a current server has none. */
export function useHeldOf(engine: Engine, task: TaskHistory | undefined): readonly HeldRequest[] {
  const store = heldRequests(engine);
  const all = useSyncExternalStore(store.subscribe, store.list);
  const { taskId, endpoint } = task ?? {};
  return useMemo(
    () => all.filter((request) => request.taskId === taskId && request.endpoint === endpoint),
    [all, taskId, endpoint],
  );
}
