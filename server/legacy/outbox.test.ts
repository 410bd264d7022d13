import { describe, expect, test } from 'vitest';
import { ManualClock } from '../ports/manual-clock.ts';
import type { JsonObject } from '../protocol/json.ts';
import { Outbox } from './outbox.ts';

function open(tell: (taskId: string) => readonly JsonObject[] = () => []) {
  const clock = new ManualClock();
  let overs = 0;
  const outbox = new Outbox({
    clock,
    keepAliveMs: 1000,
    tell: async (taskId) => tell(taskId),
    last: () => undefined,
    onOver: () => {
      overs += 1;
    },
  });
  return { clock, outbox, overs: () => overs };
}

describe('a stream of a session', () => {
  test('a reader that never reads costs 500 messages at the most; requests and responses are never dropped', async () => {
    const { outbox } = open();
    outbox.push({ id: 1, method: 'elicitation/create' });
    for (let n = 0; n < 2000; n += 1) outbox.push({ method: 'notifications/message', n });
    outbox.end();
    const read: JsonObject[] = [];
    for (;;) {
      const item = await outbox.next();
      if (item.kind === 'closed') break;
      if (item.kind !== 'idle') read.push(item.message);
    }
    expect(read).toHaveLength(500);
    expect(read[0]).toMatchObject({ id: 1 });
    expect(read.at(-1)).toMatchObject({ n: 1999 });
  });

  test('a task that changes a thousand times before it is read is told once, as it is then', async () => {
    const told: string[] = [];
    const { outbox } = open((taskId) => {
      told.push(taskId);
      return [{ method: 'news', taskId }];
    });
    expect(await outbox.next()).toEqual({ kind: 'idle' });
    for (let n = 0; n < 1000; n += 1) outbox.touch('t');
    expect(await outbox.next()).toEqual({ kind: 'message', message: { method: 'news', taskId: 't' } });
    expect(told).toEqual(['t']);
  });

  test('silence is broken by a keep-alive, a message ends the waiting, and the end comes once', async () => {
    const { clock, outbox, overs } = open();
    await outbox.next();
    const quiet = outbox.next();
    await clock.advance(1000);
    expect(await quiet).toEqual({ kind: 'idle' });
    const waiting = outbox.next();
    outbox.push({ method: 'm' });
    expect(await waiting).toMatchObject({ kind: 'message' });
    expect(clock.pending).toBe(0);
    const ending = outbox.next();
    outbox.close();
    outbox.close();
    expect([await ending, overs()]).toEqual([{ kind: 'closed' }, 1]);
    outbox.push({ method: 'late' });
    expect(await outbox.next()).toEqual({ kind: 'closed' });
  });
});
