import { expect, test } from 'vitest';
import type { JsonObject } from '../../../server/protocol/json.ts';
import { taskKey } from '../derive/model.ts';
import { json, type Request, result, SCRIPTED, scripted } from './scripted.suite.ts';

// The rows of the official suite's list for the tasks extension that bind a client, under their ids: no scenario of the pinned
// version emits them. Those that bind a server are in server/http/suite/extension-rows.suite.ts.

const TASK: JsonObject = {
  taskId: 'tsk a/é',
  status: 'working',
  createdAt: '2026-07-28T12:00:00.000Z',
  lastUpdatedAt: '2026-07-28T12:00:00.000Z',
  ttlMs: null,
};
const taskId = String(TASK.taskId);
const handle = (request: Request) =>
  json({ jsonrpc: '2.0', id: request.id, result: { ...TASK, resultType: 'task' } });

test('sep-2663-client-emits-mcp-name-on-tasks-methods', async () => {
  const encoded = '=?base64?dHNrIGEvw6k=?=';
  const polled: (string | null)[] = [];
  const { clock, engine } = scripted(handle);
  const made = await engine({
    fetch: async (_url, init) => {
      polled.push(new Headers(init.headers as HeadersInit).get('Mcp-Name'));
      const { id } = JSON.parse(String(init.body)) as { id: string };
      return json({ jsonrpc: '2.0', id, result: { ...TASK, resultType: 'complete' } });
    },
  });
  for (const { headers } of [made.prepareUpdate(SCRIPTED, taskId, {}), made.prepareCancel(SCRIPTED, taskId)])
    expect(headers).toContainEqual(['Mcp-Name', encoded]);
  made.attach(SCRIPTED, taskId);
  await clock.advance(10_000);
  await made.close();
  expect(new Set(polled)).toEqual(new Set([encoded]));
});

test('sep-2663-client-handles-polymorphic-result', async () => {
  const { engine } = scripted((request) =>
    request.nth === 1 ? handle(request) : result(request, { content: [] }),
  );
  const made = await engine();
  const call = () => made.call(made.prepareCall(SCRIPTED, 'work', {}));
  expect(await call()).toMatchObject({ ok: true, value: { kind: 'task', taskId } });
  expect(await call()).toMatchObject({ ok: true, value: { kind: 'result' } });
  expect(made.world().tasks.size).toBe(1);
  await made.close();
});

test('sep-2663-client-rejects-task-result-on-unsupported', async () => {
  const { engine } = scripted(handle);
  const made = await engine();
  for (const answer of [
    await made.discover(SCRIPTED),
    await made.listTools(SCRIPTED),
    await made.cancel(made.prepareCancel(SCRIPTED, taskId)),
  ])
    expect(answer).toMatchObject({ ok: false, problem: { kind: 'rpc' } });
  expect(made.world().tasks.get(taskKey(SCRIPTED, taskId))).toBeUndefined();
  await made.close();
});
