import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LogEvent } from '../../../../server/protocol/recording.ts';
import { writeRecording } from '../../log/codec.ts';
import { anyEvent } from '../../log/samples.suite.ts';
import { AT, anyLog, aTask, Story, WALL } from '../events.suite.ts';
import { fold } from '../fold.ts';
import { emptyWorld } from '../folded.ts';
import { readFile } from '../import/read-file.ts';
import { toHar } from './har.ts';

const numbered = fc
  .array(anyEvent, { maxLength: 30 })
  .map((events) => events.map((event, seq) => ({ ...event, seq })));

function read(text: string): readonly LogEvent[] {
  const found = readFile(text);
  if (!found.ok) throw new Error(found.problem.message);
  return found.events;
}

const file = (events: readonly LogEvent[]): string =>
  writeRecording({ recording: 'r', startedAt: WALL, events: events.length }, events);

const har = (events: readonly LogEvent[]): string => toHar(events, { version: '0.1.0' });

describe('a recording, exported and imported', () => {
  test('is the same, whatever it holds', () => {
    fc.assert(
      fc.property(fc.oneof(numbered, anyLog), (events) => {
        expect(read(file(events))).toEqual(events);
      }),
    );
  });

  test('is the same through HAR, whatever it holds', () => {
    fc.assert(
      fc.property(anyLog, (events) => {
        const back = read(har(events));
        const known = new Set(events.map(({ seq }) => seq));
        expect(back).toEqual(
          events.map((event) => ({
            ...event,
            cause: event.cause !== null && known.has(event.cause) ? event.cause : null,
          })),
        );
        expect([...fold(emptyWorld(), back).exchanges]).toEqual([...fold(emptyWorld(), events).exchanges]);
      }),
    );
  });
});

/** A call, a poll, a stream of two frames and a failure, with a query in the address. */
function story(): Story {
  const it = new Story();
  it.call(aTask());
  it.poll(aTask({ status: 'completed', result: { content: [] } }));
  const stream = it.ask('subscriptions/listen', { notifications: { taskIds: ['a'] } });
  it.head(stream, 200, 'text/event-stream');
  it.frame(stream, { jsonrpc: '2.0', method: 'notifications/tasks', params: aTask() });
  it.frame(stream, { jsonrpc: '2.0', id: 3, result: { resultType: 'complete' } });
  it.add({ kind: 'end', exchange: stream, data: { bytes: 9, by: 'server' } });
  const lost = it.ask('tasks/get', { taskId: 'a' }, { data: { url: `${AT}?a=1&b=2`, id: 4 } });
  it.add({
    kind: 'fail',
    exchange: lost,
    data: { kind: 'network', code: 'refused', message: 'No answer.', next: '' },
  });
  return it;
}

