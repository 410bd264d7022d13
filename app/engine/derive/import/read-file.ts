import { MAX_DEPTH } from '../../../../server/protocol/json.ts';
import type { Problem } from '../../../../server/protocol/problem.ts';
import type { LogEvent } from '../../../../server/protocol/recording.ts';
import { readEvents } from '../../log/codec.ts';
import { readRecording } from '../../log/recording-file.ts';
import { harEvents } from './har-read.ts';

export type ReadFile =
  | {
      readonly ok: true;
      readonly what: 'recording' | 'har';
      /** Wall time of its start, ms. */
      readonly startedAt: number;
      readonly events: readonly LogEvent[];
      /** The end of the file is lost. */
      readonly lostTail: boolean;
    }
  | { readonly ok: false; readonly problem: Problem };

/**
 * Reads what was dropped, pasted or chosen: a recording, or an HTTP Archive 1.2. It is known by what it says, not by its name. What
 * cannot be read whole is refused whole, and says what to do.
 */
export function readFile(text: string): ReadFile {
  try {
    return read(text.replace(/^\ufeff/, ''));
  } catch {
    // Nested so deep that it can be parsed, and not written or masked (attack 11).
    return refused(
      'too-deep',
      'The file is nested too deeply to be kept.',
      'Export it again with the program that made it.',
    );
  }
}

function read(text: string): ReadFile {
  if (text.trim() === '')
    return refused('empty', 'There is nothing in it.', 'Choose a file that was exported here, or a HAR.');
  if (!/^\s*\{\s*"taskscope"/.test(text.slice(0, 200))) {
    const whole = parse(text);
    if (typeof whole === 'object' && whole !== null && 'log' in whole) return readHar(whole);
    if (whole === undefined && /"log"\s*:/.test(text.slice(0, 2_000)))
      return refused(
        'broken-json',
        'This looks like a HAR, and is no whole JSON.',
        'The file was changed or cut; save it again.',
      );
  }
  const recording = readRecording(text);
  if (!recording.ok) return recording;
  const { header, events, lostTail } = recording;
  const misplaced = events.findIndex((event, place) => event.seq !== place);
  if (misplaced >= 0)
    return refused(
      'broken-order',
      `Line ${misplaced + 2} of the recording is out of its order.`,
      'The file was changed or cut; export it again.',
    );
  return { ok: true, what: 'recording', startedAt: header.startedAt, events: kept(events), lostTail };
}

function readHar(whole: object): ReadFile {
  const found = harEvents(whole);
  if (!found.ok)
    return refused(
      'bad-har',
      `This is no HTTP Archive that can be read. ${found.reason}`,
      'Save it again as HAR 1.2.',
    );
  const read = readEvents(found.events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  if (read.bad !== undefined)
    return refused(
      'bad-har',
      `What the HAR tells as event ${read.bad + 1} is none.`,
      'The file was changed; save it again as HAR 1.2.',
    );
  const [first] = read.events;
  const startedAt = first === undefined ? 0 : first.wall - first.mono;
  return { ok: true, what: 'har', startedAt, events: kept(read.events), lostTail: false };
}

/** @throws RangeError where `data` nests deeper than what walks over it may go: ours is shallow by its making */
function kept(events: readonly LogEvent[]): readonly LogEvent[] {
  for (const { data } of events)
    if (data !== null && isDeeper(data, MAX_DEPTH)) throw new RangeError('too deep');
  return events;
}

function isDeeper(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return limit === 0 || Object.values(value).some((member) => isDeeper(member, limit - 1));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refused(code: string, message: string, next: string): ReadFile {
  return { ok: false, problem: { kind: 'framing', code, message, next } };
}
