import { expect, test } from 'vitest';
import { readTask } from '../../protocol/task.ts';
import { type OpenMount, on, part } from './mount.suite.ts';

/** The demo's tools that show an end, a cancel or a change of pace. */
export function toolsEnds(open: OpenMount): void {
  test(
    'R68: flaky_import fails with the JSON-RPC error of its work, and a statusMessage that says what went wrong',
    on(open, async (client) => {
      const taskId = await client.task('flaky_import');
      await client.run(1000);
      expect(await client.get(taskId)).toMatchObject({
        status: 'working',
        statusMessage: 'Imported 40 of 100 records.',
      });
      await client.run(1500);
      const view = await client.get(taskId);
      expect(view).toMatchObject({
        status: 'failed',
        statusMessage: expect.stringContaining('after 40 of 100 records'),
        error: { code: -32603, message: 'The source closed the connection', data: { imported: 40, of: 100 } },
      });
      expect(view).not.toHaveProperty('result');
    }),
  );

  test(
    'R67: lint_document reports problems with isError and is completed; a clean document is no error',
    on(open, async (client) => {
      const [bad, good] = [
        await client.task('lint_document'),
        await client.task('lint_document', { document: 'A task is durable.' }),
      ];
      await client.run(2000);
      const view = await client.get(bad);
      expect(view).toMatchObject({ status: 'completed', result: { resultType: 'complete', isError: true } });
      expect(part(part(view, 'result'), 'structuredContent').problems).toEqual([
        'Line 1 says "is" twice.',
        'Line 2 ends in white space.',
      ]);
      expect(view).not.toHaveProperty('error');
      expect(await client.get(good)).toMatchObject({ status: 'completed', result: { isError: false } });
    }),
  );

  test(
    'R49 R48: stubborn_job acknowledges the cancel, goes on working and completes',
    on(open, async (client) => {
      const taskId = await client.task('stubborn_job');
      await client.run(2000);
      const ack = await client.cancel(taskId);
      expect(ack.result.resultType).toBe('complete');
      await client.run(3500);
      expect(await client.get(taskId)).toMatchObject({
        status: 'working',
        statusMessage: 'Did 5 of 6 parts.',
      });
      await client.run(500);
      expect(await client.get(taskId)).toMatchObject({ status: 'completed', statusMessage: 'Finished.' });
    }),
  );

  test(
    'R49 R51: slow_to_stop is still working after the ack, and cancelled a while later; left alone it completes',
    on(open, async (client) => {
      const [stopped, left] = [await client.task('slow_to_stop'), await client.task('slow_to_stop')];
      await client.run(2500);
      await client.cancel(stopped);
      expect(await client.status(stopped)).toBe('working');
      await client.run(500);
      expect(await client.get(stopped)).toMatchObject({
        status: 'working',
        statusMessage: 'Stopping: putting things away.',
      });
      await client.run(1500);
      expect(await client.status(stopped)).toBe('working');
      await client.run(500);
      expect(await client.get(stopped)).toMatchObject({
        status: 'cancelled',
        statusMessage: 'Stopped after 3 of 8 parts, and tidied up.',
      });
      await client.run(3000);
      expect(await client.status(left)).toBe('completed');
    }),
  );

  test(
    'R56 R49: photo_finish completes although the cancel came first, and a second cancel does not change that',
    on(open, async (client) => {
      const [raced, left] = [await client.task('photo_finish'), await client.task('photo_finish')];
      await client.run(1500);
      await client.cancel(raced);
      expect(await client.status(raced)).toBe('working');
      await client.run(500);
      const view = await client.get(raced);
      expect(view).toMatchObject({
        status: 'completed',
        result: { content: [{ text: 'Over the line just before the cancel.' }] },
      });
      await client.cancel(raced);
      await client.run(7000);
      expect(await client.get(raced)).toEqual(view);
      expect(await client.get(left)).toMatchObject({ status: 'completed', statusMessage: 'Finished.' });
    }),
  );

  test(
    'R27 R28: changing_pace tells another pollIntervalMs and ttlMs in each phase, as whole numbers or null',
    on(open, async (client) => {
      const { result } = await client.call('changing_pace');
      expect(result).toMatchObject({ pollIntervalMs: 500, ttlMs: 60_000 });
      const taskId = String(result.taskId);
      const seen: unknown[] = [];
      for (let phase = 0; phase < 4; phase += 1) {
        const view = await client.get(taskId);
        expect(readTask(view)).toMatchObject({ ok: true, task: { problems: [] } });
        seen.push([view.status, view.pollIntervalMs, view.ttlMs]);
        await client.run(3000);
      }
      expect(seen).toEqual([
        ['working', 500, 60_000],
        ['working', 2000, 600_000],
        ['working', 250, null],
        ['completed', 250, null],
      ]);
    }),
  );

  test(
    'R81 R87 R71: endless_tool works for its 30 s of TTL whatever the server gives to others, then fails, then is gone',
    on(
      open,
      async (client, mount) => {
        const { result } = await client.call('endless_tool');
        expect(result.ttlMs).toBe(30_000);
        const taskId = String(result.taskId);
        await client.run(29_999);
        expect(await client.status(taskId)).toBe('working');
        await mount.advance(1);
        await client.drain();
        expect(await client.get(taskId)).toMatchObject({
          status: 'failed',
          error: { data: { reason: 'expired' } },
        });
        await mount.advance(5000);
        await client.drain();
        expect((await client.ask('tasks/get', { taskId })).error.message).toContain('expired');
      },
      { retentionMs: 5000 },
    ),
  );

  test(
    'R87 R50: a client with a limit of ten seconds cancels endless_tool, which stops at once',
    on(open, async (client, mount) => {
      const taskId = await client.task('endless_tool');
      await client.run(10_000);
      expect(await client.status(taskId)).toBe('working');
      await client.cancel(taskId);
      expect(await client.status(taskId)).toBe('cancelled');
      await mount.advance(10_000);
      expect(await mount.step()).toBe(false);
    }),
  );

  test(
    'R70: big_result answers with a handle to its ten megabytes, which only the owner of the completed task can read',
    on(open, async (client) => {
      const alice = { token: 'demo-alice' };
      const taskId = await client.task('big_result', {}, alice);
      const uri = `taskscope://artifacts/${taskId}`;
      expect((await client.ask('resources/read', { uri }, alice)).error.code).toBe(-32602);
      await client.run(3000);
      const view = await client.get(taskId, alice);
      const link = { type: 'resource_link', uri, size: 10_000_000 };
      expect(view).toMatchObject({
        status: 'completed',
        result: { content: [{ type: 'text' }, link], structuredContent: { artifact: { size: 10_000_000 } } },
      });
      expect(JSON.stringify(view).length).toBeLessThan(2000);
      const { result } = await client.ask('resources/read', { uri }, alice);
      const [contents] = result.contents as readonly { readonly text: string }[];
      expect(contents?.text.length).toBe(10_000_000);
      for (const other of [{ token: 'demo-bob' }, {}])
        expect((await client.ask('resources/read', { uri }, other)).error.code).toBe(-32602);
    }),
  );
}
