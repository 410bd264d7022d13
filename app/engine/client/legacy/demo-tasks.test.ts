import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../server/protocol/json.ts';
import { type TaskHistory, taskKey } from '../../derive/model.ts';
import type { Engine } from '../../index.ts';
import { openIndexedStorage } from '../../log/indexed-storage.ts';
import { type Bench, bench, now } from '../demo.suite.ts';
import { noMemory } from '../page.ts';
import { namedIds } from '../scripted.suite.ts';
import { fakeBrowser } from '../tabs.suite.ts';
import type { ServerRequest } from './server-requests.ts';

const LEGACY = 'http://127.0.0.1:6280/mcp/legacy';

const GONE = '{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}';

/** An engine in a session with the demo's 2025-11-25 surface, with its tools listed; what is asked waits for `answer`. */
async function session(world: Bench = bench()) {
  const sessions = new Set<string>();
  const forgotten = new Set<string>();
  const engine = await world.engine({
    storage: null,
    fetch: async (url, init) => {
      const id = new Headers(init.headers).get('mcp-session-id') ?? '';
      if (forgotten.has(id))
        return new Response(GONE, { status: 404, headers: { 'content-type': 'application/json' } });
      sessions.add(id);
      return world.fetch(url, init);
    },
  });
  /** What the server's restart would do: its sessions so far are gone, its tasks are not. */
  const forget = (): void => {
    for (const id of sessions) if (id !== '') forgotten.add(id);
  };
  const asked: (ServerRequest & { answer: (result: JsonObject) => void })[] = [];
  engine.answerServers((request) => new Promise((answer) => asked.push({ ...request, answer })));
  await now(world.clock, engine.connect(LEGACY));
  await now(world.clock, engine.listTools(LEGACY));
  return { ...world, engine, asked, forget };
}

async function begin(
  { engine, clock }: { engine: Engine; clock: Bench['clock'] },
  tool: string,
  args: JsonObject = {},
) {
  const answer = await now(clock, engine.call(engine.prepareCall(LEGACY, tool, args)));
  if (!answer.ok || answer.value.kind !== 'task') throw new Error(`no task: ${JSON.stringify(answer)}`);
  const { taskId } = answer.value;
  return {
    taskId,
    task: (): TaskHistory => {
      const found = engine.world().tasks.get(taskKey(LEGACY, taskId));
      if (found === undefined) throw new Error('the task is not in the log');
      return found;
    },
  };
}

const methods = (engine: Engine): string[] =>
  [...engine.world().exchanges].map(({ method, step }) => method || (step ?? ''));

