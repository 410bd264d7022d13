import { own } from '../../../server/protocol/json.ts';
import type { Problem } from '../../../server/protocol/problem.ts';
import {
  type LogEvent,
  RECORDING_VERSION,
  type RecordingHeader,
} from '../../../server/protocol/recording.ts';
import { readEvents } from './codec.ts';

export type ReadRecording =
  | {
      readonly ok: true;
      readonly header: RecordingHeader;
      readonly events: readonly LogEvent[];
      /** Fewer events than the header says: the end of the file is lost. */
      readonly lostTail: boolean;
    }
  | { readonly ok: false; readonly problem: Problem };

/** Reads a recording file. A newer version, a foreign file and a broken line are refused whole; nothing is guessed. */
export function readRecording(text: string): ReadRecording {
  const end = text.indexOf('\n');
  const header = readHeader(end < 0 ? text : text.slice(0, end));
  if (header === undefined)
    return refused(
      'not-a-recording',
      'This is no Taskscope recording.',
      'Choose a file that was exported here.',
    );
  if (header.version > RECORDING_VERSION)
    return refused(
      'newer-version',
      `The recording has version ${header.version}; this program reads up to ${RECORDING_VERSION}.`,
      'Open it with a newer Taskscope.',
    );
  const read = readEvents(end < 0 ? '' : text.slice(end + 1));
  if (read.bad !== undefined)
    return refused(
      'broken-line',
      `Line ${read.bad + 2} of the recording is no event.`,
      'The file was changed or cut; export it again.',
    );
  return { ok: true, header, events: read.events, lostTail: read.events.length < header.events };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function readHeader(line: string): RecordingHeader | undefined {
  const value = parse(line);
  const version = own(value, 'version');
  const recording = own(value, 'recording');
  const startedAt = own(value, 'startedAt');
  const events = own(value, 'events');
  if (own(value, 'taskscope') !== 'recording' || typeof version !== 'number') return undefined;
  // A newer header may look different otherwise; that it is newer is all that is read of it.
  if (version > RECORDING_VERSION)
    return { taskscope: 'recording', version, recording: '', startedAt: 0, events: 0 };
  if (typeof recording !== 'string' || typeof startedAt !== 'number' || typeof events !== 'number')
    return undefined;
  return { taskscope: 'recording', version, recording, startedAt, events };
}

function refused(code: string, message: string, next: string): ReadRecording {
  return { ok: false, problem: { kind: 'framing', code, message, next } };
}
