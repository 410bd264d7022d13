import { expect, test } from 'vitest';
import type { JsonObject } from '../../protocol/json.ts';
import { META } from '../../protocol/meta.ts';
import type { EventStream } from './event-stream.suite.ts';
import { meta, type OpenMount, on, part, undeclared } from './mount.suite.ts';

/** Push: `subscriptions/listen` and what it sends. */
export function subscriptions(open: OpenMount): void {
  test(
    'R58 R65: a listen is a POST answered by an event stream, not to be cached or buffered, without a session',
    on(open, async (client) => {
      const stream = await client.listen({ taskIds: [await client.report()] });
      const { headers } = stream.response;
      expect(headers.get('content-type')).toMatch(/^text\/event-stream/);
      expect(headers.get('cache-control')).toContain('no-cache');
      expect(headers.get('x-accel-buffering')).toBe('no');
      expect(headers.get('mcp-session-id')).toBeNull();
      await stream.close();
    }),
  );

  test(
    'R59 R60 R64: first the acknowledgement with the ids that may be heard, each once, under the id of the listen',
    on(open, async (client) => {
      const mine = await client.report();
      const hers = await client.report('large', { token: 'demo-alice' });
      const stream = await client.listen(
        { taskIds: [hers, mine, 'tsk_unknown', mine], toolsListChanged: true },
        { id: 'L1' },
      );
      expect(await stream.message()).toEqual({
        jsonrpc: '2.0',
        method: 'notifications/subscriptions/acknowledged',
        params: { _meta: { [META.subscriptionId]: 'L1' }, notifications: { taskIds: [mine] } },
      });
      await stream.close();
      const foreign = await client.listen({ taskIds: [hers] }, { id: 2 });
      expect(part(await foreign.message(), 'params').notifications).toEqual({ taskIds: [] });
      await foreign.close();
    }),
  );

  test(
    'R59 R60 R61 R57: after it full snapshots, each what tasks/get answers at that moment, under the id of the listen',
    on(open, async (client) => {
      const taskId = await client.report();
      const stream = await client.listen({ taskIds: [taskId] }, { id: 7 });
      await stream.message();
      const statuses: unknown[] = [];
      const follow = async () => {
        const { method, params, id } = await stream.message();
        expect([method, id]).toEqual(['notifications/tasks', undefined]);
        const { resultType: _, ...view } = await client.get(taskId);
        const expected = { ...view, _meta: { ...part(view, '_meta'), [META.subscriptionId]: 7 } };
        expect(params).toEqual(expected);
        statuses.push(part({ params } as JsonObject, 'params').status);
      };
      await follow();
      for (const ms of [1500, 1500, 1000]) {
        await client.run(ms);
        await follow();
      }
      await client.approve(taskId);
      await follow();
      await client.drain();
      await follow();
      for (const ms of [1000, 1000]) {
        await client.run(ms);
        await follow();
      }
      expect(statuses).toEqual([
        'working',
        'working',
        'working',
        'input_required',
        'working',
        'working',
        'working',
        'completed',
      ]);
      await stream.close();
    }),
  );

  test(
    'R57: the stream goes on past an ended task; polling goes on beside it',
    on(open, async (client) => {
      const [first, second] = [await client.report(), await client.report()];
      const stream = await client.listen({ taskIds: [first, second] });
      for (let i = 0; i < 3; i += 1) await stream.message();
      await client.cancel(first);
      expect(await status(stream)).toEqual([first, 'cancelled']);
      expect(await client.status(second)).toBe('working');
      await client.cancel(second);
      expect(await status(stream)).toEqual([second, 'cancelled']);
      await stream.close();
    }),
  );

  test(
    'R64 R7: changes of a foreign task are never told',
    on(open, async (client) => {
      const hers = await client.report('large', { token: 'demo-alice' });
      const mine = await client.report();
      const stream = await client.listen({ taskIds: [hers, mine] });
      await stream.message();
      expect((await status(stream))[0]).toBe(mine);
      await client.cancel(hers, { token: 'demo-alice' });
      await client.cancel(mine);
      expect(await status(stream)).toEqual([mine, 'cancelled']);
      await stream.close();
    }),
  );

  test(
    'R62: asking for tasks without the extension is -32021 and opens no stream; without tasks it may listen',
    on(open, async (client) => {
      for (const taskIds of [['tsk_x'], []]) {
        const refused = await client.ask(
          'subscriptions/listen',
          { notifications: { taskIds } },
          { meta: undeclared() },
        );
        expect([refused.status, refused.error.code]).toEqual([400, -32021]);
        expect(refused.headers.get('content-type')).toContain('application/json');
      }
      const stream = await client.listen({}, { meta: undeclared(), id: 9 });
      expect(part(await stream.message(), 'params').notifications).toEqual({});
      await stream.close();
    }),
  );

  test(
    'R66: a malformed filter is -32602',
    on(open, async (client) => {
      for (const notifications of [undefined, null, [], { taskIds: 'tsk_x' }, { taskIds: [1] }]) {
        const params = notifications === undefined ? {} : { notifications };
        const { status: http, error } = await client.ask('subscriptions/listen', params as JsonObject);
        expect([http, error.code], JSON.stringify(notifications)).toEqual([200, -32602]);
      }
      const many = Array.from({ length: 1001 }, (_, i) => `tsk_${i}`);
      expect(
        (await client.ask('subscriptions/listen', { notifications: { taskIds: many } })).error.code,
      ).toBe(-32602);
    }),
  );

  test(
    'R65: silence is filled with comments',
    on(
      open,
      async (client, mount) => {
        const stream = await client.listen({ taskIds: [] });
        await stream.message();
        let said: unknown;
        const next = stream.next().then((one) => {
          said = one;
        });
        while (said === undefined) {
          await mount.advance(100);
          await new Promise((resolve) => setImmediate(resolve));
        }
        await next;
        expect(said).toBe('comment');
        await stream.close();
      },
      { keepAliveMs: 1000 },
    ),
  );

  test(
    'R65: a shutdown ends each listen with its result, and then the stream',
    on(open, async (client, mount) => {
      const taskId = await client.waiting();
      const streams = [
        await client.listen({ taskIds: [taskId] }, { id: 'a' }),
        await client.listen({ taskIds: [taskId] }, { id: 'b' }),
      ];
      for (const stream of streams) {
        await stream.message();
        await stream.message();
      }
      await mount.restart();
      for (const [i, stream] of streams.entries()) {
        const id = ['a', 'b'][i];
        expect(await stream.message()).toEqual({
          jsonrpc: '2.0',
          id,
          result: expect.objectContaining({
            resultType: 'complete',
            _meta: expect.objectContaining({ [META.subscriptionId]: id }),
          }),
        });
        expect(await stream.next()).toBe('end');
      }
      expect(await client.status(taskId)).toBe('input_required');
    }),
  );

  test(
    'R8 R53: closing a listen ends nothing but the listen',
    on(open, async (client) => {
      const taskId = await client.report();
      const stream = await client.listen({ taskIds: [taskId] });
      await stream.message();
      await stream.close();
      await client.run(5000);
      expect(await client.status(taskId)).toBe('input_required');
      const again = await client.listen({ taskIds: [taskId] });
      await again.message();
      expect(await status(again)).toEqual([taskId, 'input_required']);
      await again.close();
    }),
  );

  test(
    'a reader that does not read holds up nobody, and is told the newest state when it does',
    on(open, async (client) => {
      const { result } = await client.call('slow_compute', { seconds: 10, label: 'pi' }, { meta: meta() });
      const taskId = String(result.taskId);
      const slow = await client.listen({ taskIds: [taskId] });
      const quick = await client.listen({ taskIds: [taskId] });
      for (let i = 0; i < 2; i += 1) await quick.message();
      for (let i = 0; i < 10; i += 1) {
        await client.run(1000);
        await quick.message();
      }
      expect(await client.status(taskId)).toBe('completed');
      let last: [unknown, unknown] = [undefined, undefined];
      await slow.message();
      while (last[1] !== 'completed') last = await status(slow);
      expect(last).toEqual([taskId, 'completed']);
      await Promise.all([slow.close(), quick.close()]);
    }),
  );
}

async function status(stream: EventStream): Promise<[unknown, unknown]> {
  const params = part(await stream.message(), 'params');
  return [params.taskId, params.status];
}
