import { expect, test } from 'vitest';
import { isObject, type JsonObject } from '../../protocol/json.ts';
import { META } from '../../protocol/meta.ts';
import { readTask, TASK_STATUSES } from '../../protocol/task.ts';
import { type Client, meta, type OpenMount, on, part } from './mount.suite.ts';

/** How tasks come to be and what `tasks/get` tells of them. */
export function creation(open: OpenMount): void {
  test(
    'R24 R26 R27: the handle is flat, with the agreed words and numbers and nothing else',
    on(open, async (client) => {
      const { status, result } = await client.call('generate_report', { size: 'large' });
      expect(status).toBe(200);
      const { taskId, createdAt, lastUpdatedAt, _meta, ...rest } = result;
      expect(rest).toEqual({
        resultType: 'task',
        status: 'working',
        statusMessage: 'Preparing report outline.',
        ttlMs: 900_000,
        pollIntervalMs: 1000,
      });
      // 128 bits take at least 22 characters of base64.
      expect(taskId).toMatch(/^tsk_[0-9A-Za-z_-]{22,}$/);
      for (const time of [createdAt, lastUpdatedAt])
        expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
      expect(part(result, '_meta')).toHaveProperty([META.serverInfo, 'name'], 'taskscope-demo');
      const other = await client.call('generate_report', { size: 'large' });
      expect(other.result.taskId).not.toBe(taskId);
    }),
  );

  test(
    "R24 R27 R28: ttlMs and pollIntervalMs are the mount's to set; null means no limit and is still sent",
    on(
      open,
      async (client, mount) => {
        const { result } = await client.call('generate_report');
        expect(result).toMatchObject({ ttlMs: null, pollIntervalMs: 250 });
        const view = await client.get(String(result.taskId));
        expect(view).toMatchObject({ ttlMs: null, pollIntervalMs: 250 });
        for (let hour = 0; hour < 5; hour += 1) {
          await mount.advance(3_600_000);
          await client.drain();
        }
        expect(await client.status(String(result.taskId))).toBe('input_required');
      },
      { ttlMs: null, pollIntervalMs: 250, speed: 0.0005 },
    ),
  );

  test(
    'R24 R32: a task that stands still is told in the same words again, each time under the id of its own request',
    on(open, async (client) => {
      const taskId = await client.report();
      const ask = async (id: string | number) => (await client.ask('tasks/get', { taskId }, { id })).body;
      const first = await ask(1);
      expect(first).toMatchObject({ jsonrpc: '2.0', id: 1, result: { taskId, status: 'working' } });
      for (const id of ['two', '"\\\u2028', 2 ** 40]) expect(await ask(id)).toEqual({ ...first, id });
      await client.cancel(taskId);
      expect(await ask(3)).toMatchObject({ id: 3, result: { status: 'cancelled' } });
    }),
  );

  test(
    'R22: params.task and params._meta.task have no effect',
    on(open, async (client) => {
      const task = { ttl: 1, ttlMs: 1 };
      const ask = { meta: meta({ task }) };
      const plain = await client.ask(
        'tools/call',
        { name: 'lookup_glossary', arguments: { term: 'lease' }, task },
        ask,
      );
      expect(plain.result.resultType).toBe('complete');
      const handle = await client.ask('tools/call', { name: 'generate_report', task }, ask);
      expect(handle.result).toMatchObject({ resultType: 'task', ttlMs: 900_000 });
    }),
  );

  test(
    'R11: no other request becomes a task',
    on(open, async (client) => {
      for (const method of ['server/discover', 'tools/list']) {
        const { result } = await client.ask(method, { task: { ttl: 1 } });
        expect(result.resultType, method).toBe('complete');
        expect(result, method).not.toHaveProperty('taskId');
      }
    }),
  );

  test(
    'R9: a cheap look-up answers within its request',
    on(open, async (client, mount) => {
      const { result } = await client.call('lookup_glossary', { term: ' Task Handle ' });
      expect(result).toMatchObject({ resultType: 'complete', isError: false });
      expect(result).not.toHaveProperty('taskId');
      expect(JSON.stringify(result.content)).toContain('durable state');
      expect(await mount.step()).toBe(false);
      const all = await client.ask('tools/call', { name: 'lookup_glossary' });
      expect(JSON.stringify(all.result.content)).toContain('task handle');
      expect((await client.call('lookup_glossary', { term: '__proto__' })).result.isError).toBe(true);
    }),
  );

  test(
    'R25 R66: an unknown tool and bad arguments are -32602 with 200, and no task exists',
    on(open, async (client, mount) => {
      for (const params of [
        { name: 'no_such_tool', arguments: {} },
        { name: 'toString' },
        { arguments: {} },
        { name: 'generate_report', arguments: { size: 'huge' } },
        { name: 'generate_report', arguments: { pages: 3 } },
        { name: 'generate_report', arguments: [] },
        { name: 'generate_report', arguments: null },
        { name: 'slow_compute', arguments: { seconds: '5' } },
        { name: 'slow_compute', arguments: { seconds: -1 } },
      ]) {
        const { status, error } = await client.ask('tools/call', params);
        expect([status, error.code], JSON.stringify(params)).toEqual([200, -32602]);
      }
      await mount.advance(60_000);
      expect(await mount.step()).toBe(false);
    }),
  );

  test(
    'R29 R32 R26: each status carries its own payload alone, under an outer resultType that is always complete',
    on(open, async (client) => {
      const done = await client.report();
      const declined = await client.report();
      const seen: JsonObject[] = [];
      const look = async () => seen.push(await client.get(done), await client.get(declined));
      for (let i = 0; i < 10; i += 1) {
        await look();
        await client.run(500);
      }
      await client.approve(done);
      await client.answer(declined, { approve_outline: { action: 'decline' } });
      for (let i = 0; i < 6; i += 1) {
        await look();
        await client.run(500);
      }
      await look();
      expect(new Set(seen.map(({ status }) => status))).toEqual(
        new Set(['working', 'input_required', 'completed', 'cancelled']),
      );
      for (const view of seen) {
        expect(view.resultType).toBe('complete');
        const read = readTask(view);
        expect(read.ok && read.task.problems).toEqual([]);
        expect(TASK_STATUSES).toContain(view.status);
      }
    }),
  );

  test(
    'R34 R33: the report ends with the agreed result, inlined as its own request would have got it',
    on(open, async (client) => {
      const view = await finished(client);
      const { _meta, ...result } = part(view, 'result');
      expect(result).toEqual({
        resultType: 'complete',
        content: [{ type: 'text', text: 'Generated large report with approved outline.' }],
        structuredContent: { size: 'large', approved: true },
        isError: false,
      });
      expect(_meta).toEqual({ [META.serverInfo]: part(view, '_meta')[META.serverInfo] });
      const medium = await client.ask('tools/call', { name: 'generate_report' });
      await client.run(5000);
      await client.approve(String(medium.result.taskId));
      await client.run(3000);
      expect(await client.get(String(medium.result.taskId))).toMatchObject({
        result: { structuredContent: { size: 'medium' } },
      });
    }),
  );

  test(
    'R30: a terminal task refuses every change and keeps its snapshot',
    on(open, async (client) => {
      const { taskId } = await finished(client);
      const before = await client.get(String(taskId));
      await client.cancel(String(taskId));
      await client.answer(String(taskId), { approve_outline: { action: 'decline' } });
      await client.run(2000);
      expect(await client.get(String(taskId))).toEqual(before);
    }),
  );

  test(
    'the revision is in _meta of handle and view by default, and absent without the lab',
    on(open, async (client) => {
      const { result } = await client.call('generate_report');
      expect(part(result, '_meta')[META.revision]).toBe(1);
      await client.run(5000);
      expect(part(await client.get(String(result.taskId)), '_meta')[META.revision]).toBe(4);
    }),
  );

  test(
    'no lab: no revision anywhere',
    on(
      open,
      async (client) => {
        const { result } = await client.call('generate_report');
        const view = await client.get(String(result.taskId));
        for (const shown of [result, view])
          expect(Object.keys(part(shown, '_meta'))).toEqual([META.serverInfo]);
      },
      { lab: false },
    ),
  );

  test(
    'the story at speed 1: asks 3 to 5 s after the call, ends within 3 s of the answer, with working phases in between',
    on(open, async (client) => {
      const taskId = await client.report();
      await client.run(3000);
      expect(await client.status(taskId)).toBe('working');
      await client.run(2000);
      expect(await client.status(taskId)).toBe('input_required');
      await client.approve(taskId);
      await client.run(500);
      const writing = await client.get(taskId);
      expect(writing.status).toBe('working');
      expect(writing.statusMessage).toContain('Writing section');
      await client.run(2500);
      expect(await client.status(taskId)).toBe('completed');
    }),
  );

  test(
    'a synchronous call without the extension takes its time and then answers',
    on(open, async (client, mount) => {
      const answer = client.call(
        'slow_compute',
        { seconds: 2, label: 'pi' },
        { meta: meta({ [META.clientCapabilities]: {} }) },
      );
      let settled = false;
      void answer.finally(() => {
        settled = true;
      });
      while (!settled) {
        await new Promise((resolve) => setImmediate(resolve));
        await mount.advance(100);
      }
      const { result } = await answer;
      expect(isObject(result) && result.content).toEqual([{ type: 'text', text: 'Computed pi in 2 s.' }]);
    }),
  );
}

/** A report that has come to its end. */
async function finished(client: Client): Promise<JsonObject> {
  const taskId = await client.waiting();
  await client.approve(taskId);
  await client.run(3000);
  const view = await client.get(taskId);
  expect(view.status).toBe('completed');
  return view;
}