describe('HAR 1.2', () => {
  test('every entry has what the rules ask for, and what is ours begins with _', () => {
    const { log } = JSON.parse(har(story().events));
    expect(log).toMatchObject({ version: '1.2', creator: { name: 'Taskscope', version: '0.1.0' } });
    expect(log.entries).toHaveLength(4);
    for (const entry of log.entries) {
      const { startedDateTime, time, request, response, cache, timings, ...rest } = entry;
      expect(new Date(startedDateTime).toISOString()).toBe(startedDateTime);
      expect(cache).toEqual({});
      expect(time).toBe(timings.send + timings.wait + timings.receive);
      for (const part of Object.values(timings)) expect(part).toSatisfy((n: number) => n >= -1);
      for (const side of [request, response]) {
        expect(side.cookies).toEqual([]);
        expect(side.httpVersion).toBe('HTTP/1.1');
        expect(side.headersSize).toBe(-1);
        expect(typeof side.bodySize).toBe('number');
        for (const header of side.headers)
          expect(header).toEqual({ name: expect.any(String), value: expect.any(String) });
      }
      expect(request).toMatchObject({ method: 'POST', postData: { mimeType: 'application/json' } });
      expect(request.url).toMatch(/^http:/);
      expect(response).toMatchObject({ redirectURL: '', statusText: expect.any(String) });
      expect(response.content).toMatchObject({ size: expect.any(Number), mimeType: expect.any(String) });
      for (const name of Object.keys(rest)) expect(name).toMatch(/^_/);
    }
    expect(log.entries[2].response.content.text).toMatch(/^data: .*\n\ndata: .*\n\n$/);
    expect(log.entries[2]._frames).toHaveLength(2);
    expect(log.entries[3].request.queryString).toEqual([
      { name: 'a', value: '1' },
      { name: 'b', value: '2' },
    ]);
    expect(log.entries[3].response).toMatchObject({ status: 0, statusText: 'No answer.' });
  });

  test('an archive that a browser saved becomes exchanges and tasks', () => {
    const { log } = JSON.parse(har(story().events));
    const { _taskscope, ...plain } = log;
    for (const entry of plain.entries) {
      delete entry._events;
      delete entry._frames;
    }
    const world = fold(emptyWorld(), read(JSON.stringify({ log: plain })));
    const before = fold(emptyWorld(), story().events);
    const look = (of: typeof world) =>
      [...of.exchanges].map(({ method, httpStatus, taskStatus, state, outcome, frames }) => ({
        ...{ method, httpStatus, taskStatus, state, outcome },
        frames: frames.size,
      }));
    expect(look(world)).toEqual(look(before));
    const tasks = (of: typeof world) => [...of.tasks.values()].map(({ taskId, status }) => [taskId, status]);
    expect(tasks(world)).toEqual(tasks(before));
    expect(tasks(world)).toHaveLength(1);
  });

  test('an entry taken out by hand leaves the others joined as they were', () => {
    const told = story().events;
    // What came last was caused by the stream before it.
    const stream = told.find(({ exchange }) => exchange === 'x3')?.seq ?? null;
    const events = told.map((e) => (e.exchange === 'x4' ? { ...e, cause: stream } : e));
    const whole = JSON.parse(har(events));
    whole.log.entries.splice(1, 1);
    const world = fold(emptyWorld(), read(JSON.stringify(whole)));
    expect([...world.exchanges].map(({ method }) => method)).toEqual([
      'tools/call',
      'subscriptions/listen',
      'tasks/get',
    ]);
    expect(world.exchanges.at(2)?.causeSeq).toBe(world.exchanges.at(1)?.requestSeq);
  });
});

describe('what cannot be imported is refused, and says what to do', () => {
  const good = file(story().events);
  test.each([
    ['empty', ' \n'],
    ['not-a-recording', '{"hello":1}'],
    ['not-a-recording', 'GIF89a'],
    ['broken-json', '{"log":{"entries":['],
    ['bad-har', '{"log":{}}'],
    ['bad-har', '{"log":{"entries":[{"request":{}}]}}'],
    ['bad-har', '{"log":{"entries":[],"_taskscope":{"events":[{"seq":0}]}}}'],
    ['newer-version', good.replace('"version":1', '"version":2')],
    ['broken-line', good.replace('"kind":"action"', '"kind":"magic"')],
    [
      'too-deep',
      good.replace(
        /"data":(\{|null)/,
        (_, what) => `"data":{"deep":${'['.repeat(300)}${']'.repeat(300)}${what === '{' ? ',' : '}'}`,
      ),
    ],
    ['broken-order', good.replace('"seq":1}', '"seq":7}')],
    [
      'too-deep',
      `{"log":{"entries":[],"_taskscope":{"events":[{"data":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}]}}}`,
    ],
  ])('%s', (code, text) => {
    const found = readFile(text);
    expect(found).toMatchObject({ ok: false, problem: { code } });
    expect(found.ok ? '' : found.problem.next).not.toBe('');
  });

  test('a file that was cut between two lines says that its end is lost', () => {
    expect(readFile(good.split('\n').slice(0, 4).join('\n'))).toMatchObject({ ok: true, lostTail: true });
  });
});
