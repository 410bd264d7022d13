import { describe, expect, test } from 'vitest';
import { own } from '../../../server/protocol/json.ts';
import { acknowledged, listenResult, taskNotification } from '../../../server/protocol/subscriptions.ts';
import { bench, ENDPOINT, now } from './demo.suite.ts';
import {
  DONE,
  historyOf,
  type Request,
  result,
  rpcError,
  SCRIPTED,
  scripted,
  snapshot,
  stream,
} from './scripted.suite.ts';

type Stream = ReturnType<typeof stream>;

/** A server that polls slowly and hands its listens to the test. `accept`: it acknowledges each at once. */
async function pushing(accept = true, answer?: (request: Request) => Response | undefined) {
  const listens: { readonly request: Request; readonly ids: readonly string[]; readonly to: Stream }[] = [];
  const made = scripted((request) => {
    const instead = answer?.(request);
    if (instead !== undefined) return instead;
    if (request.method !== 'subscriptions/listen')
      return result(request, snapshot({ taskId: String(request.params.taskId), pollIntervalMs: 60_000 }));
    const to = stream(request.signal);
    const ids = own(own(request.params, 'notifications'), 'taskIds') as string[];
    listens.push({ request, ids, to });
    if (accept) to.send(acknowledged(request.id, { taskIds: ids }));
    return to.response;
  });
  const engine = await made.engine();
  const attach = async (...ids: string[]): Promise<void> => {
    for (const id of ids) engine.attach(SCRIPTED, id);
    await made.clock.advance(0);
  };
  const open = () => listens.filter(({ request }) => request.signal?.aborted === false);
  return { ...made, engine, attach, listens, open, task: (id: string) => historyOf(engine, id) };
}

describe('one listen for all', () => {
  test('R58 R59 a push is an observation, and ends the polling where it tells the end', async () => {
    const { engine, attach, clock, listens, task, at } = await pushing();
    await attach('a');
    engine.setPush(SCRIPTED, 'a', true);
    await clock.advance(0);
    expect(task('a').push).toMatchObject({ kind: 'live' });
    const [listen] = listens;
    listen?.to.send(taskNotification(listen.request.id, snapshot({ taskId: 'a', statusMessage: 'half' })));
    await clock.advance(10);
    expect(task('a')).toMatchObject({
      pushCount: 1,
      latest: { via: 'push', statusMessage: 'half', problems: [] },
    });
    listen?.to.send(taskNotification(listen.request.id, snapshot({ taskId: 'a', ...DONE })));
    await clock.advance(10);
    expect(task('a')).toMatchObject({
      status: 'completed',
      poll: { kind: 'stopped', why: 'ended' },
      push: { kind: 'off' },
    });
    expect(listen?.request.signal?.aborted).toBe(true);
    await clock.advance(300_000);
    expect(at('tasks/get')).toEqual([0]);
  });

  test('a changed set opens the new listen first and closes the old one at the acknowledgement: never more than two', async () => {
    const { engine, attach, clock, listens, open } = await pushing(false);
    await attach('a', 'b', 'c');
    engine.setPush(SCRIPTED, 'a', true);
    await clock.advance(0);
    listens[0]?.to.send(acknowledged(listens[0].request.id, { taskIds: ['a'] }));
    await clock.advance(0);
    engine.setPush(SCRIPTED, 'b', true);
    engine.setPush(SCRIPTED, 'c', true);
    await clock.advance(0);
    expect(open().map(({ ids }) => ids)).toEqual([['a'], ['a', 'b']]);
    listens[1]?.to.send(acknowledged(listens[1].request.id, { taskIds: ['a', 'b'] }));
    await clock.advance(0);
    expect(open().map(({ ids }) => ids)).toEqual([
      ['a', 'b'],
      ['a', 'b', 'c'],
    ]);
    listens[2]?.to.send(acknowledged(listens[2].request.id, { taskIds: ['a', 'b', 'c'] }));
    await clock.advance(0);
    expect(open()).toHaveLength(1);
    engine.setPush(SCRIPTED, 'b', false);
    await clock.advance(0);
    listens[3]?.to.send(acknowledged(listens[3].request.id, { taskIds: ['a', 'c'] }));
    await clock.advance(0);
    expect(open().map(({ ids }) => ids)).toEqual([['a', 'c']]);
    expect(new Set(listens.map(({ request }) => request.id)).size).toBe(4);
  });

  test('R28 a push that changes pollIntervalMs changes the pace of the poll that waits', async () => {
    const { engine, attach, clock, listens, at, task } = await pushing();
    await attach('a');
    engine.setPush(SCRIPTED, 'a', true);
    await clock.advance(10_000);
    const push = (pollIntervalMs: number) =>
      listens[0]?.to.send(taskNotification(listens[0].request.id, snapshot({ taskId: 'a', pollIntervalMs })));
    push(15_000);
    await clock.advance(0);
    expect(task('a').poll).toMatchObject({ kind: 'scheduled', due: 15_000 });
    push(2_000);
    await clock.advance(0);
    expect(at('tasks/get')).toEqual([0, 10_000]);
  });

  test('switching the last one off closes the stream; the polls go on', async () => {
    const { engine, attach, clock, open, task, at } = await pushing();
    await attach('a');
    engine.setPush(SCRIPTED, 'a', true);
    await clock.advance(0);
    engine.setPush(SCRIPTED, 'a', false);
    await clock.advance(60_000);
    expect(open()).toHaveLength(0);
    expect(task('a').push).toEqual({ kind: 'off' });
    expect(at('tasks/get')).toEqual([0, 60_000]);
  });

  test('R64 a task that the acknowledgement does not list is shown as refused', async () => {
    const { engine, attach, clock, listens, task } = await pushing(false);
    await attach('a');
    engine.setPush(SCRIPTED, 'a', true);
    await clock.advance(0);
    listens[0]?.to.send(acknowledged(listens[0].request.id, { taskIds: [] }));
    await clock.advance(0);
    expect(task('a').push).toEqual({ kind: 'refused' });
  });

  test('R62 a server that knows no listen: push is refused, polling stays', async () => {
    const { engine, attach, clock, task, at } = await pushing(true, (request) =>
      request.method === 'subscriptions/listen' ? rpcError(request, -32601, 404) : undefined,
    );
    await attach('a');
    engine.setPush(SCRIPTED, 'a', true);
    await clock.advance(120_000);
    expect(task('a').push).toEqual({ kind: 'refused' });
    expect(at('subscriptions/listen')).toHaveLength(1);
    expect(at('tasks/get')).toHaveLength(3);
  });

  test('a push for a task that is not watched is ignored, but its frame is kept', async () => {
    const { engine, attach, clock, listens } = await pushing();
    await attach('a');
    engine.setPush(SCRIPTED, 'a', true);
    await clock.advance(0);
    listens[0]?.to.send(taskNotification(listens[0].request.id, snapshot({ taskId: 'stranger' })));
    await clock.advance(10);
    expect(engine.world().tasks.size).toBe(1);
    const listen = [...engine.world().exchanges].find(({ method }) => method === 'subscriptions/listen');
    expect(listen?.frames.at(1)).toMatchObject({ taskId: 'stranger', status: 'working' });
  });

  test('R60 a wrong subscription id is told', async () => {
    const { engine, attach, clock, listens, task } = await pushing();
    await attach('a');
    engine.setPush(SCRIPTED, 'a', true);
    await clock.advance(0);
    listens[0]?.to.send(taskNotification('other', snapshot({ taskId: 'a' })));
    await clock.advance(10);
    expect(task('a').latest?.problems).toEqual([expect.stringContaining('subscriptionId is "other"')]);
  });
});

