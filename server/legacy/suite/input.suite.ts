import { expect, test } from 'vitest';
import { type OpenMount, on, part } from '../../http/suite/mount.suite.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { LegacyClient, relatedTo, rest } from './legacy-client.suite.ts';

const YES: JsonObject = { action: 'accept', content: { approved: true } };

/** Questions of a task as requests of the server's, on either stream. */
export function input(open: OpenMount): void {
  test(
    'R83 R85: without a GET stream the question comes on the stream of tasks/result, tied to its task',
    on(open, async (_, mount) => {
      const client = await LegacyClient.open(mount);
      const { taskId } = await client.task('generate_report', { size: 'large' });
      const stream = await client.stream('tasks/result', { taskId }, 'r');
      await client.current.run(2000);
      expect((await stream.message()).method).toBe('notifications/tasks/status');
      await client.current.run(3000);
      let asked: JsonObject;
      do asked = await stream.message();
      while (asked.method === 'notifications/tasks/status');
      expect(asked).toMatchObject({
        method: 'elicitation/create',
        params: { mode: 'form', message: 'Approve the generated report outline?' },
      });
      expect(relatedTo(asked)).toBe(taskId);
      expect(await client.answer(asked, YES)).toBe(202);
      expect((await client.call('tasks/get', { taskId })).result.status).toBe('working');
      await client.current.run(3000);
      const last = (await rest(stream)).at(-1);
      expect(part(last, 'result').structuredContent).toEqual({ size: 'large', approved: true });
    }),
  );

  test(
    'R85: with a GET stream alone the question comes there, as soon as the task asks',
    on(open, async (_, mount) => {
      const client = await LegacyClient.open(mount);
      const stream = await client.listen();
      const taskId = await client.waiting();
      let asked: JsonObject;
      do asked = await stream.message();
      while (asked.method !== 'elicitation/create');
      expect(relatedTo(asked)).toBe(taskId);
      expect(await client.answer(asked, YES)).toBe(202);
      await client.current.run(3000);
      expect((await client.call('tasks/get', { taskId })).result.status).toBe('completed');
      await stream.close();
    }),
  );

  test(
    'R85: with both streams open it comes where the result is awaited, once',
    on(open, async (_, mount) => {
      const client = await LegacyClient.open(mount);
      const general = await client.listen();
      const { taskId } = await client.task('generate_report', { size: 'large' });
      const stream = await client.stream('tasks/result', { taskId });
      await client.current.run(2000);
      expect((await stream.message()).method).toBe('notifications/tasks/status');
      await client.current.run(3000);
      let asked: JsonObject;
      do asked = await stream.message();
      while (asked.method === 'notifications/tasks/status');
      expect(asked.method).toBe('elicitation/create');
      await client.answer(asked, YES);
      await client.current.run(3000);
      await rest(stream);
      await client.send(client.http('DELETE'));
      expect((await rest(general)).filter(({ method }) => method === 'elicitation/create')).toEqual([]);
    }),
  );

  test(
    'R85: a question is on one stream at a time; one whose stream breaks is given to the next, and its first answer counts',
    on(open, async (_, mount) => {
      const client = await LegacyClient.open(mount);
      const taskId = await client.waiting();
      const first = await client.stream('tasks/result', { taskId });
      const asked = await first.message();
      const general = await client.listen();
      const other = await client.task('slow_compute', { seconds: 0 });
      await client.current.run();
      // The GET stream tells of the other task and does not ask again.
      expect(part(await general.message(), 'params').taskId).toBe(other.taskId);
      await first.close();
      await client.current.run();
      const again = await general.message();
      expect(again).toEqual(asked);
      expect(await client.answer(again, YES)).toBe(202);
      expect(await client.answer(again, { action: 'decline' })).toBe(202);
      await client.current.run(3000);
      expect((await client.call('tasks/get', { taskId })).result.status).toBe('completed');
      await general.close();
    }),
  );

  test(
    'R46 R85: an answer that breaks its schema is 400, the question is put again, three times at the most',
    on(open, async (_, mount) => {
      const client = await LegacyClient.open(mount);
      const taskId = await client.waiting();
      const stream = await client.stream('tasks/result', { taskId });
      const ids: unknown[] = [];
      for (let n = 0; n < 3; n += 1) {
        const asked = await stream.message();
        ids.push(asked.id);
        expect(await client.answer(asked, { action: 'accept', content: { approved: 'yes' } })).toBe(400);
      }
      expect(new Set(ids).size).toBe(3);
      expect((await client.call('tasks/get', { taskId })).result.status).toBe('input_required');
      // Nothing is asked any more; the task still takes its answer, here by way of the current surface.
      await client.current.approve(taskId);
      await client.current.run(3000);
      const left = await rest(stream);
      expect(left.filter(({ method }) => method === 'elicitation/create')).toEqual([]);
      expect(left.at(-1)?.result).toMatchObject({ isError: false });
    }),
  );

  test(
    'R37 R85: questions before a task become requests on the stream of the call; then the task is made',
    on(open, async (_, mount) => {
      const client = await LegacyClient.open(mount);
      const stream = await client.stream('tools/call', { name: 'book_room', task: { ttl: 60_000 } }, 'call');
      const room = await stream.message();
      expect([room.method, relatedTo(room)]).toEqual(['elicitation/create', undefined]);
      await client.answer(room, { action: 'accept', content: { room: 'Grace' } });
      const guest = await stream.message();
      expect(part(guest, 'params').message).toContain('Grace');
      expect((await client.call('tasks/list')).result.tasks).toEqual([]);
      await client.answer(guest, { action: 'accept', content: { guest: 'Ada' } });
      const made = await stream.message();
      expect([made.id, part(part(made, 'result'), 'task').ttl]).toEqual(['call', 60_000]);
      const { taskId } = part(part(made, 'result'), 'task');
      await client.current.run(4000);
      const { result } = await client.call('tasks/result', { taskId });
      expect(result.structuredContent).toEqual({ room: 'Grace', people: 4, guest: 'Ada' });
    }),
  );

  test(
    'R37 R85: a refusal before the task makes none, and a client that cannot be asked is told what it did not declare',
    on(open, async (_, mount) => {
      const client = await LegacyClient.open(mount);
      const stream = await client.stream('tools/call', { name: 'book_room', task: {} });
      await client.answer(await stream.message(), { action: 'decline' });
      expect(part(await stream.message(), 'error').code).toBe(-32602);
      const mute = await LegacyClient.open(mount, { capabilities: {} });
      const { error } = await mute.call('tools/call', { name: 'book_room', task: {} });
      expect(error.code).not.toBe(undefined);
      expect(String(error.message)).toContain('elicitation');
      expect((await client.call('tasks/list')).result.tasks).toEqual([]);
    }),
  );

  test.each([
    ['a refusal', { result: { action: 'decline' } }],
    ['an error', { error: { code: -32601, message: 'no handler' } }],
  ])('R47 R85: %s in place of an answer ends the report as cancelled', (_, answer) =>
    on(open, async (__, mount) => {
      const client = await LegacyClient.open(mount);
      const taskId = await client.waiting();
      const stream = await client.stream('tasks/result', { taskId });
      const { id } = await stream.message();
      await client.send(client.post({ jsonrpc: '2.0', id: id ?? null, ...answer }));
      await client.current.run();
      expect((await client.call('tasks/get', { taskId })).result).toMatchObject({
        status: 'cancelled',
        statusMessage: 'User did not approve the outline.',
      });
      expect((await rest(stream)).at(-1)?.error).toMatchObject({ code: -32602 });
    })(),
  );

  test(
    'R44 R85: a question that was answered on the other surface is taken back; a late answer is ignored',
    on(open, async (_, mount) => {
      const client = await LegacyClient.open(mount);
      const stream = await client.listen();
      const taskId = await client.waiting();
      let asked: JsonObject;
      do asked = await stream.message();
      while (asked.method !== 'elicitation/create');
      await client.current.approve(taskId);
      let back: JsonObject;
      do back = await stream.message();
      while (back.method !== 'notifications/cancelled');
      expect(part(back, 'params').requestId).toBe(asked.id);
      expect(await client.answer(asked, { action: 'decline' })).toBe(202);
      await client.current.run(3000);
      expect((await client.call('tasks/get', { taskId })).result.status).toBe('completed');
      await stream.close();
    }),
  );

  test(
    'R85: a client that did not declare elicitation is never asked; one that declared URL mode alone gets no task that asks for a form',
    on(open, async (_, mount) => {
      const client = await LegacyClient.open(mount, { capabilities: {} });
      const stream = await client.listen();
      const taskId = await client.waiting();
      await client.current.approve(taskId);
      await client.current.run(3000);
      let told: JsonObject;
      const methods: unknown[] = [];
      do {
        told = await stream.message();
        methods.push(told.method);
      } while (part(told, 'params').status !== 'completed');
      expect(methods).not.toContain('elicitation/create');
      await stream.close();
      const pages = await LegacyClient.open(mount, { capabilities: { elicitation: { url: {} } } });
      const { error } = await pages.call('tools/call', { name: 'generate_report', task: {} });
      expect([error.code, error.message]).toEqual([
        -32600,
        'This call needs what the client did not declare in initialize: elicitation.form',
      ]);
    }),
  );
}
