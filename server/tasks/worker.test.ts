import { describe, expect, test } from 'vitest';
import { RpcError } from '../protocol/codes.ts';
import { ALICE, Bench } from './bench.suite.ts';
import {
  ask,
  type CancelPolicy,
  cancelled,
  type DurableWork,
  done,
  durable,
  next,
  type Step,
} from './durable.ts';
import { text } from './result.ts';

function work(steps: Record<string, Step>, onCancel: CancelPolicy = 'at-once', version = 1): DurableWork {
  return durable({
    version,
    onCancel,
    begin: () => ({ step: 'first', state: null, afterMs: 0, message: 'Begun.' }),
    steps,
  });
}
const ok = done(text('ok'));

/** A promise and its switch. */
function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe('stepping', () => {
  test('R74: one claim is one step, and false where nothing is due', async () => {
    const bench = new Bench({ tool: work({ first: () => next('second', null, 100), second: () => ok }) });
    const worker = bench.worker();
    expect(await worker.step()).toBe(false);
    const taskId = await bench.create('tool');
    expect([await worker.step(), await worker.step()]).toEqual([true, false]);
    await bench.clock.advance(100);
    expect(await worker.step()).toBe(true);
    expect(await bench.kinds(taskId)).toEqual(['created', 'step', 'completed']);
  });

  test('R68: what a step throws fails the task with its JSON-RPC error and a message', async () => {
    const bench = new Bench({
      rpc: work({ first: () => Promise.reject(new RpcError(-32055, 'rate limit', { data: { wait: 5 } })) }),
      bug: work({
        first: () => {
          throw new Error('oops');
        },
      }),
    });
    const [rpc, bug] = [await bench.create('rpc'), await bench.create('bug')];
    const worker = bench.worker();
    while (await worker.step());
    expect(await bench.row(rpc)).toMatchObject({
      status: 'failed',
      error: { code: -32055, message: 'rate limit', data: { wait: 5 } },
      statusMessage: 'Tool execution failed: rate limit',
    });
    expect(await bench.row(bug)).toMatchObject({
      status: 'failed',
      error: { code: -32603, message: 'oops' },
    });
  });

  test('R68: a tool, version or step that is unknown here fails the task clearly', async () => {
    const bench = new Bench({
      gone: work({ first: () => ok }),
      old: work({ first: () => ok }),
      lost: work({ first: () => next('nowhere', null, 0) }),
    });
    const ids = [await bench.create('gone'), await bench.create('old'), await bench.create('lost')];
    const later = new Map([
      ['old', work({ first: () => ok }, 'at-once', 2)],
      ['lost', bench.works.get('lost') as DurableWork],
    ]);
    const worker = bench.worker({}, later);
    while (await worker.step());
    const messages = await Promise.all(ids.map(async (id) => (await bench.row(id)).error?.message));
    expect(messages).toEqual([
      'This server has no durable tool gone.',
      'The task was made by version 1 of old; this server has version 2.',
      'Version 1 of lost has no step nowhere.',
    ]);
  });

  test('R42: a step that asks with a used key fails the task instead of asking', async () => {
    const question = { a: { method: 'elicitation/create', params: {} } };
    const bench = new Bench({ tool: work({ first: () => ask(question, 'first', null) }) });
    const taskId = await bench.create('tool');
    const worker = bench.worker();
    await worker.step();
    await bench.service.update(taskId, ALICE, { a: { action: 'accept' } }, () => undefined);
    await worker.step();
    expect(await bench.row(taskId)).toMatchObject({
      status: 'failed',
      statusMessage: expect.stringContaining('key-reused'),
    });
  });
});

describe('leases', () => {
  test('R78: a worker that slept through its lease is refused at commit; its successor completes once', async () => {
    const slow = gate();
    const ran: string[] = [];
    const bench = new Bench({
      tool: work({
        first: async () => {
          ran.push('x');
          if (ran.length === 1) await slow.opened;
          return done(text(`run ${ran.length}`));
        },
      }),
    });
    const taskId = await bench.create('tool');
    const zombie = bench.worker().step();
    await bench.clock.advance(1000);
    expect(await bench.worker().step()).toBe(true);
    slow.open();
    await zombie;
    expect(ran).toHaveLength(2);
    expect(await bench.kinds(taskId)).toEqual(['created', 'completed']);
    expect((await bench.row(taskId)).result).toMatchObject({ content: [{ text: 'run 2' }] });
  });

  test('a worker whose lease ran out while nobody else came still counts: its epoch is the newest', async () => {
    const slow = gate();
    const bench = new Bench({ tool: work({ first: () => slow.opened.then(() => ok) }) });
    const taskId = await bench.create('tool');
    const late = bench.worker().step();
    await bench.clock.advance(1000);
    slow.open();
    await late;
    expect(await bench.kinds(taskId)).toEqual(['created', 'completed']);
  });

  test('R73: a step whose worker died runs again when the lease is over, and not before', async () => {
    const bench = new Bench({ tool: work({ first: () => ok }) });
    const taskId = await bench.create('tool');
    await bench.store.claim('dead', bench.clock.now(), 1000);
    const worker = bench.worker();
    await bench.clock.advance(999);
    expect(await worker.step()).toBe(false);
    await bench.clock.advance(1);
    expect(await worker.step()).toBe(true);
    expect((await bench.row(taskId)).status).toBe('completed');
  });
});

