import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { writeRecording } from './codec.ts';
import { LogStore } from './log-store.ts';
import { readRecording } from './recording-file.ts';
import { anyEvent } from './samples.suite.ts';

const EMPTY = {
  kind: 'note',
  mono: 0,
  wall: 0,
  recording: 'r',
  tab: 't',
  endpoint: null,
  exchange: null,
  cause: null,
  method: null,
  status: null,
  headers: null,
  view: null,
  body: null,
  data: null,
} as const;

test('property: what was appended is read back, whatever it holds', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 60 }), (events) => {
      const log = new LogStore();
      expect(log.append(events)).toBe(0);
      expect(events.map((_, seq) => log.read(seq))).toEqual(events.map((event, seq) => ({ ...event, seq })));
    }),
  );
});

test('property: export, then import, is identity', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 30 }), (batch) => {
      const log = new LogStore();
      log.append(batch);
      const events = batch.map((_, seq) => log.read(seq));
      const file = writeRecording({ recording: 'r', startedAt: 1, events: events.length }, events);
      // The way of a file: to UTF-8 and back.
      const text = new TextDecoder().decode(new TextEncoder().encode(file));
      const read = readRecording(text);
      if (!read.ok) throw new Error(read.problem.message);
      expect(read.events).toEqual(events);
      expect(read).toMatchObject({ lostTail: false, header: { recording: 'r', startedAt: 1, version: 1 } });
      const again = new LogStore();
      again.append(read.events);
      expect(events.map((_, seq) => again.read(seq))).toEqual(events);
    }),
  );
});

test('subscribers are told once a batch, and the version grows', () => {
  const log = new LogStore();
  const changed = vi.fn();
  const leave = log.subscribe(changed);
  log.append([EMPTY, EMPTY, EMPTY]);
  log.append([]);
  expect(changed).toHaveBeenCalledTimes(1);
  expect(log.version()).toBe(1);
  leave();
  expect(log.append([EMPTY])).toBe(3);
  expect(changed).toHaveBeenCalledTimes(1);
  expect(() => log.read(4)).toThrow(RangeError);
  expect(() => log.read(-1)).toThrow(RangeError);
});

test('a base64 body is marked in its text', () => {
  const log = new LogStore();
  log.append([{ ...EMPTY, body: { base64: '/w==' } }, { ...EMPTY, body: { text: 'base64:' } }, EMPTY]);
  expect([0, 1, 2, 3].map((seq) => log.bodyText(seq))).toEqual(['base64:/w==', 'base64:', '', '']);
});

test('a recording file that is foreign, newer or broken is refused whole, and a cut one says so', () => {
  const log = new LogStore();
  log.append([EMPTY, EMPTY]);
  const file = writeRecording({ recording: 'r', startedAt: 1, events: 2 }, [log.read(0), log.read(1)]);
  const lines = file.split('\n');
  expect(readRecording('{"log":{"version":"1.2"}}')).toMatchObject({
    ok: false,
    problem: { code: 'not-a-recording' },
  });
  expect(readRecording('')).toMatchObject({ ok: false });
  expect(readRecording('{"taskscope":"recording","version":2,"format":"other"}\n…')).toMatchObject({
    ok: false,
    problem: { code: 'newer-version', message: expect.stringContaining('version 2') },
  });
  expect(readRecording([lines[0], '{"kind":"magic"}', lines[2]].join('\n'))).toMatchObject({
    ok: false,
    problem: { code: 'broken-line', message: expect.stringContaining('Line 2') },
  });
  expect(readRecording([lines[0], lines[1]].join('\n'))).toMatchObject({ ok: true, lostTail: true });
});
