import type { Clock } from '../ports/clock.ts';
import type { TaskRow, TaskStore } from '../ports/task-store.ts';
import { CODES, RpcError } from '../protocol/codes.ts';

/** Between two looks at a store whose reads lag, ms. */
export const LOOK_AGAIN_MS = 20;
/** After this long a store is not slow but broken, ms. */
const GIVE_UP_MS = 10_000;

export function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((done) => {
    clock.after(ms, done);
  });
}

/**
 * Waits until a row that was stored can be read, where reads may lag behind writes (R4): a handle that leaves earlier leads its
 * client to "unknown task". Throws -32603 with 503 after 10 s; the task is kept, but nobody holds its id.
 */
export async function untilVisible(store: TaskStore, clock: Clock, row: TaskRow): Promise<void> {
  if (store.eventual !== true) return;
  for (let waited = 0; waited <= GIVE_UP_MS; waited += LOOK_AGAIN_MS) {
    if ((await store.find(row.taskId, row.owner)) !== undefined) return;
    await pause(clock, LOOK_AGAIN_MS);
  }
  throw new RpcError(CODES.internal, 'The task was stored but cannot be read yet: call again', { http: 503 });
}
