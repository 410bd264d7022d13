import { expect, test } from 'vitest';
import { type OpenMount, on, part } from '../../http/suite/mount.suite.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { LegacyClient } from './legacy-client.suite.ts';

const TASK = {
  taskId: 'client-1',
  createdAt: '2026-07-28T12:00:00Z',
  lastUpdatedAt: '2026-07-28T12:00:00Z',
  ttl: 300_000,
  pollInterval: 500,
};
const HOSTS: JsonObject = {
  elicitation: {},
  sampling: {},
  tasks: { requests: { elicitation: { create: {} }, sampling: { createMessage: {} } } },
};

/** Tasks that the client hosts: the server is the requestor and polls. */
export function hosted(open: OpenMount): void {
  test.each([
    ['elicitation', 'elicitation/create', { action: 'accept', content: { answer: 'blue' } }, 'blue'],
    [
      'sampling',
      'sampling/createMessage',
      { role: 'assistant', content: { type: 'text', text: 'green' } },
      'green',
    ],
  ])(
    'R85: %s as a task of the client: asked for, polled at its interval, and its result fetched',
    (kind, method, result, word) =>
      on(open, async (_, mount) => {
        const client = await LegacyClient.open(mount, { capabilities: HOSTS });
        const stream = await client.stream(
          'tools/call',
          { name: 'ask_as_task', arguments: { kind } },
          'call',
        );
        const asked = await stream.message();
        expect([asked.method, part(part(asked, 'params'), 'task')]).toEqual([method, { ttl: 300_000 }]);
        await client.answer(asked, { task: { ...TASK, status: 'working' } });
        await mount.advance(500);
        const first = await stream.message();
        expect([first.method, first.params]).toEqual(['tasks/get', { taskId: 'client-1' }]);
        await client.answer(first, { ...TASK, status: 'input_required' });
        await mount.advance(500);
        await client.answer(await stream.message(), { ...TASK, status: 'completed' });
        const fetched = await stream.message();
        expect([fetched.method, part(fetched, 'params').taskId]).toEqual(['tasks/result', 'client-1']);
        await client.answer(fetched, result);
        const last = await stream.message();
        expect([last.id, part(last, 'result').isError]).toEqual(['call', false]);
        const said = JSON.stringify(last);
        expect(said).toContain('working, input_required, completed');
        expect(said).toContain(word);
      })(),
  );

  test(
    'R85: the subtree of capabilities gates it: a client that did not declare it is told in a result',
    on(open, async (_, mount) => {
      for (const capabilities of [{ elicitation: {} }, { elicitation: {}, tasks: { requests: {} } }]) {
        const client = await LegacyClient.open(mount, { capabilities });
        const { result } = await client.call('tools/call', { name: 'ask_as_task' });
        expect(result.isError).toBe(true);
        expect(JSON.stringify(result)).toContain('tasks.requests.elicitation.create');
      }
    }),
  );

  test(
    "R85: a client's task that fails is the tool's failure; an error of the client's ends the call with one; bad arguments are -32602",
    on(open, async (_, mount) => {
      const client = await LegacyClient.open(mount, { capabilities: HOSTS });
      const failing = await client.stream('tools/call', { name: 'ask_as_task' });
      await client.answer(await failing.message(), { task: { ...TASK, status: 'failed' } });
      expect(part(await failing.message(), 'result').isError).toBe(true);
      const broken = await client.stream('tools/call', { name: 'ask_as_task' });
      const { id } = await broken.message();
      const error = { code: -1, message: 'User rejected' };
      await client.send(client.post({ jsonrpc: '2.0', id: id ?? null, error }));
      expect(part(await broken.message(), 'error')).toMatchObject({
        code: -32603,
        message: expect.stringContaining('User rejected'),
      });
      const bad = await client.call('tools/call', { name: 'ask_as_task', arguments: { kind: 'roots' } });
      expect(bad.error.code).toBe(-32602);
    }),
  );
}
