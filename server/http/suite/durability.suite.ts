import { expect, test } from 'vitest';
import type { JsonObject } from '../../protocol/json.ts';
import { readTask } from '../../protocol/task.ts';
import { type Answer, type OpenMount, on, part } from './mount.suite.ts';

/** Tasks outlive requests and processes, and end by their own fields. */
export function durability(open: OpenMount): void {
  test(
    'R3 R72: the handle is answered only when another process can read the task',
    on(open, async (client, mount) => {
      const { result } = await client.call('generate_report', { size: 'large' });
      await mount.restart();
      const { resultType: _, ...handle } = result;
      const { resultType: __, ...view } = await client.get(String(result.taskId));
      expect(view).toEqual(handle);
    }),
  );

  test(
    'R5 R73 R74 R69: a task goes on through a restart at every step, and comes to the same end by the same states',
    on(open, async (client, mount) => {
      const story = async (between: () => Promise<void>): Promise<unknown[]> => {
        const taskId = await client.report();
        const seen: unknown[] = [];
        for (let i = 0; i < 16; i += 1) {
          const { status, statusMessage, result } = await client.get(taskId);
          seen.push([status, statusMessage, result]);
          if (status === 'input_required') await client.approve(taskId);
          await between();
          await client.run(500);
        }
        return seen;
      };
      const undisturbed = await story(async () => {});
      const restarted = await story(() => mount.restart());
      expect(restarted).toEqual(undisturbed);
      expect(undisturbed.at(-1)).toEqual(['completed', 'Report finished.', expect.anything()]);
    }),
  );

  test(
    'R74: one step is one transition, and without steps nothing moves',
    on(open, async (client, mount) => {
      const tasks = [await client.report(), await client.report()];
      const messages = () => Promise.all(tasks.map(async (id) => (await client.get(id)).statusMessage));
      const [before, after] = ['Preparing report outline.', 'Outlined 2 of 4 sections.'];
      await mount.advance(60_000);
      expect(await messages()).toEqual([before, before]);
      expect(await mount.step()).toBe(true);
      expect((await messages()).sort()).toEqual([after, before]);
      expect(await mount.step()).toBe(true);
      expect(await messages()).toEqual([after, after]);
      expect(await mount.step()).toBe(false);
      expect(await messages()).toEqual([after, after]);
    }),
  );

  test(
    'R71 R68 R8: an unfinished task fails after its TTL with a JSON-RPC error and a message, and never before',
    on(
      open,
      async (client, mount) => {
        const taskId = await client.waiting();
        await mount.advance(4999);
        await client.drain();
        expect(await client.status(taskId)).toBe('input_required');
        await mount.advance(1);
        await client.drain();
        const view = await client.get(taskId);
        expect(view).toMatchObject({
          status: 'failed',
          statusMessage: expect.stringContaining('expired'),
          error: { code: expect.any(Number), message: expect.stringContaining('expired') },
        });
        const read = readTask(view);
        expect(read.ok && read.task.problems).toEqual([]);
      },
      { ttlMs: 10_000 },
    ),
  );

  test(
    'R71 R70: an ended task is kept for its time, then gone; that it expired is told to its owner only',
    on(
      open,
      async (client, mount) => {
        const alice = { token: 'demo-alice' };
        const { result } = await client.call('slow_compute', { seconds: 0 }, alice);
        const taskId = String(result.taskId);
        await client.run();
        await mount.advance(10_000 + 60_000 - 1);
        await client.drain();
        expect(await client.status(taskId, alice)).toBe('completed');
        await mount.advance(1);
        await client.drain();
        const owner = await client.ask('tasks/get', { taskId }, alice);
        expect([owner.status, owner.error.code]).toEqual([200, -32602]);
        expect(owner.error.message).toContain('expired');
        for (const other of [{ token: 'demo-bob' }, {}]) {
          const foreign = await client.ask('tasks/get', { taskId }, { ...other, id: 1 });
          const unknown = await client.ask('tasks/get', { taskId: 'tsk_unknown' }, { ...other, id: 1 });
          expect(foreign.body).toEqual(unknown.body);
          expect(foreign.error.message).not.toMatch(/expired/i);
        }
        for (const method of ['tasks/update', 'tasks/cancel'])
          expect((await client.ask(method, { taskId, inputResponses: {} }, alice)).error.code).toBe(-32602);
      },
      { ttlMs: 10_000, retentionMs: 60_000 },
    ),
  );

  test(
    'R75: the scripted run prints the six lines, and R1: carries nothing from one request to the next',
    on(open, async (client, mount) => {
      const lines: string[] = [];
      const say = (id: number, { result }: Answer) =>
        lines.push(
          `id=${id} resultType=${String(result.resultType)} status=${String(result.status ?? 'ack')}`,
        );
      say(0, await client.ask('server/discover', {}, { id: 0 }));
      const called = await client.call('generate_report', { size: 'large' }, { id: 1 });
      say(1, called);
      const taskId = String(called.result.taskId);
      await mount.restart();
      say(2, await client.ask('tasks/get', { taskId }, { id: 2 }));
      await client.run(5000);
      say(3, await client.ask('tasks/get', { taskId }, { id: 3 }));
      say(4, await client.ask('tasks/update', { taskId, inputResponses: approved() }, { id: 4 }));
      await client.run(3000);
      say(5, await client.ask('tasks/get', { taskId }, { id: 5 }));
      expect(lines).toEqual([
        'id=0 resultType=complete status=ack',
        'id=1 resultType=task status=working',
        'id=2 resultType=complete status=working',
        'id=3 resultType=complete status=input_required',
        'id=4 resultType=complete status=ack',
        'id=5 resultType=complete status=completed',
      ]);
    }),
  );

  test(
    "speed: the demo's work runs as many times as fast as the mount says",
    on(
      open,
      async (client) => {
        const taskId = await client.report();
        for (let i = 0; i < 4; i += 1) await client.run(75);
        expect(await client.status(taskId)).toBe('input_required');
        expect(part(await client.get(taskId), 'inputRequests')).toHaveProperty('approve_outline');
      },
      { speed: 20 },
    ),
  );
}

function approved(): JsonObject {
  return { approve_outline: { action: 'accept', content: { approved: true } } };
}
