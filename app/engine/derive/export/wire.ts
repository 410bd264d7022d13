import type { LogEvent } from '../../../../server/protocol/recording.ts';

/** The events of one HTTP exchange of a log. */
export interface WireExchange {
  readonly id: string;
  readonly request: LogEvent;
  readonly head: LogEvent | undefined;
  readonly body: LogEvent | undefined;
  readonly frames: readonly LogEvent[];
  /** `end` or `fail`. */
  readonly end: LogEvent | undefined;
}

interface Gathered {
  request: LogEvent | undefined;
  head: LogEvent | undefined;
  body: LogEvent | undefined;
  frames: LogEvent[];
  end: LogEvent | undefined;
}

/** The exchanges of a log in the order of their requests; where a part is told twice the first counts, as it was seen first. */
export function wireExchanges(events: Iterable<LogEvent>): readonly WireExchange[] {
  const found = new Map<string, Gathered>();
  for (const event of events) {
    if (event.exchange === null) continue;
    let parts = found.get(event.exchange);
    if (parts === undefined) {
      parts = { request: undefined, head: undefined, body: undefined, frames: [], end: undefined };
      found.set(event.exchange, parts);
    }
    if (event.kind === 'frame') parts.frames.push(event);
    else if (event.kind === 'request') parts.request ??= event;
    else if (event.kind === 'head') parts.head ??= event;
    else if (event.kind === 'body') parts.body ??= event;
    else if (event.kind === 'end' || event.kind === 'fail') parts.end ??= event;
  }
  const out: WireExchange[] = [];
  for (const [id, parts] of found) {
    const { request } = parts;
    if (request !== undefined) out.push({ ...parts, id, request });
  }
  return out.sort((a, b) => a.request.seq - b.request.seq);
}

/** The text of an event's body; '' where it has none or where it is no text. */
export function textOf(event: LogEvent | undefined): string {
  return event?.body != null && 'text' in event.body ? event.body.text : '';
}

/** Bytes that are no UTF-8, each as the character of its number; '' where the text is no base64. */
export function latin1(base64: string): string {
  try {
    return atob(base64);
  } catch {
    return '';
  }
}

/** Frames as an event stream sends them. */
export function streamText(frames: readonly LogEvent[]): string {
  return frames.map(frameText).join('');
}

function frameText(frame: LogEvent): string {
  const { data } = frame;
  if (data?.comment === true) return ':\n\n';
  const event = typeof data?.event === 'string' ? `event: ${data.event}\n` : '';
  const id = typeof data?.id === 'string' ? `id: ${data.id}\n` : '';
  const lines = textOf(frame)
    .split('\n')
    .map((line) => `data: ${line}\n`)
    .join('');
  return `${event}${id}${lines}\n`;
}

/** ISO 8601 of a wall time (ms); a time that no calendar has is the epoch. */
export function isoTime(wall: number): string {
  const date = new Date(wall);
  return Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString();
}
