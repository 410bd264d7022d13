import { expect, test } from 'vitest';
import { ManualClock } from '../ports/manual-clock.ts';
import { own } from '../protocol/json.ts';
import { notification } from '../protocol/jsonrpc.ts';
import { RequestNews, ResponseStream } from './response-stream.ts';

test('attack 12: a flood of progress to a reader that does not read costs 256 messages, the newest, and then the result', async () => {
  const news = new RequestNews();
  const stream = new ResponseStream({
    id: 1,
    news,
    result: Promise.resolve({ resultType: 'complete' }),
    clock: new ManualClock(),
    keepAliveMs: 1_000,
  });
  for (let progress = 1; progress <= 100_000; progress += 1)
    news.notify(notification('notifications/progress', { progressToken: 'p', progress }));
  expect(news.waiting).toHaveLength(256);
  const told: unknown[] = [];
  for (;;) {
    const item = await stream.next();
    if (item.kind !== 'message') {
      expect(item).toMatchObject({ kind: 'last', message: { id: 1, result: {} } });
      break;
    }
    told.push(own(item.message.params, 'progress'));
  }
  expect([told[0], told.at(-1), told.length]).toEqual([99_745, 100_000, 256]);
  // Whoever goes on after the response speaks to nobody.
  news.notify(notification('notifications/progress', { progressToken: 'p', progress: 100_001 }));
  expect(news.waiting).toEqual([]);
});