describe('R85: tasks of 2025-11-25, from the side of the inspector', () => {
  test('a call asks for a task where the tool has them; the nested handle begins a lane under the current names', async () => {
    const made = await session();
    const { engine } = made;
    expect(engine.legacy(LEGACY)).toEqual({
      version: '2025-11-25',
      tasks: { call: true, list: true, cancel: true },
    });
    const sent = JSON.parse(engine.prepareCall(LEGACY, 'generate_report', {}).text);
    expect(sent.params).toEqual({ name: 'generate_report', arguments: {}, task: {} });
    expect(JSON.parse(engine.prepareCall(LEGACY, 'lookup_glossary', {}).text).params).not.toHaveProperty(
      'task',
    );
    const { task } = await begin(made, 'generate_report');
    expect(task()).toMatchObject({
      tool: 'generate_report',
      status: 'working',
      ttlMs: expect.any(Number),
      pollIntervalMs: expect.any(Number),
    });
    expect(task().latest).toMatchObject({ via: 'handle', problems: [] });
    await engine.close();
  });

  test('where the tool leaves it open, a person can have the answer at once', async () => {
    const { engine } = await session();
    const params = (asTask: boolean) =>
      JSON.parse(engine.prepareCall(LEGACY, 'slow_compute', {}, 1, asTask).text).params;
    expect(params(true)).toHaveProperty('task');
    expect(params(false)).not.toHaveProperty('task');
    await engine.close();
  });

  test('it is polled, its question is asked on tasks/result and answered, and its result is the answer to tasks/result', async () => {
    const made = await session();
    const { engine, clock, asked } = made;
    const { task, taskId } = await begin(made, 'generate_report');
    await clock.advance(10_000);
    expect(task().status).toBe('input_required');
    expect(asked.map(({ method, params }) => [method, params._meta])).toEqual([
      ['elicitation/create', { 'io.modelcontextprotocol/related-task': { taskId } }],
    ]);
    asked[0]?.answer({ action: 'accept', content: { approved: true } });
    await clock.advance(10_000);
    expect(task()).toMatchObject({
      status: 'completed',
      ending: { kind: 'result' },
      poll: { kind: 'stopped', why: 'ended' },
    });
    expect(JSON.parse(engine.log.bodyText(task().ending?.seq ?? -1))).toMatchObject({
      result: { content: [{ type: 'text' }] },
    });
    expect(task().observations.size).toBeGreaterThan(3);
    expect([...task().observations].flatMap(({ problems }) => problems)).toEqual([]);
    expect(new Set(methods(engine))).toEqual(
      new Set([
        'server/discover',
        'initialize',
        'notifications/initialized',
        'server-stream',
        'tools/list',
        'tools/call',
        'tasks/get',
        'tasks/result',
        'answer',
      ]),
    );
    await engine.close();
  });

  test('a wait for the result is given up after 25 s and taken up again; the question stays the same one', async () => {
    const made = await session();
    const { engine, clock, asked } = made;
    const { task } = await begin(made, 'generate_report');
    await clock.advance(100_000);
    const waits = [...engine.world().exchanges].filter(({ method }) => method === 'tasks/result');
    expect(waits.length).toBeGreaterThan(2);
    expect(waits.filter(({ state }) => state === 'streaming' || state === 'open')).toHaveLength(1);
    expect(waits.map(({ problem }) => problem)).toEqual(waits.map(() => undefined));
    expect(asked).toHaveLength(1);
    asked[0]?.answer({ action: 'accept', content: { approved: true } });
    await clock.advance(10_000);
    expect(task().ending?.kind).toBe('result');
    await engine.close();
  });

  test('never more than two wait for results at a time, and every result comes', async () => {
    const made = await session();
    const { engine, clock, asked } = made;
    const tasks: Awaited<ReturnType<typeof begin>>[] = [];
    for (let i = 0; i < 5; i += 1) tasks.push(await begin(made, 'generate_report'));
    const open = () =>
      [...engine.world().exchanges].filter(
        ({ method, state }) => method === 'tasks/result' && (state === 'streaming' || state === 'open'),
      ).length;
    let most = 0;
    for (let i = 0; i < 60; i += 1) {
      await clock.advance(1_000);
      most = Math.max(most, open());
      for (const { answer } of asked) answer({ action: 'accept', content: { approved: true } });
    }
    expect(most).toBe(2);
    expect(tasks.map(({ task }) => task().ending?.kind)).toEqual(Array(5).fill('result'));
    await engine.close();
  });

  test('cancel goes out as 2025-11-25 has it, and the state that follows is told at once', async () => {
    const made = await session();
    const { engine, clock } = made;
    const { task, taskId } = await begin(made, 'slow_compute');
    const prepared = engine.prepareCancel(LEGACY, taskId);
    expect(JSON.parse(prepared.text).params).toEqual({ taskId });
    expect(await now(clock, engine.cancel(prepared))).toMatchObject({
      ok: true,
      value: { taskId, status: 'cancelled' },
    });
    await clock.advance(0);
    expect(task()).toMatchObject({ status: 'cancelled', cancel: { state: 'acknowledged' } });
    await clock.advance(60_000);
    expect(methods(engine)).not.toContain('tasks/result');
    await engine.close();
  });

  test('a failed tool is failed here, and its result says why', async () => {
    const made = await session();
    const { clock, engine } = made;
    const { task } = await begin(made, 'lint_document', {});
    await clock.advance(60_000);
    expect(task()).toMatchObject({ status: 'failed', ending: { kind: 'result' } });
    await engine.close();
  });

  test('an error instead of a result is its ending, too', async () => {
    const made = await session();
    const { clock, engine } = made;
    const { task } = await begin(made, 'flaky_import', {});
    await clock.advance(60_000);
    expect(task()).toMatchObject({ status: 'failed', ending: { kind: 'error' } });
    await engine.close();
  });

  test('a session that the server has forgotten is begun again, once for all tasks, and they are polled on', async () => {
    const world = bench();
    const made = await session(world);
    const { clock, engine, asked } = made;
    const one = await begin(made, 'generate_report');
    const two = await begin(made, 'generate_report');
    const before = engine.world().exchanges.size;
    made.forget();
    await clock.advance(20_000);
    const later = methods(engine).slice(before);
    expect(later.filter((method) => method === 'initialize')).toHaveLength(1);
    expect(later).not.toContain('server/discover');
    expect([one.task().status, two.task().status]).toEqual(['input_required', 'input_required']);
    expect([one.task().gone, two.task().gone]).toEqual([undefined, undefined]);
    for (const { answer } of asked) answer({ action: 'accept', content: { approved: true } });
    await clock.advance(20_000);
    expect([one.task().ending?.kind, two.task().ending?.kind]).toEqual(['result', 'result']);
    await engine.close();
  });

  test('news of a task come as notifications/tasks/status, too, and end the polling with it', async () => {
    const made = await session();
    const { clock, engine } = made;
    const { task } = await begin(made, 'slow_compute');
    await clock.advance(60_000);
    const pushed = [...task().observations].filter(({ via }) => via === 'push');
    expect(pushed.length).toBeGreaterThan(0);
    expect(pushed.flatMap(({ problems }) => problems)).toEqual([]);
    await engine.close();
  });

  test('what the server keeps as a task with this client is told, polled and answered (client-hosted tasks)', async () => {
    const made = await session();
    const { clock, engine, asked } = made;
    const call = engine.call(engine.prepareCall(LEGACY, 'ask_as_task', { question: 'Go on?' }));
    await clock.advance(2_000);
    expect(asked.map(({ method, params }) => [method, params.message, params.task])).toEqual([
      ['elicitation/create', 'Go on?', undefined],
    ]);
    asked[0]?.answer({ action: 'accept', content: { answer: 'yes' } });
    await clock.advance(5_000);
    expect(await now(clock, call)).toMatchObject({
      ok: true,
      value: {
        kind: 'result',
        result: { content: [{ text: expect.stringMatching(/working, completed.*"accept"/s) }] },
      },
    });
    await engine.close();
  });

  test('after a reload the session is begun by what needs it, and the task goes on', async () => {
    globalThis.indexedDB = new IDBFactory();
    const world = bench();
    const browser = fakeBrowser();
    const memory = noMemory();
    let pages = 0;
    const page = async () => {
      pages += 1;
      const tab = browser.tab(memory);
      const storage = await openIndexedStorage(() => undefined);
      const engine = world.engine({ ...tab, ids: namedIds(`p${pages}-`), storage });
      return { tab, engine: await now(world.clock, engine) };
    };
    const { tab, engine } = await page();
    await now(world.clock, engine.connect(LEGACY));
    await now(world.clock, engine.listTools(LEGACY));
    const { taskId } = await begin({ engine, clock: world.clock }, 'slow_compute');
    await world.clock.advance(1_000);
    tab.unload();
    await engine.close();
    const again = await page();
    await world.clock.advance(60_000);
    expect(again.engine.world().tasks.get(taskKey(LEGACY, taskId))).toMatchObject({
      status: 'completed',
      ending: { kind: 'result' },
    });
    expect(methods(again.engine).filter((method) => method === 'initialize')).toHaveLength(2);
    await again.engine.close();
  });
});
