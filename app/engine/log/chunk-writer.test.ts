import { expect, test } from 'vitest';
import { ManualClock } from '../../../server/ports/manual-clock.ts';
import { ChunkWriter } from './chunk-writer.ts';
import { readEvents } from './codec.ts';
import { LogStore } from './log-store.ts';
import { Recorder } from './recorder.ts';
import type { Chunk, RecordingMeta, RecordingStorage } from './recording-storage.ts';

function setup(saved = 0) {
  const clock = new ManualClock();
  const log = new LogStore();
  const recorder = new Recorder(log, clock, 'r', 't');
  for (let i = 0; i < saved; i += 1) recorder.write({ kind: 'note', body: { text: 'before' } });
  const saves: { at: number; meta: RecordingMeta; chunk: Chunk | undefined }[] = [];
  const fail: { error: Error | undefined; hold: Promise<void> | undefined } = {
    error: undefined,
    hold: undefined,
  };
  const storage: RecordingStorage = {
    list: async () => [],
    load: async () => undefined,
    async save(meta, chunk) {
      await fail.hold;
      if (fail.error !== undefined) throw fail.error;
      saves.push({ at: clock.mono(), meta, chunk });
    },
    remove: async () => undefined,
    close: () => undefined,
  };
  const describe = () => ({ id: 'r', version: 1, startedAt: 0, endpoint: null });
  const marks: number[] = [];
  const writer = new ChunkWriter({
    ...{ storage, clock, log, describe, saved },
    changed: () => undefined,
    mark: (events) => marks.push(events),
  });
  const note = (size = 10) => recorder.write({ kind: 'note', body: { text: 'x'.repeat(size) } });
  return { clock, log, writer, saves, marks, fail, note };
}

test('writes every 250 ms what is new, and nothing where nothing is', async () => {
  const { clock, writer, saves, note } = setup();
  note();
  note();
  expect(writer.state.state).toBe('saving');
  await clock.advance(249);
  expect(saves).toHaveLength(0);
  await clock.advance(1);
  note();
  await clock.advance(5_000);
  expect(saves.map(({ at, meta, chunk }) => [at, meta.events, chunk?.from])).toEqual([
    [250, 2, 0],
    [500, 3, 2],
  ]);
  expect(saves.every(({ meta }) => meta.open)).toBe(true);
  expect(writer.state).toEqual({ state: 'saved', detail: undefined });
});

test('marks at once that there is more than was handed over: once a chunk, and at the end exactly', async () => {
  const { clock, writer, marks, fail, note } = setup();
  note();
  expect(marks).toEqual([1]);
  note();
  note();
  expect(marks).toEqual([1]);
  let go = (): void => undefined;
  fail.hold = new Promise((resume) => (go = resume));
  await clock.advance(250);
  note();
  expect(marks, 'while a chunk is being written').toEqual([1, 4]);
  note();
  writer.ending(true);
  expect(marks).toEqual([1, 4, 5]);
  note();
  expect(marks, 'what comes while the page goes is not missed').toEqual([1, 4, 5]);
  go();
});

test('writes 256 kB at once', async () => {
  const { clock, saves, note } = setup();
  note(100_000);
  note(100_000);
  await clock.advance(0);
  expect(saves).toHaveLength(0);
  note(100_000);
  await clock.advance(0);
  expect(saves.map(({ meta }) => meta.events)).toEqual([3]);
});

test('the page goes: the rest is handed over within the same turn, and marked as the end', async () => {
  const { clock, writer, saves, note, fail } = setup();
  let go = (): void => undefined;
  fail.hold = new Promise((resume) => (go = resume));
  note();
  await clock.advance(250);
  fail.hold = undefined;
  note();
  writer.ending(true);
  await clock.advance(0);
  expect(saves[0]).toMatchObject({ meta: { open: false, events: 2 }, chunk: { from: 1 } });
  go();
  // The browser cuts off what was in flight, and the page hears of it while it goes.
  note();
  await clock.advance(1_000);
  expect(saves.map(({ meta }) => meta.open)).toEqual([false, true, false]);
  // It comes back from the browser's cache.
  writer.ending(false);
  note();
  await clock.advance(1_000);
  expect(saves.at(-1)?.meta).toMatchObject({ open: true, events: 4 });
});

test('a full disk is shown, blocks nothing, and everything since is written when there is room again', async () => {
  const { clock, log, writer, saves, note, fail } = setup();
  fail.error = new DOMException('no room', 'QuotaExceededError');
  note();
  await clock.advance(250);
  expect(writer.state).toMatchObject({ state: 'failed', detail: expect.stringContaining('full') });
  for (let i = 0; i < 10; i += 1) note(100_000);
  expect(log.length).toBe(11);
  await clock.advance(4_000);
  expect(saves).toHaveLength(0);
  fail.error = undefined;
  await clock.advance(1_000);
  expect(saves.map(({ chunk }) => [chunk?.from, readEvents(chunk?.text ?? '').events.length])).toEqual([
    [0, 11],
  ]);
  expect(writer.state.state).toBe('saved');
});

test('the first chunk of a resumed recording repeats the last event before it, also where it is written again', async () => {
  const { clock, fail, saves, note } = setup(3);
  fail.error = new Error('disk');
  note();
  await clock.advance(250);
  fail.error = undefined;
  note();
  await clock.advance(5_000);
  note();
  await clock.advance(250);
  expect(saves.map(({ chunk }) => chunk?.from)).toEqual([2, 5]);
  expect(readEvents(saves[0]?.chunk?.text ?? '').events.map(({ seq }) => seq)).toEqual([2, 3, 4]);
});