describe('R63 a lost stream', () => {
  test.each([
    ['breaks', (to: Stream) => to.break()],
    ['ends without its result', (to: Stream) => to.end()],
  ])('that %s is opened anew with a new id, and then the tasks are asked for', async (_, lose) => {
    const { engine, attach, clock, listens, task, at, sent } = await pushing();
    await attach('a', 'b');
    engine.setPush(SCRIPTED, 'a', true);
    engine.setPush(SCRIPTED, 'b', true);
    await clock.advance(1_000);
    const live = listens.at(-1);
    if (live === undefined) throw new Error('no listen');
    lose(live.to);
    await clock.advance(0);
    expect(task('a').push).toMatchObject({ kind: 'reconnecting', due: 1_250, attempt: 1 });
    await clock.advance(250);
    expect(task('a').push).toMatchObject({ kind: 'live' });
    expect(listens.at(-1)?.request.id).not.toBe(live.request.id);
    expect(at('tasks/get').filter((time) => time === 1_250)).toHaveLength(2);
    expect(sent.every(({ params }) => own(params, 'lastEventId') === undefined)).toBe(true);
  });

  test('a graceful result leads to a new listen as well, and waits grow while streams stay short', async () => {
    const { engine, attach, clock, listens, at } = await pushing();
    await attach('a');
    engine.setPush(SCRIPTED, 'a', true);
    const close = async (): Promise<void> => {
      const live = listens.at(-1);
      live?.to.send({ jsonrpc: '2.0', id: live.request.id, result: listenResult(live.request.id) });
      live?.to.end();
      await clock.advance(0);
    };
    await clock.advance(0);
    for (let i = 0; i < 4; i += 1) {
      await close();
      await clock.advance(250 * 2 ** i);
    }
    expect(at('subscriptions/listen')).toEqual([0, 250, 750, 1_750, 3_750]);
    await clock.advance(10_000);
    await close();
    await clock.advance(250);
    expect(at('subscriptions/listen').at(-1)).toBe(14_000);
  });
});

test('against the demo server: acknowledged, pushed to the end, closed, and no poll too many', async () => {
  const { clock, engine: make, sent } = bench({ pollIntervalMs: 120_000 });
  const engine = await make({ storage: null });
  const called = await now(clock, engine.call(engine.prepareCall(ENDPOINT, 'generate_report', {})));
  if (!called.ok || called.value.kind !== 'task') throw new Error('no task');
  const { taskId } = called.value;
  const task = () => historyOf(engine, taskId, ENDPOINT);
  engine.setPush(ENDPOINT, taskId, true);
  await clock.advance(6_000);
  expect(task()).toMatchObject({ status: 'input_required', push: { kind: 'live' } });
  const answer = { approve_outline: { action: 'accept', content: { approved: true } } };
  await now(clock, engine.update(engine.prepareUpdate(ENDPOINT, taskId, answer)));
  await clock.advance(6_000);
  expect(task()).toMatchObject({ status: 'completed', push: { kind: 'off' }, poll: { kind: 'stopped' } });
  expect(task().latest?.problems).toEqual([]);
  expect(sent.filter(({ method }) => method === 'tasks/get')).toHaveLength(0);
  expect([...engine.world().exchanges].every(({ state }) => state === 'done')).toBe(true);
});
