import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../protocol/json.ts';
import { learner } from './learn.ts';
import type { SeenTask } from './route-table.ts';

const TASK = { taskId: 'tsk_ü', status: 'working', createdAt: '2026-07-28T12:00:00.000Z', ttlMs: 1000 };
const SEEN: SeenTask = { taskId: 'tsk_ü', status: 'working', expiresAt: Date.parse(TASK.createdAt) + 1000 };
const handle = { jsonrpc: '2.0', id: 1, result: { resultType: 'task', ...TASK } };
const pushed = (more: JsonObject = {}) => ({
  jsonrpc: '2.0',
  method: 'notifications/tasks',
  params: { ...TASK, ...more },
});

/** What is learnt from `text`, fed in chunks that end at `cuts`. */
function learnt(type: string, text: string, cuts: readonly number[] = []): SeenTask[] {
  const seen: SeenTask[] = [];
  const looking = learner(type, (task) => seen.push(task));
  const bytes = new TextEncoder().encode(text);
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  let from = 0;
  for (const end of ends) {
    looking.feed(bytes.subarray(from, end));
    from = end;
  }
  return seen;
}
const cuts = fc.array(fc.nat(), { maxLength: 6 });

describe('learner', () => {
  test('finds a flat task in a JSON answer, however it is cut into chunks', () => {
    const text = JSON.stringify(handle);
    fc.assert(
      fc.property(cuts, (at) => {
        expect(learnt('application/json; charset=utf-8', text, at)).toEqual([SEEN]);
      }),
    );
  });

  test('finds each pushed task in a stream, and a flat result in one, however it is cut', () => {
    const text = [
      ': keep-alive\n\n',
      `event: message\ndata: ${JSON.stringify(pushed())}\n\n`,
      `data: ${JSON.stringify(pushed({ status: 'completed', result: {}, ttlMs: null }))}\r\n\r\n`,
      `data: ${JSON.stringify(handle)}\n\n`,
    ].join('');
    const all = [SEEN, { ...SEEN, status: 'completed', expiresAt: null }, SEEN];
    fc.assert(
      fc.property(cuts, (at) => {
        expect(learnt('text/event-stream', text, at)).toEqual(all);
      }),
    );
  });

  test('learns nothing from errors, acknowledgements, other notifications, tasks inside results, and what is no JSON', () => {
    for (const body of [
      { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'no', data: TASK } },
      { jsonrpc: '2.0', id: 1, result: { resultType: 'complete' } },
      { jsonrpc: '2.0', id: 1, result: { resultType: 'complete', structuredContent: TASK, task: TASK } },
      { jsonrpc: '2.0', method: 'notifications/other', params: TASK },
      { jsonrpc: '2.0', id: 1, result: { ...TASK, status: 'on fire' } },
      TASK,
    ])
      expect(learnt('application/json', JSON.stringify(body)), JSON.stringify(body)).toEqual([]);
    expect(learnt('application/json', '{"jsonrpc":}')).toEqual([]);
    expect(learnt('text/plain', JSON.stringify(handle))).toEqual([]);
  });

  test('an answer or an event that is too long is passed over; memory does not grow with it', () => {
    const long = { ...handle, result: { ...handle.result, text: 'x'.repeat(300_000) } };
    expect(learnt('application/json', JSON.stringify(long), [100_000, 200_000])).toEqual([]);
    const endless = learner('text/event-stream', () => {
      throw new Error('nothing to see');
    });
    const mebibyte = new Uint8Array(1 << 20).fill(0x78);
    for (let i = 0; i < 64; i += 1) endless.feed(mebibyte);
  });
});
