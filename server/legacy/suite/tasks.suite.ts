import { expect, test } from 'vitest';
import { type OpenMount, on, part } from '../../http/suite/mount.suite.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { LegacyClient, relatedTo, rest } from './legacy-client.suite.ts';

/** Tasks as 2025-11-25 has them. */
export function tasks(open: OpenMount): void {
  test(
    'R80 R85: tools/list tells execution.taskSupport of all three kinds',
    on(open, async (_, mount) => {
      const client = await LegacyClient.open(mount);
      const tools = (await client.call('tools/list')).result.tools as {
        name: string;
        execution: { taskSupport: string };
      }[];
      const kinds = Object.fromEntries(tools.map(({ name, execution }) => [name, execution.taskSupport]));
      expect(kinds).toMatchObject({
        lookup_glossary: 'forbidden',
        generate_report: 'required',
        slow_compute: 'optional',
        ask_as_task: 'forbidden',
      });
      expect((await client.call('tools/list', { cursor: 'x' })).error.code).toBe(-32602);
    }),
  );

  test(
    'R85: params.task makes a nested task with the old names and the ttl that was asked for',
    on(open, async (_, mount) => {
      const client = await LegacyClient.open(mount);
      const { result } = await client.call('tools/call', {
        name: 'generate_report',
        arguments: { size: 'large' },
        task: { ttl: 60_000 },
      });
      expect(Object.keys(result).sort()).toEqual(['_meta', 'task']);
      const task = part(result, 'task');
      expect(task).toEqual({
        taskId: expect.stringMatching(/^tsk_/),
        status: 'working',
        statusMessage: 'Preparing report outline.',
        createdAt: expect.stringMatching(/Z$/),
        lastUpdatedAt: task.createdAt,
        ttl: 60_000,
        pollInterval: 1000,
      });
      expect(relatedTo({ result })).toBe(task.taskId);
      const own = await client.task('generate_report');
      expect(own.ttl).toBe(900_000);
      const long = await client.task('generate_report', {}, { task: { ttl: 1e12 } });
      expect(long.ttl).toBe(86_400_000);
      for (const wish of [[], 'yes', { ttl: '1' }, { ttl: -1 }, { ttl: 0 }]) {
        const { error } = await client.call('tools/call', { name: 'generate_report', task: wish });
        expect(error.code, JSON.stringify(wish)).toBe(-32602);
      }
    }),
  );

  test(
    'R80 R85: a required tool without params.task and a forbidden one with it are -32601; no task exists then',
    on(open, async (_, mount) => {
      const client = await LegacyClient.open(mount);
      const code = async (params: JsonObject) => (await client.call('tools/call', params)).error.code;
      expect(await code({ name: 'generate_report' })).toBe(-32601);
      expect(await code({ name: 'lookup_glossary', task: {} })).toBe(-32601);
      expect(await code({ name: 'ask_as_task', task: {} })).toBe(-32601);
      expect(await code({ name: 'nobody' })).toBe(-32602);
      expect(await code({ name: 'nobody', task: {} })).toBe(-32602);
      expect(await code({ name: 'generate_report', arguments: { size: 7 }, task: {} })).toBe(-32602);
      expect(await code({ name: 'slow_compute', arguments: { seconds: 60 } })).toBe(-32600);
      expect((await client.call('tasks/list')).result.tasks).toEqual([]);
    }),
  );

  test(
    'R80 R85: an optional tool is served both ways; a plain result has nothing of the current revision',
    on(open, async (_, mount) => {
      const client = await LegacyClient.open(mount);
      const call = { name: 'slow_compute', arguments: { seconds: 0, label: 'pi' } };
      const { result } = await client.call('tools/call', call);
      expect(result).toEqual({ content: [{ type: 'text', text: 'Computed pi in 0 s.' }], isError: false });
      expect((await client.call('tools/list')).result).not.toHaveProperty('ttlMs');
      const { taskId } = await client.task('slow_compute', { seconds: 0, label: 'pi' });
      await client.current.run();
      const later = await client.call('tasks/result', { taskId });
      const { _meta, ...same } = later.result;
      expect(same).toEqual(result);
      expect(relatedTo(later.body)).toBe(taskId);
    }),
  );

  test(
    'R85: tasks/result blocks until the task has ended, over an SSE stream, and tells of it',
    on(open, async (_, mount) => {
      const client = await LegacyClient.open(mount);
      const { taskId } = await client.task('slow_compute', { seconds: 3 });
      const stream = await client.stream('tasks/result', { taskId }, 'r');
      await client.current.run(4000);
      const messages = await rest(stream);
      const last = messages.at(-1) ?? {};
      expect([last.id, relatedTo(last)]).toEqual(['r', taskId]);
      expect(part(last, 'result')).toMatchObject({ isError: false });
      expect(messages.slice(0, -1).every(({ method }) => method === 'notifications/tasks/status')).toBe(true);
    }),
  );

  test(
    'R68 R71 R85: a failed task gives its own JSON-RPC error, a cancelled one an error, an unknown one -32602',
    on(open, async (_, mount) => {
      const client = await LegacyClient.open(mount);
      const { taskId } = await client.task('generate_report', {}, { task: { ttl: 1000 } });
      await client.current.run(1500);
      const { result } = await client.call('tasks/get', { taskId });
      expect([result.status, result.statusMessage]).toEqual(['failed', expect.stringContaining('expired')]);
      const failed = await client.call('tasks/result', { taskId });
      expect(failed.error).toMatchObject({ code: -32603, data: { reason: 'expired' } });
      const gone = await client.task('generate_report');
      await client.call('tasks/cancel', { taskId: gone.taskId });
      expect((await client.call('tasks/result', { taskId: gone.taskId })).error.code).toBe(-32602);
      for (const method of ['tasks/get', 'tasks/result', 'tasks/cancel'])
        for (const params of [{ taskId: 'tsk_nobody' }, {}])
          expect((await client.call(method, params)).error.code, method).toBe(-32602);
    }),
  );

  test(
    'R85: tasks/cancel returns the cancelled task; a task that has ended is -32602',
    on(open, async (_, mount) => {
      const client = await LegacyClient.open(mount);
      const { taskId } = await client.task('generate_report');
      const { result } = await client.call('tasks/cancel', { taskId });
      expect(result).toMatchObject({ taskId, status: 'cancelled', ttl: 900_000 });
      const again = await client.call('tasks/cancel', { taskId });
      expect(again.error).toMatchObject({ code: -32602, message: expect.stringContaining('cancelled') });
      const done = await client.task('slow_compute', { seconds: 0 });
      await client.current.run();
      expect((await client.call('tasks/cancel', { taskId: done.taskId })).error.code).toBe(-32602);
    }),
  );

  test(
    'R36 R85: tasks/list has pages of its own context, each task once; a bad cursor is -32602',
    on(open, async (_, mount) => {
      const alice = await LegacyClient.open(mount, { token: 'demo-alice' });
      const bob = await LegacyClient.open(mount, { token: 'demo-bob' });
      await bob.task('slow_compute');
      const made: unknown[] = [];
      for (let n = 0; n < 23; n += 1) made.push((await alice.task('slow_compute')).taskId);
      const seen: unknown[] = [];
      const sizes: number[] = [];
      let cursor: JsonObject = {};
      do {
        const { result } = await alice.call('tasks/list', cursor);
        const page = result.tasks as JsonObject[];
        sizes.push(page.length);
        seen.push(...page.map(({ taskId }) => taskId));
        expect(page[0]).toMatchObject({ status: 'working', ttl: 900_000 });
        cursor = result.nextCursor === undefined ? {} : { cursor: result.nextCursor };
      } while (Object.keys(cursor).length > 0);
      expect(sizes).toEqual([10, 10, 3]);
      expect([...seen].sort()).toEqual([...made].sort());
      for (const bad of ['x', '', 7, null, 'eyJ2IjoyfQ==', 'bnVsbA=='])
        expect((await alice.call('tasks/list', { cursor: bad })).error.code, String(bad)).toBe(-32602);
    }),
  );

  test(
    'R85: where nobody can be told apart, tasks/list is neither advertised nor served',
    on(
      open,
      async (_, mount) => {
        const client = await LegacyClient.open(mount);
        expect(part(client.hello, 'capabilities').tasks).toEqual({
          cancel: {},
          requests: { tools: { call: {} } },
        });
        expect((await client.call('tasks/list')).error.code).toBe(-32601);
      },
      { demoTokens: false },
    ),
  );

  test(
    'R6 R70 R85: one row behind both surfaces; a session owns nothing, its principal does',
    on(open, async (_, mount) => {
      const client = await LegacyClient.open(mount, { token: 'demo-alice' });
      const { taskId } = await client.task('generate_report', { size: 'large' });
      const alice = { token: 'demo-alice' };
      const seen = await client.current.get(String(taskId), alice);
      expect(seen).toMatchObject({ taskId, status: 'working', ttlMs: 900_000, resultType: 'complete' });
      const made = await client.current.report('small', alice);
      expect((await client.call('tasks/get', { taskId: made })).result).toMatchObject({ ttl: 900_000 });
      const other = await LegacyClient.open(mount, { token: 'demo-alice' });
      expect((await other.call('tasks/get', { taskId })).result.taskId).toBe(taskId);
      const bob = await LegacyClient.open(mount, { token: 'demo-bob' });
      const foreign = await bob.call('tasks/get', { taskId });
      const unknown = await bob.call('tasks/get', { taskId: 'tsk_nobody' });
      expect(foreign.error).toEqual(unknown.error);
    }),
  );

  test(
    'R8 R85: a restart loses every session and no task: 404, a new session, the same task with its question',
    on(open, async (_, mount) => {
      const before = await LegacyClient.open(mount);
      const taskId = await before.waiting();
      await mount.restart();
      expect((await before.call('tasks/get', { taskId })).status).toBe(404);
      const after = await LegacyClient.open(mount);
      const stream = await after.stream('tasks/result', { taskId });
      const asked = await stream.message();
      expect([asked.method, relatedTo(asked)]).toEqual(['elicitation/create', taskId]);
      await after.answer(asked, { action: 'accept', content: { approved: true } });
      await after.current.run(3000);
      expect((await rest(stream)).at(-1)?.result).toMatchObject({
        structuredContent: { size: 'large', approved: true },
      });
    }),
  );

  test(
    'R85: progress lives as long as the task, under the token of its call, and stops with it',
    on(open, async (_, mount) => {
      const client = await LegacyClient.open(mount);
      const stream = await client.listen();
      const { taskId } = await client.task(
        'slow_compute',
        { seconds: 3 },
        { _meta: { progressToken: 'p1' } },
      );
      const told: JsonObject[] = [];
      for (;;) {
        await client.current.run(1000);
        const message = await stream.message();
        told.push(message);
        if (part(message, 'params').status === 'completed') break;
      }
      const progress = told.filter(({ method }) => method === 'notifications/progress');
      expect(progress.length).toBeGreaterThanOrEqual(1);
      const numbers = progress.map((message) => Number(part(message, 'params').progress));
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
      const end = part(part(told.at(-1), 'params'), '_meta')['dev.taskscope/revision'];
      expect(Math.max(...numbers)).toBeLessThan(Number(end) - 1);
      for (const message of progress) {
        expect(part(message, 'params').progressToken).toBe('p1');
        expect(relatedTo(message)).toBe(taskId);
      }
      const status = told.filter(({ method }) => method === 'notifications/tasks/status');
      expect(told.at(-1)?.method).toBe('notifications/tasks/status');
      for (const message of status) {
        expect(part(message, 'params')).not.toHaveProperty('result');
        expect(relatedTo(message)).toBeUndefined();
      }
      await stream.close();
    }),
  );

  test(
    'R52 R85: notifications/cancelled ends a request, here a tasks/result, and never its task',
    on(open, async (_, mount) => {
      const client = await LegacyClient.open(mount);
      const { taskId } = await client.task('generate_report');
      const stream = await client.stream('tasks/result', { taskId }, 'mine');
      const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'mine' } };
      expect((await client.send(client.post(cancelled))).status).toBe(202);
      expect(await rest(stream)).toEqual([]);
      expect((await client.call('tasks/get', { taskId })).result.status).toBe('working');
    }),
  );

  test(
    'R65 R85: a shutdown ends an open tasks/result with an error and the GET stream without one',
    on(open, async (_, mount) => {
      const client = await LegacyClient.open(mount);
      const { taskId } = await client.task('generate_report');
      const result = await client.stream('tasks/result', { taskId }, 'r');
      const general = await client.listen();
      await mount.restart();
      expect(part((await rest(result)).at(-1), 'error').code).toBe(-32603);
      expect(await rest(general)).toEqual([]);
    }),
  );
}
