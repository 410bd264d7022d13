import { expect, test } from 'vitest';
import { META } from '../../protocol/meta.ts';
import { type OpenMount, on, part, undeclared } from './mount.suite.ts';

/** Cancelling is a request of its own, cooperative, and never claimed by its ack. */
export function cancellation(open: OpenMount): void {
  test(
    'R48 R50 R51: the ack of a cancel is empty; generate_report ends at once, working or waiting',
    on(open, async (client) => {
      for (const begin of [() => client.report(), () => client.waiting()]) {
        const taskId = await begin();
        const { status, result } = await client.cancel(taskId);
        expect(status).toBe(200);
        expect(Object.keys(result).sort()).toEqual(['_meta', 'resultType']);
        expect(Object.keys(part(result, '_meta'))).toEqual([META.serverInfo]);
        expect(result.resultType).toBe('complete');
        const view = await client.get(taskId);
        expect(view.status).toBe('cancelled');
        expect(view.statusMessage).toEqual(expect.any(String));
      }
    }),
  );

  test(
    'R49: a cancelled slow_compute of 60 s is over at once, and no later step revives it',
    on(open, async (client, mount) => {
      const { result } = await client.call('slow_compute', { seconds: 60, label: 'pi' });
      const taskId = String(result.taskId);
      await client.run(13_000);
      const before = await client.get(taskId);
      expect(before).toMatchObject({ status: 'working', statusMessage: 'Computed 2 of 10 parts.' });
      await client.cancel(taskId);
      expect(await client.status(taskId)).toBe('cancelled');
      await mount.advance(60_000);
      expect(await mount.step()).toBe(false);
      expect(await client.status(taskId)).toBe('cancelled');
    }),
  );

  test(
    'R50: repeated cancels are acknowledged and change nothing',
    on(open, async (client) => {
      const taskId = await client.report();
      const acks = [await client.cancel(taskId)];
      const first = await client.get(taskId);
      expect(first.status).toBe('cancelled');
      for (let i = 0; i < 3; i += 1) acks.push(await client.cancel(taskId));
      await client.run(1000);
      expect(acks.map(({ result }) => result)).toEqual(Array(4).fill(acks[0]?.result));
      expect(await client.get(taskId)).toEqual(first);
    }),
  );

  test(
    'R56 R50: what was completed before the cancel stays completed',
    on(open, async (client) => {
      const { result } = await client.call('slow_compute', { seconds: 0, label: 'pi' });
      await client.run(500);
      const ack = await client.cancel(String(result.taskId));
      expect([ack.status, ack.result.resultType]).toEqual([200, 'complete']);
      expect(await client.get(String(result.taskId))).toMatchObject({
        status: 'completed',
        result: { content: [{ text: 'Computed pi in 0 s.' }] },
      });
    }),
  );

  test(
    'R52: notifications/cancelled for the call that made the task does not touch it',
    on(open, async (client, mount) => {
      const { result } = await client.call('generate_report', {}, { id: 'call-1' });
      for (const requestId of ['call-1', result.taskId]) {
        const body = {
          jsonrpc: '2.0',
          method: 'notifications/cancelled',
          params: { requestId, taskId: requestId },
        };
        const response = await mount.fetch(client.post(body as never));
        expect(response.status).toBe(202);
      }
      await client.run(5000);
      expect(await client.status(String(result.taskId))).toBe('input_required');
    }),
  );

  test(
    'R53 R8: once there is a handle, closing its request does nothing to the task',
    on(open, async (client) => {
      const request = new AbortController();
      const { result } = await client.call('generate_report', {}, { signal: request.signal });
      request.abort();
      await client.run(5000);
      expect(await client.status(String(result.taskId))).toBe('input_required');
    }),
  );

  test(
    'R53: closing a synchronous request that still runs cancels it, and nothing else',
    on(open, async (client) => {
      const taskId = await client.report();
      const request = new AbortController();
      const running = client.mount.fetch(
        client.request(
          'tools/call',
          { name: 'slow_compute', arguments: { seconds: 5 } },
          { meta: undeclared(), signal: request.signal },
        ),
      );
      request.abort();
      // The client's side rejects, or (by direct call) the server's answer is that nobody waits any more. No time has passed.
      expect(
        await running.then(
          (response) => response.status,
          () => 499,
        ),
      ).toBe(499);
      await client.run(5000);
      expect(await client.status(taskId)).toBe('input_required');
    }),
  );

  test(
    'R54: a cancel without the extension, or of an unknown task, is an error and changes nothing',
    on(open, async (client) => {
      const taskId = await client.report();
      expect((await client.cancel(taskId, { meta: undeclared() })).error.code).toBe(-32021);
      expect((await client.cancel('tsk_unknown')).error.code).toBe(-32602);
      expect((await client.cancel(taskId, { token: 'demo-alice' })).error.code).toBe(-32602);
      expect(await client.status(taskId)).toBe('working');
    }),
  );
}
