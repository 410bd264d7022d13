import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../ports/manual-clock.ts';
import type { ProcessEvents } from './channel.ts';
import type { ReplicaWish, ToReplica } from './messages.ts';
import { ReplicaLife } from './replica-life.ts';

const WISH: ReplicaWish = {
  dir: '/data',
  speed: 1,
  lab: true,
  allowedOrigins: [],
  demoTokens: true,
  hosts: [],
  sealKey: null,
};

/** A replica whose processes the test plays. `told` is what the last one was sent, beats aside: it answers them unless `stuck`. */
function life({ stuck } = { stuck: false }) {
  const clock = new ManualClock();
  const said: string[] = [];
  const changed: unknown[] = [];
  const started: { events: ProcessEvents; told: ToReplica[]; killed: number; stuck: boolean }[] = [];
  const replica = new ReplicaLife({
    name: 'a',
    wish: WISH,
    clock,
    say: (line) => said.push(line),
    changed: (changes) => changed.push(...changes),
    start: (events) => {
      const one = { events, told: [] as ToReplica[], killed: 0, stuck };
      started.push(one);
      return {
        pid: 100 + started.length,
        send: (message, done) => {
          if (message.kind === 'beat') {
            if (!one.stuck) events.message({ kind: 'alive' });
          } else one.told.push(message);
          done?.();
        },
        kill: () => {
          one.killed += 1;
        },
      };
    },
  });
  const last = () => {
    const one = started.at(-1);
    if (one === undefined) throw new Error('nothing was started');
    return one;
  };
  return { clock, said, changed, started, replica, last };
}

describe('ReplicaLife', () => {
  test('is there once its process serves; gets its wish, hears of changes and tells of its own', async () => {
    const { replica, last, changed } = life();
    const begun = replica.begin();
    expect(last().told).toEqual([{ kind: 'start', wish: WISH }]);
    replica.hear([{ taskId: 'too-early', revision: 1 }]);
    last().events.message({ kind: 'ready', port: 4000 });
    await begun;
    expect([replica.port, replica.pid]).toEqual([4000, 101]);
    const changes = [{ taskId: 't', revision: 2 }];
    replica.hear(changes);
    expect(last().told.slice(1)).toEqual([{ kind: 'changes', changes }]);
    for (const noise of [
      null,
      'x',
      {},
      { kind: 'ready' },
      { kind: 'changes', changes: [{ taskId: 1 }, null] },
    ])
      last().events.message(noise);
    last().events.message({ kind: 'changes', changes });
    expect(changed).toEqual(changes);
  });

  test('a first process that ends before it serves is a failure with its reason, and is not started again', async () => {
    const { replica, last, clock, started } = life();
    const begun = replica.begin();
    last().events.message({ kind: 'failed', why: 'tasks.db is torn' });
    last().events.ended('code 1');
    await expect(begun).rejects.toThrow('replica a could not start: tasks.db is torn');
    await clock.advance(60_000);
    expect(started).toHaveLength(1);
  });

  test('R6: one that ends is started again, at once where it was steady, and later each time where it was not', async () => {
    const { replica, last, clock, started, said } = life();
    const begun = replica.begin();
    last().events.message({ kind: 'ready', port: 4000 });
    await begun;
    await clock.advance(5_000);
    last().events.ended('SIGKILL');
    expect([replica.port, said]).toEqual([
      undefined,
      ['Replica a ended (SIGKILL): starting it again at once.'],
    ]);
    await clock.advance(1);
    last().events.message({ kind: 'ready', port: 4001 });
    expect([replica.port, said.at(-1)]).toEqual([4001, 'Replica a is back: process 102, port 4001.']);
    for (const pause of [250, 500, 1_000]) {
      last().events.ended('code 1');
      const before = started.length;
      await clock.advance(pause - 1);
      expect(started).toHaveLength(before);
      await clock.advance(1);
      expect(started).toHaveLength(before + 1);
    }
    for (let i = 0; i < 20; i += 1) {
      last().events.ended('code 1');
      await clock.advance(30_000);
    }
    expect(started).toHaveLength(25);
  });

  test('R6: one that shows no sign of life for ten seconds is killed and started again; one that does is left alone', async () => {
    const { replica, last, clock, started, said } = life();
    const begun = replica.begin();
    last().events.message({ kind: 'ready', port: 4000 });
    await begun;
    await clock.advance(60_000);
    last().stuck = true;
    await clock.advance(8_000);
    last().stuck = false;
    await clock.advance(60_000);
    expect(last().killed).toBe(0);
    last().stuck = true;
    await clock.advance(11_999);
    expect(last().killed).toBe(0);
    await clock.advance(1);
    expect(last().killed).toBe(1);
    last().events.ended('SIGKILL');
    expect(said).toEqual(['Replica a ended (no sign of life for 10 s): starting it again at once.']);
    await clock.advance(1);
    last().events.message({ kind: 'ready', port: 4001 });
    await clock.advance(60_000);
    expect([replica.port, started.length, last().killed]).toEqual([4001, 2, 0]);
  });

  test('one that shows no sign of life while it starts is killed, and that is why it could not start', async () => {
    const { replica, last, clock, started } = life({ stuck: true });
    const begun = replica.begin();
    await clock.advance(19_999);
    expect(last().killed).toBe(0);
    await clock.advance(1);
    expect(last().killed).toBe(1);
    last().events.ended('SIGKILL');
    await expect(begun).rejects.toThrow('replica a could not start: no sign of life for 20 s');
    await clock.advance(60_000);
    expect(started).toHaveLength(1);
  });

  test('one that takes its time to start, but lives, is left alone', async () => {
    const { replica, last, clock } = life();
    const begun = replica.begin();
    await clock.advance(120_000);
    expect(last().killed).toBe(0);
    last().events.message({ kind: 'ready', port: 4000 });
    await begun;
  });

  test.each(['before it serves', 'while it serves'])(
    'one that is told to end and gives no sign of life is killed soon, %s',
    async (when) => {
      const { replica, last, clock, said } = life();
      const begun = replica.begin();
      if (when === 'while it serves') last().events.message({ kind: 'ready', port: 4000 });
      else begun.catch(() => {});
      last().stuck = true;
      const ended = replica.end();
      await clock.advance(1_499);
      expect(last().killed).toBe(0);
      await clock.advance(1);
      expect(last().killed).toBe(1);
      last().events.ended('SIGKILL');
      await ended;
      expect(said).toEqual(['Replica a gave no sign of life: it was killed.']);
      expect(clock.pending).toBe(0);
    },
  );

  test('is told to end, is killed where that takes too long, and does not come back', async () => {
    const { replica, last, clock, started, said } = life();
    const begun = replica.begin();
    last().events.message({ kind: 'ready', port: 4000 });
    await begun;
    const ended = replica.end();
    expect(last().told.at(-1)).toEqual({ kind: 'stop' });
    await clock.advance(4_999);
    expect(last().killed).toBe(0);
    await clock.advance(1);
    expect(last().killed).toBe(1);
    last().events.ended('SIGKILL');
    await ended;
    await clock.advance(60_000);
    expect([started.length, said]).toEqual([1, ['Replica a did not end in 5 s: it was killed.']]);
  });
});
