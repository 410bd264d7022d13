import { expect, test } from 'vitest';
import type { EventStream } from '../http/suite/event-stream.suite.ts';
import { Client, part } from '../http/suite/mount.suite.ts';
import type { JsonObject } from '../protocol/json.ts';
import { META } from '../protocol/meta.ts';
import { startDemo } from '../testing.ts';

const TASKS = 100;
/** One transition each second: a thousand for all tasks. */
const SECONDS = 10;

/** Follows a listen until every task has ended. @returns what was told last of each, and how often each was told */
async function follow(stream: EventStream, taskIds: readonly string[]) {
  const ack = await stream.message();
  const last = new Map<string, JsonObject>();
  const told = new Map<string, number>();
  let ended = 0;
  while (ended < taskIds.length) {
    const params = part(await stream.message(), 'params');
    const taskId = String(params.taskId);
    const before = last.get(taskId);
    const revision = (one: JsonObject | undefined) => Number(part(one, '_meta')[META.revision] ?? 0);
    expect(revision(params), 'a snapshot is newer than the one before it').toBeGreaterThan(revision(before));
    last.set(taskId, params);
    told.set(taskId, (told.get(taskId) ?? 0) + 1);
    if (params.status !== 'working') ended += 1;
  }
  return { ack, last, told };
}

test('R59 R61 a subscription held through 1,000 transitions of 100 tasks delivers each final snapshot, to a slow reader as well', {
  timeout: 120_000,
}, async () => {
  const demo = await startDemo({ clock: 'manual' });
  const mount = {
    ...demo,
    fetch: (request: Request) => fetch(request),
    restart: () => Promise.reject(new Error('not here')),
  };
  const client = new Client(mount);
  try {
    const taskIds: string[] = [];
    for (let i = 0; i < TASKS; i += 1) {
      const { result } = await client.call('slow_compute', { seconds: SECONDS, label: `sum ${i}` });
      taskIds.push(String(result.taskId));
    }
    const quick = follow(await client.listen({ taskIds }, { id: 'quick' }), taskIds);
    const slowStream = await client.listen({ taskIds }, { id: 'slow' });
    let stepped = 0;
    for (let second = 0; second < SECONDS; second += 1) {
      await demo.advance(1_000);
      stepped += TASKS;
      // While one reader reads nothing, others are answered.
      expect(await client.status(taskIds[0] ?? '')).toBe(second + 1 < SECONDS ? 'working' : 'completed');
    }
    expect(stepped).toBe(1_000);
    const [{ ack, last, told }, slow] = [await quick, await follow(slowStream, taskIds)];
    expect(part(ack, 'params').notifications).toEqual({ taskIds });
    for (const taskId of taskIds) {
      const { resultType: _, ...view } = await client.get(taskId);
      expect(view.status).toBe('completed');
      for (const [id, seen] of [
        ['quick', last],
        ['slow', slow.last],
      ] as const)
        expect(seen.get(taskId)).toEqual({
          ...view,
          _meta: { ...part(view, '_meta'), [META.subscriptionId]: id },
        });
      expect(told.get(taskId)).toBeGreaterThan(1);
    }
  } finally {
    await demo.close();
  }
});
