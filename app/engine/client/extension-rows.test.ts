import { expect, test } from 'vitest';
import type { JsonObject } from '../../../server/protocol/json.ts';
import { taskKey } from '../derive/model.ts';
import {
  ASKING,
  DONE,
  json,
  type Request,
  result,
  SCRIPTED,
  scripted,
  snapshot,
  TASK as WATCHED,
} from './scripted.suite.ts';

// The rows of the official suite's list for the tasks extension that bind a client, under their ids: no scenario of the pinned
// version emits them. Those that bind a server are in server/http/suite/extension-rows.suite.ts. Below them, what the extension's text
// asks of a client beyond the list, each under the heading where it stands. That handles are kept over a crash ("Polling") is R5 in
// resume.test.ts.

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

/** A task that is watched from its handle on; `polls` are the answers of tasks/get, the last one for ever. */
async function watching(polls: readonly JsonObject[]) {
  const world = scripted((request) => {
    if (request.method === 'tools/call')
      return json({ jsonrpc: '2.0', id: request.id, result: { ...snapshot(), resultType: 'task' } });
    if (request.method !== 'tasks/get') return result(request, {});
    return result(request, snapshot(polls[Math.min(request.nth, polls.length) - 1] ?? {}));
  });
  const made = await world.engine();
  await made.call(made.prepareCall(SCRIPTED, 'work', {}));
  const task = () => made.world().tasks.get(taskKey(SCRIPTED, WATCHED));
  return { ...world, made, task };
}

test('Capabilities: the extension is declared on every request of the client', async () => {
  const { clock, made, sent } = await watching([ASKING]);
  await clock.advance(1_000);
  await made.discover(SCRIPTED);
  await made.update(made.prepareUpdate(SCRIPTED, WATCHED, { approve: { action: 'decline' } }));
  await made.cancel(made.prepareCancel(SCRIPTED, WATCHED));
  made.setPush(SCRIPTED, WATCHED, true);
  await clock.advance(0);
  await made.close();
  const methods = [
    'tools/call',
    'tasks/get',
    'server/discover',
    'tasks/update',
    'tasks/cancel',
    'subscriptions/listen',
  ];
  expect(new Set(sent.map(({ method }) => method))).toEqual(new Set(methods));
  for (const { params } of sent)
    expect(params).toMatchObject({
      _meta: {
        'io.modelcontextprotocol/clientCapabilities': { extensions: { 'io.modelcontextprotocol/tasks': {} } },
      },
    });
});

test('Polling: the interval is honoured as it changes, and polling goes on to a terminal status', async () => {
  const { clock, made, at } = await watching([{ pollIntervalMs: 3_000 }, { pollIntervalMs: 500 }, DONE]);
  await clock.advance(60_000);
  expect(at('tasks/get')).toEqual([1_000, 4_000, 4_500]);
  await made.close();
});

test('Polling: an update and a cancel do not end it, and no status comes of their acknowledgements', async () => {
  const { clock, made, task, at } = await watching([ASKING]);
  await clock.advance(1_000);
  const acks = [
    await made.update(made.prepareUpdate(SCRIPTED, WATCHED, { approve: { action: 'accept', content: {} } })),
    await made.cancel(made.prepareCancel(SCRIPTED, WATCHED)),
  ];
  expect(acks).toMatchObject([{ ok: true }, { ok: true }]);
  expect(task()?.status).toBe('input_required');
  const before = at('tasks/get').length;
  await clock.advance(3_000);
  expect(at('tasks/get').length).toBe(before + 3);
  await made.close();
});

test('Task Input: a key that stays outstanding over polls is one question; one that was answered is not open again', async () => {
  const { clock, made, task } = await watching([ASKING]);
  await clock.advance(3_000);
  const questions = () => [...(task()?.questions ?? [])];
  expect(questions().map(({ key, state }) => [key, state])).toEqual([['approve', 'open']]);
  await made.update(made.prepareUpdate(SCRIPTED, WATCHED, { approve: { action: 'decline' } }));
  await clock.advance(2_000);
  expect(questions()).toHaveLength(1);
  expect(questions()[0]?.state).not.toBe('open');
  await made.close();
});

test('Task Input: nothing is answered, cancelled or called by the client itself', async () => {
  const { clock, made, sent } = await watching([ASKING]);
  await clock.advance(600_000);
  expect(new Set(sent.map(({ method }) => method))).toEqual(new Set(['tools/call', 'tasks/get']));
  await made.close();
});

test('Task Cancellation: it is a tasks/cancel, never notifications/cancelled, also where the page closes', async () => {
  const { clock, made, sent } = await watching([{}]);
  await clock.advance(1_000);
  await made.cancel(made.prepareCancel(SCRIPTED, WATCHED));
  made.disconnect();
  await made.close();
  expect(sent.filter(({ method }) => method.startsWith('notifications/'))).toEqual([]);
  expect(sent.filter(({ method }) => method === 'tasks/cancel')).toHaveLength(1);
});
