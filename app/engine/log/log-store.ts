import type { HeaderPair } from '../../../server/protocol/headers.ts';
import type { JsonObject } from '../../../server/protocol/json.ts';
import {
  type Body,
  EVENT_KINDS,
  type HeaderView,
  type LogEvent,
  type NewEvent,
} from '../../../server/protocol/recording.ts';
import { bytes, doubles, Interner, integers } from './columns.ts';

const VIEWS: readonly (HeaderView | null)[] = [null, 'full', 'cors'];
const identity = (text: string): string => text;

/**
 * The append-only log in memory: columns of numbers, interned strings and headers, and the bodies' own strings. No event object
 * is held; `read` makes one. About 60 bytes an event beside its body (scale.md measured 30 for the bare columns).
 */
export class LogStore {
  #length = 0;
  #version = 0;
  readonly #kind = bytes();
  readonly #mono = doubles();
  readonly #wall = doubles();
  readonly #cause = integers();
  readonly #status = integers();
  readonly #view = bytes();
  readonly #binary = bytes();
  readonly #numbers = {
    recording: integers(),
    tab: integers(),
    endpoint: integers(),
    exchange: integers(),
    method: integers(),
    headers: integers(),
  };
  readonly #names = new Interner<string>(identity);
  readonly #headers = new Interner<readonly HeaderPair[]>((pairs) => JSON.stringify(pairs));
  readonly #bodies: (string | null)[] = [];
  /** `data` as JSON text, null where there is none. */
  readonly #data: (string | null)[] = [];
  readonly #subscribers = new Set<() => void>();

  get length(): number {
    return this.#length;
  }

  /** Grows with every append. */
  version(): number {
    return this.#version;
  }

  subscribe(changed: () => void): () => void {
    this.#subscribers.add(changed);
    return () => this.#subscribers.delete(changed);
  }

  /** Adds events in order, and tells subscribers once. @returns the seq of the first */
  append(batch: readonly NewEvent[]): number {
    const first = this.#length;
    for (const event of batch) this.#add(event);
    if (batch.length > 0) {
      this.#version += 1;
      for (const changed of [...this.#subscribers]) changed();
    }
    return first;
  }

  /** @throws RangeError outside 0..length-1 */
  read(seq: number): LogEvent {
    if (!(Number.isInteger(seq) && seq >= 0 && seq < this.#length))
      throw new RangeError(`no event ${seq} in a log of ${this.#length}`);
    const n = this.#numbers;
    const data = this.#data[seq] ?? null;
    return {
      seq,
      kind: EVENT_KINDS[this.#kind.get(seq)] ?? 'note',
      mono: this.#mono.get(seq),
      wall: this.#wall.get(seq),
      recording: this.#names.value(n.recording.get(seq)) ?? '',
      tab: this.#names.value(n.tab.get(seq)) ?? '',
      endpoint: this.#names.value(n.endpoint.get(seq)),
      exchange: this.#names.value(n.exchange.get(seq)),
      cause: orNull(this.#cause.get(seq)),
      method: this.#names.value(n.method.get(seq)),
      status: orNull(this.#status.get(seq)),
      headers: this.#headers.value(n.headers.get(seq)),
      view: VIEWS[this.#view.get(seq)] ?? null,
      body: this.#body(seq),
      data: data === null ? null : (JSON.parse(data) as JsonObject),
    };
  }

  /** All events, one after the other. */
  *events(): IterableIterator<LogEvent> {
    for (let seq = 0; seq < this.#length; seq += 1) yield this.read(seq);
  }

  /** Text of an event's body, '' where it has none; a base64 body comes as `base64:` and its text. */
  bodyText(seq: number): string {
    const text = this.#bodies[seq] ?? '';
    return this.#binary.get(seq) === 1 && seq < this.#length ? `base64:${text}` : text;
  }

  #body(seq: number): Body | null {
    const text = this.#bodies[seq] ?? null;
    if (text === null) return null;
    return this.#binary.get(seq) === 1 ? { base64: text } : { text };
  }

  #add(event: NewEvent): void {
    const i = this.#length;
    const n = this.#numbers;
    this.#kind.set(i, Math.max(0, EVENT_KINDS.indexOf(event.kind)));
    this.#mono.set(i, event.mono);
    this.#wall.set(i, event.wall);
    this.#cause.set(i, event.cause ?? -1);
    this.#status.set(i, event.status ?? -1);
    this.#view.set(i, Math.max(0, VIEWS.indexOf(event.view)));
    n.recording.set(i, this.#names.number(event.recording));
    n.tab.set(i, this.#names.number(event.tab));
    n.endpoint.set(i, this.#names.number(event.endpoint));
    n.exchange.set(i, this.#names.number(event.exchange));
    n.method.set(i, this.#names.number(event.method));
    n.headers.set(i, this.#headers.number(event.headers));
    const { body } = event;
    this.#binary.set(i, body !== null && 'base64' in body ? 1 : 0);
    this.#bodies.push(body === null ? null : 'text' in body ? body.text : body.base64);
    this.#data.push(event.data === null ? null : JSON.stringify(event.data));
    this.#length = i + 1;
  }
}

function orNull(value: number): number | null {
  return value < 0 ? null : value;
}
