import { bytes, doubles, Interner, integers } from '../../log/columns.ts';
import type { Exchange, FrameRef, List } from '../model.ts';
import { Vector } from '../vector.ts';
import { frameName, frameNote, hasFailed, nameOf, noteOf, reasonOf, typeOf } from './note.ts';

/** What a slot is, as bits of its `flags`. */
export const FLAG = {
  frame: 1,
  failed: 2,
  /** Not answered yet. */
  open: 4,
  legacy: 8,
  composed: 16,
  /** A poll that was answered with nothing new. */
  quiet: 32,
  /** A poll that is still out. */
  out: 64,
} as const;

const identity = (text: string): string => text;
/** Stands in a column of numbers for what is not known. */
export const NONE = -2_147_483_648;

/**
 * The wire as columns: a slot for each exchange, and for each frame of a stream that says more than one thing. No object is held for
 * a slot; `World.exchanges` has the exchanges, and what is new in them is brought here by `update`. Slots stay where they are; `order`
 * has them in the order of time (equal times: of the log). About 90 bytes a slot.
 */
export class WireTable {
  /** Slots. */
  size = 0;
  /** Grows with each update that changed anything. */
  version = 0;
  #exchanges: List<Exchange> | undefined;
  readonly #order = integers();
  #unsorted = false;
  /** Of the event that it came with. */
  readonly #seq = integers();
  readonly exchange = integers();
  /** Number of the frame within its exchange; -1 for the exchange itself. */
  readonly frame = integers();
  readonly mono = doubles();
  /** Counts the changes of a slot. */
  readonly stamp = integers();
  readonly flags = bytes();
  /** Numbers of interned texts; -1: none. */
  readonly method = integers();
  readonly name = integers();
  readonly tasks = integers();
  readonly type = integers();
  readonly status = integers();
  readonly note = integers();
  readonly endpoint = integers();
  /** Number of the one task that it is about, told apart by endpoint; -1: none, -2: several. */
  readonly task = integers();
  /** HTTP status; 0: none. */
  readonly http = integers();
  /** JSON-RPC error code; NONE: none. */
  readonly code = integers();
  /** ms from sending to the end; -1 while that is not known. */
  readonly ms = doubles();
  readonly texts = new Interner<string>(identity);
  readonly taskKeys = new Interner<string>(identity);
  /** What is known does not fit what came, and all is to be read again. */
  #again = false;
  readonly #slotOf = integers();
  #frames = new Map<number, number[]>();
  #numbers = new Map<string, number>();

  /** The slot at a place of the order of time. */
  at(place: number): number {
    return this.#order.get(place);
  }

  exchangeAt(slot: number): Exchange {
    const found = this.#exchanges?.at(this.exchange.get(slot));
    if (found === undefined) throw new RangeError(`no exchange in slot ${slot}`);
    return found;
  }

  frameAt(slot: number): FrameRef | undefined {
    const n = this.frame.get(slot);
    return n < 0 ? undefined : this.exchangeAt(slot).frames.at(n);
  }

  /** `x1` for an exchange, `x1#3` for its frame: what a link names it by. */
  keyOf(slot: number): string {
    const { id } = this.exchangeAt(slot);
    const n = this.frame.get(slot);
    return n < 0 ? id : `${id}#${n}`;
  }

  /** The slot of a key; -1 where there is none. */
  slotOf(key: string | undefined): number {
    const [id = '', n] = key?.split('#') ?? [];
    const index = this.#numbers.get(id);
    if (index === undefined) return -1;
    if (n === undefined) return this.#slotOf.get(index);
    return this.#frames.get(index)?.[Number(n)] ?? -1;
  }

  /** The slot of the exchange with this number. */
  slotOfExchange(index: number): number {
    return this.#slotOf.get(index);
  }

  /** Brings the table to the state of `exchanges`: a later version of what it had, or an earlier one (then all is read again). */
  update(exchanges: List<Exchange>): void {
    const before = this.#exchanges;
    if (before === exchanges) return;
    this.version += 1;
    this.#again = false;
    const goesOn = exchanges.size >= (before?.size ?? 0) && exchanges.at(0)?.id === before?.at(0)?.id;
    if (!goesOn) this.#clear();
    this.#exchanges = exchanges;
    const put = (exchange: Exchange, index: number): void => this.#put(exchange, index);
    const from = goesOn ? before : undefined;
    this.#each(exchanges, from, put);
    if (!this.#again) {
      this.#sort();
      return;
    }
    // An exchange that began anew under its old id: a log that is none of ours may tell such things.
    this.#clear();
    this.#each(exchanges, undefined, put);
    this.#sort();
  }

