import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LogEvent } from '../../../server/protocol/recording.ts';
import { LogStore } from '../log/log-store.ts';
import { anyLog, aTask, Story } from './events.suite.ts';
import { fold } from './fold.ts';
import { emptyWorld } from './folded.ts';
import type { World } from './model.ts';
import { KEYFRAME_EVERY, Worlds } from './worlds.ts';

/** A world as text, lists and maps unrolled. */
function plain(world: World): string {
  return JSON.stringify(world, (_, value) => {
    if (value === null || typeof value !== 'object') return value;
    if (Symbol.iterator in value && !Array.isArray(value)) return [...value];
    if ('values' in value && typeof value.values === 'function') return [...value.values()];
    return value;
  });
}

/** Texts first: they are compared at once, and only a difference is worth walking through. */
function expectSame(actual: World, expected: World): void {
  const [is, was] = [plain(actual), plain(expected)];
  if (is !== was) expect(JSON.parse(is)).toEqual(JSON.parse(was));
}

function logOf(events: readonly LogEvent[]): LogStore {
  const log = new LogStore();
  log.append(events);
  return log;
}

/** A log that is longer than several keyframes, by telling the same events over and over. */
function repeated(events: readonly LogEvent[], times: number): LogEvent[] {
  return Array.from({ length: times }, () => events)
    .flat()
    .map((event, seq) => ({ ...event, seq, mono: seq }));
}

describe('keyframes', () => {
  test('property: a keyframed fold is the fold from scratch, at any event of any log', () => {
    fc.assert(
      fc.property(
        anyLog,
        fc.integer({ min: 1, max: 30 }),
        fc.array(fc.nat(), { maxLength: 3 }),
        (events, times, at) => {
          const all = repeated(events, times);
          const worlds = new Worlds(logOf(all));
          worlds.at(all.length >> 1);
          worlds.at();
          for (const place of [0, all.length, ...at.map((n) => n % (all.length + 1))])
            expectSame(worlds.at(place), fold(emptyWorld(), all.slice(0, place)));
        },
      ),
      { numRuns: 50 },
    );
  }, 60_000);

  test('the same event gives the same object, and versions before stay as they were', () => {
    const story = new Story();
    story.call(aTask());
    for (let i = 0; i < 600; i += 1) story.poll(aTask({ statusMessage: `${i}` }));
    const log = logOf(story.events);
    let reads = 0;
    const counting = {
      get length() {
        return log.length;
      },
      read(seq: number) {
        reads += 1;
        return log.read(seq);
      },
    };
    const worlds = new Worlds(counting);
    expect(story.events.length).toBeGreaterThan(2 * KEYFRAME_EVERY);
    const newest = worlds.at();
    expect(worlds.at()).toBe(newest);
    expect(reads).toBe(story.events.length);
    const middle = worlds.at(1_234);
    expect(reads - story.events.length).toBe(234);
    expect(worlds.at(1_234)).toBe(middle);
    expect(worlds.at(-5).upTo).toBe(0);
    expect(worlds.at(1e9)).toBe(newest);
    const before = plain(middle);
    for (let n = 0; n < 40; n += 1) worlds.at(n * 50);
    expect(plain(worlds.at(1_234))).toEqual(before);
    expect(worlds.at(1_234)).not.toBe(middle);
  });
});
