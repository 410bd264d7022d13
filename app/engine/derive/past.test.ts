import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { LogEvent } from '../../../server/protocol/recording.ts';
import type { Engine } from '../engine.ts';
import { LogStore } from '../log/log-store.ts';
import { AT, anyLog, aTask, Story } from './events.suite.ts';
import { moment } from './moment.ts';
import { eventsUntil, PAST, pastEngine, wallAt } from './past.ts';
import { Worlds } from './worlds.ts';

function called(): readonly LogEvent[] {
  const story = new Story();
  story.call(aTask());
  story.poll(aTask());
  return story.events;
}

function logOf(events: readonly LogEvent[]): LogStore {
  const log = new LogStore();
  log.append(events);
  return log;
}

function engineOf(events: readonly LogEvent[]) {
  const log = logOf(events);
  const worlds = new Worlds(log);
  const call = vi.fn();
  const attach = vi.fn();
  const engine = { log, world: (n?: number) => worlds.at(n), mono: () => 60_000, call, attach };
  return { engine: engine as unknown as Engine, call, attach };
}

describe('a moment', () => {
  const log = logOf(called());

  test('has behind it whatever happened until then, that very moment included', () => {
    for (let n = 0; n < log.length; n += 1) {
      const { mono } = log.read(n);
      const until = eventsUntil(log, mono);
      expect(until).toBeGreaterThan(n);
      expect(eventsUntil(log, moment(mono))).toBeGreaterThanOrEqual(until);
    }
    expect(eventsUntil(log, -1)).toBe(0);
    expect(eventsUntil(log, 1e12)).toBe(log.length);
  });

  test('is told by the clock of the machine as of the event before', () => {
    const { mono, wall } = log.read(log.length - 1);
    expect(wallAt(log, mono + 250)).toBe(wall + 250);
  });
});

test('property: the world of a moment is the fold of what had happened until then', () => {
  fc.assert(
    fc.property(anyLog, fc.nat({ max: 2_000 }), (events, at) => {
      const { engine } = engineOf(events.map((event, i) => ({ ...event, mono: i * 10 })));
      // In the order of time, as recorders write them.
      const expected = events.filter((_, i) => i * 10 <= at).length;
      expect(pastEngine(engine, at).world().upTo).toBe(expected);
    }),
    { numRuns: 60 },
  );
});

test('nothing is sent from the past, its clock stands, and the rest is the engine’s own', async () => {
  const { engine, call, attach } = engineOf(called());
  const past = pastEngine(engine, 1500);
  expect(past.sendsNothing).toBe(PAST);
  expect([past.mono(), past.clock.mono()]).toEqual([1500, 1500]);
  expect(await past.call(undefined as never)).toMatchObject({ ok: false, problem: { code: 'past' } });
  past.attach(AT, 'tsk_2');
  expect(call).not.toHaveBeenCalled();
  expect(attach).not.toHaveBeenCalled();
  expect(past.log).toBe(engine.log);
});