describe('R49: how work honours a cancel that meets a running step', () => {
  const meet = async (onCancel: CancelPolicy) => {
    const slow = gate();
    const bench = new Bench({
      tool: work(
        {
          first: ({ cancelRequested }) =>
            cancelRequested ? cancelled('Stopped later.') : slow.opened.then(() => ok),
        },
        onCancel,
      ),
    });
    const taskId = await bench.create('tool');
    const worker = bench.worker();
    const running = worker.step();
    await bench.clock.advance(0);
    await bench.service.cancel(taskId, ALICE);
    const ackedAs = (await bench.row(taskId)).status;
    slow.open();
    await running;
    // The lease was let go of: the step runs again at once, not when the lease is over.
    while (await worker.step());
    const { status, statusMessage } = await bench.row(taskId);
    return { ackedAs, status, statusMessage, kinds: await bench.kinds(taskId) };
  };

  test('at once: the cancel wins, the step counts for nothing', async () => {
    expect(await meet('at-once')).toMatchObject({
      ackedAs: 'cancelled',
      status: 'cancelled',
      kinds: ['created', 'cancelled'],
    });
  });

  test('later: the ack claims nothing, the next step stops', async () => {
    expect(await meet('between-steps')).toMatchObject({
      ackedAs: 'working',
      status: 'cancelled',
      statusMessage: 'Stopped later.',
      kinds: ['created', 'cancel_requested', 'cancelled'],
    });
  });

  test('never: the work finishes', async () => {
    expect(await meet('ignore')).toMatchObject({
      ackedAs: 'working',
      status: 'completed',
      kinds: ['created', 'cancel_requested', 'completed'],
    });
  });

  test('R56: completion that comes first stays', async () => {
    const bench = new Bench({ tool: work({ first: () => ok }) });
    const taskId = await bench.create('tool');
    await bench.worker().step();
    await bench.service.cancel(taskId, ALICE);
    expect(await bench.kinds(taskId)).toEqual(['created', 'completed']);
  });
});

describe('running on its own', () => {
  test('works through due steps at their times, woken by hints and clock, until it is stopped', async () => {
    const times: number[] = [];
    const bench = new Bench({
      tool: work({
        first: () => next('second', null, 300),
        second: () => {
          times.push(bench.clock.mono());
          return ok;
        },
      }),
    });
    const worker = bench.worker();
    worker.start();
    worker.start();
    await bench.clock.advance(5000);
    const taskId = await bench.create('tool');
    await bench.clock.advance(299);
    expect((await bench.row(taskId)).revision).toBe(2);
    await bench.clock.advance(1);
    expect(times).toEqual([5300]);
    await worker.stop();
    expect(bench.clock.pending).toBe(0);
    const other = await bench.create('tool');
    await bench.clock.advance(5000);
    expect((await bench.row(other)).revision).toBe(1);
  });

  test('finds what another process made within a second, and does not poll busily', async () => {
    const bench = new Bench({ tool: work({ first: () => ok }) });
    let queries = 0;
    const counted = new Proxy(bench.store, {
      get: (store, name) => {
        if (name === 'claim') queries += 1;
        const member = Reflect.get(store, name) as unknown;
        return typeof member === 'function' ? member.bind(store) : member;
      },
    });
    const quiet = new Bench({ tool: work({ first: () => ok }) }, counted);
    const worker = quiet.worker();
    worker.start();
    await quiet.clock.advance(60_000);
    expect(queries).toBeLessThan(70);
    const taskId = await bench.create('tool');
    quiet.clock.setWall(bench.clock.now() + 60_000);
    await quiet.clock.advance(1000);
    expect((await bench.row(taskId)).status).not.toBe('working');
    await worker.stop();
  });

  test('a store that cannot answer is asked again, and the work goes on', async () => {
    const bench = new Bench({ tool: work({ first: () => ok }) });
    let broken = true;
    const flaky = new Proxy(bench.store, {
      get: (store, name) => {
        if (name === 'claim' && broken) return () => Promise.reject(new Error('disk'));
        const member = Reflect.get(store, name) as unknown;
        return typeof member === 'function' ? member.bind(store) : member;
      },
    });
    const other = new Bench({ tool: work({ first: () => ok }) }, flaky);
    const worker = other.worker();
    worker.start();
    const taskId = await other.create('tool');
    await other.clock.advance(3000);
    expect((await other.row(taskId)).status).toBe('working');
    broken = false;
    await other.clock.advance(1000);
    expect((await other.row(taskId)).status).toBe('completed');
    await worker.stop();
  });
});
