import { expect, test } from 'vitest';
import { ManualClock } from '../../../server/ports/manual-clock.ts';
import { type CallbackWorld, deliver } from './callback.ts';
import { AWAITED, CAME, type SignInMessage } from './marks.ts';

const CAME_BACK = 'http://127.0.0.1:6280/oauth/callback?code=canary&state=mine&iss=x';

function world(url: string, awaited?: string) {
  const items = new Map(
    awaited === undefined ? [] : [[AWAITED, JSON.stringify({ endpoint: 'e', state: awaited })]],
  );
  const clock = new ManualClock();
  const posted: SignInMessage[] = [];
  const channel: CallbackWorld['channel'] = {
    onmessage: null,
    postMessage: (message: SignInMessage) => void posted.push(message),
  };
  const tab = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
  const after = (ms: number, run: () => void) => void clock.after(ms, run);
  const taken = deliver({ url, tab, channel, after });
  const say = (data: SignInMessage) =>
    channel.onmessage?.call(null as never, new MessageEvent('message', { data }));
  return { items, clock, posted, taken, say };
}

test('a sign-in that led through this very tab goes on here, and no other page hears of it', async () => {
  const { taken, posted, items } = world(CAME_BACK, 'mine');
  expect(await taken).toBe('here');
  expect(posted).toEqual([]);
  expect(items.get(CAME)).toBe(CAME_BACK);
});

test('another tab that sent the state takes it', async () => {
  const { taken, posted, say } = world(CAME_BACK);
  expect(posted).toEqual([{ kind: 'came', state: 'mine', callback: CAME_BACK }]);
  say({ kind: 'taken', state: 'mine' });
  expect(await taken).toBe('other');
});

test.each([
  ['another state', CAME_BACK],
  ['no state', 'http://127.0.0.1:6280/oauth/callback?code=canary'],
])('attack (CSRF): with %s than this tab sent, nothing of it is kept or used', async (_name, url) => {
  const { taken, clock, items, say } = world(url, 'other');
  say({ kind: 'taken', state: 'other' });
  await clock.advance(2_000);
  expect(await taken).toBe('nobody');
  expect(items.has(CAME)).toBe(false);
});
