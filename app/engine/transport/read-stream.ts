import type { Clock } from '../../../server/ports/clock.ts';
import { own, parseJson } from '../../../server/protocol/json.ts';
import type { RequestId } from '../../../server/protocol/jsonrpc.ts';
import type { Problem } from '../../../server/protocol/problem.ts';
import type { Draft } from '../log/recorder.ts';
import { type Frame, frameReader } from './sse-frames.ts';
import type { TapLimits } from './tap-limits.ts';
import { streamTooLong } from './wire-problems.ts';

export interface StreamReading {
  /** The request's id: the frame that answers it is handed out. */
  readonly id: RequestId;
  readonly limits: TapLimits;
  readonly clock: Clock;
  /** Each batch of frames, as drafts to write and as read; `answer` is the text of the response where it is among them. */
  readonly onFrames: (drafts: readonly Draft[], frames: readonly Frame[], answer: string | undefined) => void;
}

export interface StreamResult {
  readonly bytes: number;
  readonly problem: Problem | undefined;
  /** base64 of the chunk that was not UTF-8. */
  readonly offending: string | undefined;
}

/** A network chunk may be megabytes; so much is read before the time is looked at. */
const PIECE = 16_384;

/**
 * Reads an event stream to its end, in batches, and lets others run every `sliceMs` so that 100,000 events a second do not
 * block the page. Frames that came before a problem are handed out before it is told.
 * @throws what the chunks throw
 */
export async function readStream(
  chunks: AsyncIterable<Uint8Array>,
  reading: StreamReading,
): Promise<StreamResult> {
  const { limits, clock } = reading;
  const reader = frameReader(limits.maxFrame);
  let bytes = 0;
  let n = 0;
  let answered = false;
  let sliceEnd = clock.mono() + limits.sliceMs;

  function hand(frames: readonly Frame[]): void {
    if (frames.length === 0) return;
    let answer: string | undefined;
    const drafts = frames.map((frame): Draft => {
      n += 1;
      if (!answered && answer === undefined && answers(frame, reading.id)) answer = frame.data;
      return draftOf(frame, n);
    });
    answered ||= answer !== undefined;
    reading.onFrames(drafts, frames, answer);
  }

  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += PIECE) {
      const piece = chunk.subarray(at, at + PIECE);
      bytes += piece.length;
      hand(reader.feed(piece));
      const problem = bytes > limits.maxStream ? streamTooLong(limits.maxStream) : reader.problem;
      if (problem !== undefined) {
        hand(reader.rest());
        return { bytes, problem, offending: reader.offending };
      }
      if (clock.mono() >= sliceEnd) {
        await new Promise<void>((resume) => clock.after(0, resume));
        sliceEnd = clock.mono() + limits.sliceMs;
      }
    }
  }
  hand(reader.rest());
  return { bytes, problem: undefined, offending: undefined };
}

function draftOf(frame: Frame, n: number): Draft {
  if (frame.comments > 0) return { kind: 'frame', data: { comment: true, count: frame.comments, n } };
  return {
    kind: 'frame',
    body: { text: frame.data },
    data: {
      ...(frame.event === undefined ? {} : { event: frame.event }),
      ...(frame.id === undefined ? {} : { id: frame.id }),
      n,
    },
  };
}

/** True for the response to `id`: a message with that id and no method. Only frames that may be one are parsed. */
function answers(frame: Frame, id: RequestId): boolean {
  if (!frame.data.includes('"result"') && !frame.data.includes('"error"')) return false;
  const parsed = parseJson(frame.data);
  if (!parsed.ok || own(parsed.value, 'method') !== undefined) return false;
  return own(parsed.value, 'id') === id || own(parsed.value, 'error') !== undefined;
}
