import { createParser } from 'eventsource-parser';
import { own, ownString } from '../../../../server/protocol/json.ts';

export interface HarFrame {
  /** ms since the recording began. */
  readonly mono: number;
  readonly event: {
    readonly kind: 'frame';
    readonly body: { readonly text: string };
    readonly data: Record<string, unknown>;
  };
}

/**
 * The frames of an event stream in an archive of a browser: with times of their own where it has `_eventSourceMessages`, else out of
 * its text, all at the end.
 * @param first wall time of the entry's start, ms
 * @param ended mono of its end, ms
 */
export function harFrames(entry: unknown, text: string, wall: number, ended: number): readonly HarFrame[] {
  const told = own(entry, '_eventSourceMessages');
  const start = ended - durationOf(entry);
  const frame = (mono: number, data: string, n: number, event?: string, id?: string): HarFrame => ({
    mono,
    event: {
      kind: 'frame',
      body: { text: data },
      data: { n, ...(event === undefined ? {} : { event }), ...(id === undefined ? {} : { id }) },
    },
  });
  if (Array.isArray(told))
    return told.map((message, i) => {
      const seconds = own(message, 'time');
      const mono = typeof seconds === 'number' ? start + (seconds * 1_000 - wall) : ended;
      const name = ownString(message, 'eventName');
      return frame(
        Math.min(ended, Math.max(start, mono)),
        ownString(message, 'data') ?? '',
        i + 1,
        name === 'message' ? undefined : name,
        ownString(message, 'eventId') || undefined,
      );
    });
  const frames: HarFrame[] = [];
  const parser = createParser({
    onEvent: ({ data, event, id }) => frames.push(frame(ended, data, frames.length + 1, event, id)),
  });
  parser.feed(text.endsWith('\n\n') ? text : `${text}\n\n`);
  return frames;
}

function durationOf(entry: unknown): number {
  const time = own(entry, 'time');
  return typeof time === 'number' && time > 0 ? time : 0;
}
