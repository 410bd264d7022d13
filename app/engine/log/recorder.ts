import type { Clock } from '../../../server/ports/clock.ts';
import type { JsonObject } from '../../../server/protocol/json.ts';
import type { NewEvent } from '../../../server/protocol/recording.ts';
import type { LogStore } from './log-store.ts';
import { Redactor } from './redactor.ts';

/** An event as its writer knows it; the recorder adds time, recording and tab. */
export type Draft = Pick<NewEvent, 'kind'> & Partial<Omit<NewEvent, 'kind' | 'recording' | 'mono' | 'wall'>>;

/** Writes this tab's events to the log. Everything written passes its redactor. */
export class Recorder {
  readonly log: LogStore;
  readonly recording: string;
  readonly tab: string;
  readonly redactor = new Redactor();
  readonly #clock: Clock;
  readonly #offset: number;

  /** @param startMono mono of the recording at this moment, ms: 0 for a fresh one, more for one that goes on */
  constructor(log: LogStore, clock: Clock, recording: string, tab: string, startMono = 0) {
    this.log = log;
    this.recording = recording;
    this.tab = tab;
    this.#clock = clock;
    this.#offset = startMono - clock.mono();
  }

  /** ms since the recording began. */
  mono(): number {
    return this.#clock.mono() + this.#offset;
  }

  /** @returns the seq of the event */
  write(draft: Draft): number {
    return this.log.append([this.#complete(draft)]);
  }

  /** @returns the seq of the first event */
  writeAll(drafts: readonly Draft[]): number {
    return this.log.append(drafts.map((draft) => this.#complete(draft)));
  }

  /** An `action`: a person did something, and what follows has it as its cause. */
  action(name: string, endpoint: string | null, data: JsonObject = {}): number {
    return this.write({ kind: 'action', endpoint, data: { name, ...data } });
  }

  #complete(draft: Draft): NewEvent {
    const { redactor } = this;
    const { body = null, data = null } = draft;
    // Headers first: they are where secrets are learnt from.
    const headers = draft.headers == null ? null : redactor.headers(draft.headers);
    const known = redactor.size > 0;
    return {
      kind: draft.kind,
      mono: this.mono(),
      wall: this.#clock.now(),
      recording: this.recording,
      tab: draft.tab ?? this.tab,
      endpoint: draft.endpoint ?? null,
      exchange: draft.exchange ?? null,
      cause: draft.cause ?? null,
      method: draft.method ?? null,
      status: draft.status ?? null,
      headers,
      view: draft.view ?? null,
      body: known && body !== null && 'text' in body ? { text: redactor.text(body.text) } : body,
      data: known && data !== null ? (JSON.parse(redactor.text(JSON.stringify(data))) as JsonObject) : data,
    };
  }
}
