import { createParser } from 'eventsource-parser';
import { base64 } from '../../../server/protocol/headers.ts';
import type { Problem } from '../../../server/protocol/problem.ts';
import { frameTooLarge, notUtf8 } from './wire-problems.ts';

/** One SSE event as sent. A comment has no data; `comments` is how many comments it stands for. */
export interface Frame {
  readonly data: string;
  readonly event: string | undefined;
  readonly id: string | undefined;
  readonly comments: number;
}

export interface FrameReader {
  /** Frames that this chunk completed. After a problem it gives no more. */
  feed(chunk: Uint8Array): readonly Frame[];
  /** The comments that were counted but not yet shown. */
  rest(): readonly Frame[];
  readonly problem: Problem | undefined;
  /** The chunk that was not UTF-8, as base64. */
  readonly offending: string | undefined;
}

/** So many comments are shown one by one (keep-alives are worth seeing), then one for each so many. */
const COMMENTS_SHOWN = 100;
const COMMENTS_EACH = 1_000;

/**
 * Reads an event stream chunk by chunk. A UTF-8 character may be split over chunks; CR, LF and CR LF end a line alike.
 * A line or event of more than `maxFrame` characters ends the reading with a limit problem.
 */
export function frameReader(maxFrame: number): FrameReader {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let frames: Frame[] = [];
  let afterCr = false;
  let comments = 0;
  let unshown = 0;
  const reader = { problem: undefined as Problem | undefined, offending: undefined as string | undefined };
  const parser = createParser({
    maxBufferSize: maxFrame,
    onEvent: ({ data, event, id }) => frames.push({ data, event, id, comments: 0 }),
    onComment: () => {
      comments += 1;
      unshown += 1;
      if (comments <= COMMENTS_SHOWN || unshown >= COMMENTS_EACH) showComments();
    },
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') reader.problem = frameTooLarge(maxFrame);
    },
  });

  function showComments(): void {
    if (unshown > 0) frames.push({ data: '', event: undefined, id: undefined, comments: unshown });
    unshown = 0;
  }

  function take(): readonly Frame[] {
    const taken = frames;
    frames = [];
    return taken;
  }

  /** CR and CR LF become LF here: the parser waits after a CR for what follows, which would hold an event back. */
  function lines(text: string): string {
    const start = afterCr && text.startsWith('\n') ? 1 : 0;
    if (text !== '') afterCr = text.endsWith('\r');
    const rest = start === 0 ? text : text.slice(start);
    return rest.includes('\r') ? rest.replace(/\r\n?/g, '\n') : rest;
  }

  return Object.assign(reader, {
    feed(chunk: Uint8Array): readonly Frame[] {
      if (reader.problem !== undefined) return [];
      let text = '';
      try {
        text = decoder.decode(chunk, { stream: true });
      } catch {
        reader.problem = notUtf8();
        reader.offending = base64(chunk);
        return take();
      }
      parser.feed(lines(text));
      return take();
    },
    rest(): readonly Frame[] {
      showComments();
      return take();
    },
  });
}
