import { expect, test } from 'vitest';
import type { Release } from '../locks.ts';
import { NO_LOCKS } from '../locks.ts';
import { fakeBrowser } from '../tabs.suite.ts';
import { takePlace } from './held-connections.ts';

const AT = 'http://127.0.0.1:1/mcp';
const never = new AbortController().signal;

function taker(locks = fakeBrowser().tab().locks) {
  const places: Release[] = [];
  return {
    places,
    async take(endpoint = AT, signal = never): Promise<void> {
      void takePlace(locks, endpoint, 'stream', signal).then(
        (place) => places.push(place),
        () => undefined,
      );
      for (let i = 0; i < 20; i += 1) await Promise.resolve();
    },
  };
}

test('two streams are held to an origin, whatever its paths; the third takes the place that comes free, and one alone', async () => {
  const { places, take } = taker();
  await take();
  await take(`${AT}/legacy`);
  await take(`${AT}/legacy`);
  await take(`${AT}/legacy`);
  expect(places).toHaveLength(2);
  await take('http://127.0.0.1:2/mcp');
  expect(places, 'another origin has places of its own').toHaveLength(3);
  places[0]?.();
  places[1]?.();
  for (let i = 0; i < 20; i += 1) await Promise.resolve();
  expect(places).toHaveLength(5);
});

test('the places are those of all tabs; a tab that is killed leaves them', async () => {
  const browser = fakeBrowser();
  const first = browser.tab();
  const one = taker(first.locks);
  const other = taker(browser.tab().locks);
  await one.take();
  await one.take();
  await other.take();
  expect([one.places.length, other.places.length]).toEqual([2, 0]);
  first.kill();
  await other.take();
  expect(other.places).toHaveLength(2);
});

test('a wait that was given up takes nothing', async () => {
  const { places, take } = taker();
  await take();
  await take();
  const left = new AbortController();
  await take(AT, left.signal);
  await take();
  left.abort(new Error('left'));
  places[0]?.();
  for (let i = 0; i < 20; i += 1) await Promise.resolve();
  expect(places, 'the one that waits on, not the one that left').toHaveLength(3);
  places[1]?.();
  for (let i = 0; i < 20; i += 1) await Promise.resolve();
  await take();
  expect(places).toHaveLength(4);
  await expect(takePlace(NO_LOCKS, AT, 'stream', left.signal)).rejects.toThrow('left');
});

test('without Web Locks every place is free', async () => {
  const { places, take } = taker(NO_LOCKS);
  for (let i = 0; i < 5; i += 1) await take();
  expect(places).toHaveLength(5);
});