  #each(
    list: List<Exchange>,
    before: List<Exchange> | undefined,
    put: (one: Exchange, i: number) => void,
  ): void {
    if (list instanceof Vector) list.forChanged(before instanceof Vector ? before : Vector.empty(), put);
    else
      for (let i = 0; i < list.size; i += 1) {
        const exchange = list.at(i);
        if (exchange !== undefined && before?.at(i) !== exchange) put(exchange, i);
      }
  }

  #clear(): void {
    this.size = 0;
    this.#unsorted = false;
    this.#frames = new Map();
    this.#numbers = new Map();
  }

  #put(exchange: Exchange, index: number): void {
    let slot: number;
    if (this.#numbers.get(exchange.id) === index) slot = this.#slotOf.get(index);
    else {
      slot = this.#add(index, -1, exchange.sentAt, exchange.requestSeq);
      this.#numbers.set(exchange.id, index);
      this.#slotOf.set(index, slot);
    }
    this.#fill(slot, exchange);
    const { frames } = exchange;
    const slots = this.#frames.get(index) ?? [];
    // A frame that stays the only one is the response of its exchange, and needs no slot of its own.
    const has = exchange.method === 'subscriptions/listen' || frames.size > 1;
    if (this.mono.get(slot) !== exchange.sentAt || slots.length > (has ? frames.size : 0)) this.#again = true;
    if (!has) return;
    if (slots.length === 0) this.#frames.set(index, slots);
    for (let n = slots.length; n < frames.size; n += 1) {
      const frame = frames.at(n);
      if (frame === undefined) break;
      const added = this.#add(index, n, frame.mono, frame.seq);
      slots.push(added);
      this.#fillFrame(added, exchange, frame);
    }
  }

  #add(exchange: number, frame: number, mono: number, seq: number): number {
    const slot = this.size;
    this.size += 1;
    this.exchange.set(slot, exchange);
    this.frame.set(slot, frame);
    this.mono.set(slot, mono);
    this.stamp.set(slot, 0);
    this.#seq.set(slot, seq);
    const last = this.#order.get(slot - 1);
    // Nearly all come last. What comes late (a whole log that is read at once has much of it) is put in its place once all is there.
    if (slot > 0 && this.#isBefore(slot, last)) this.#unsorted = true;
    this.#order.set(slot, slot);
    return slot;
  }

  #isBefore(slot: number, other: number): boolean {
    const by = this.mono.get(slot) - this.mono.get(other);
    return by < 0 || (by === 0 && this.#seq.get(slot) < this.#seq.get(other));
  }

  #sort(): void {
    if (!this.#unsorted) return;
    this.#unsorted = false;
    const order = Int32Array.from({ length: this.size }, (_, place) => this.#order.get(place));
    order.sort((a, b) => this.mono.get(a) - this.mono.get(b) || this.#seq.get(a) - this.#seq.get(b));
    for (let place = 0; place < order.length; place += 1) this.#order.set(place, order[place] ?? 0);
  }

  #fill(slot: number, exchange: Exchange): void {
    const { outcome, taskIds, endAt } = exchange;
    const isGet = exchange.method === 'tasks/get';
    const isQuiet = isGet && exchange.state === 'done' && exchange.note === 'no change';
    this.stamp.set(slot, this.stamp.get(slot) + 1);
    this.flags.set(
      slot,
      (hasFailed(exchange) ? FLAG.failed : 0) |
        (exchange.state === 'open' ? FLAG.open : 0) |
        (exchange.legacy === true ? FLAG.legacy : 0) |
        (exchange.composed === true ? FLAG.composed : 0) |
        (isQuiet ? FLAG.quiet : 0) |
        (isGet && exchange.state === 'open' ? FLAG.out : 0),
    );
    this.method.set(slot, this.#text(nameOf(exchange)));
    this.name.set(slot, this.#text(exchange.name));
    this.tasks.set(slot, this.#text(taskIds.length === 0 ? undefined : taskIds.join(' ')));
    this.type.set(slot, this.#text(typeOf(exchange)));
    const isListen = exchange.method === 'subscriptions/listen';
    this.status.set(slot, this.#text(isListen ? undefined : exchange.taskStatus));
    const reason = reasonOf(exchange);
    const note = noteOf(exchange);
    this.note.set(slot, this.#text(reason === undefined ? note : `${reason} ${note}`));
    this.endpoint.set(slot, this.#text(exchange.endpoint));
    this.task.set(slot, taskIds.length > 1 ? -2 : this.#taskOf(exchange.endpoint, taskIds[0]));
    this.http.set(slot, exchange.httpStatus ?? 0);
    this.code.set(slot, outcome?.code ?? NONE);
    this.ms.set(slot, endAt === undefined ? -1 : endAt - exchange.sentAt);
  }

  #fillFrame(slot: number, exchange: Exchange, frame: FrameRef): void {
    const isResponse = frame.method === undefined && !frame.comment;
    this.stamp.set(slot, 1);
    this.flags.set(slot, FLAG.frame | (exchange.legacy === true ? FLAG.legacy : 0));
    this.method.set(slot, this.#text(frameName(frame)));
    this.name.set(slot, -1);
    this.tasks.set(slot, this.#text(frame.taskId));
    this.type.set(slot, this.#text(isResponse ? typeOf(exchange) : undefined));
    this.status.set(slot, this.#text(frame.status));
    this.note.set(slot, this.#text(frameNote(exchange, frame)));
    this.endpoint.set(slot, this.#text(exchange.endpoint));
    this.task.set(slot, this.#taskOf(exchange.endpoint, frame.taskId));
    this.http.set(slot, 0);
    this.code.set(slot, NONE);
    this.ms.set(slot, -1);
  }

  #text(text: string | undefined): number {
    return this.texts.number(text === undefined || text === '' ? null : text);
  }

  #taskOf(endpoint: string, id: string | undefined): number {
    return id === undefined ? -1 : this.taskKeys.number(`${endpoint} ${id}`);
  }
}
