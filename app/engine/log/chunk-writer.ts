import type { CancelTimer, Clock } from '../../../server/ports/clock.ts';
import type { LogEvent } from '../../../server/protocol/recording.ts';
import { writeEvents } from './codec.ts';
import type { LogStore } from './log-store.ts';
import type { RecordingMeta, RecordingStorage } from './recording-storage.ts';

/** What is new is written after so long (ms) or so much (characters), whatever comes first. */
export const CHUNK_MS = 250;
export const CHUNK_SIZE = 262_144;
/** After a failure (a full disk) it is tried again so much later. ms */
const AGAIN_MS = 5_000;
/** An event beside its body, about. */
const EVENT_SIZE = 300;

export interface WriterState {
  readonly state: 'saved' | 'saving' | 'failed';
  readonly detail: string | undefined;
}

export interface WriterParts {
  readonly storage: RecordingStorage;
  readonly clock: Clock;
  readonly log: LogStore;
  readonly describe: () => Omit<RecordingMeta, 'events' | 'open' | 'updatedAt' | 'size'>;
  readonly changed: () => void;
  /** Told at once, before anything is written, that the log has at least so many events: at the first that no chunk holds, and at the end. */
  readonly mark: (events: number) => void;
  /** How many events of the log are stored already, by the page that wrote it before. */
  readonly saved: number;
  /** Characters of those events. */
  readonly size?: number;
}

/**
 * Writes a log down in chunks, behind the log's back: appending never waits for it, and a failure is shown and tried again with
 * everything since. It holds no events; it remembers how far it has come.
 */
export class ChunkWriter {
  readonly #parts: WriterParts;
  #saved: number;
  #marked = 0;
  #seen: number;
  #size = 0;
  #timer: CancelTimer | undefined;
  #writing = false;
  #failure: string | undefined;
  #ending = false;
  /** Characters written so far. */
  #written: number;
  #leave: () => void;

  constructor(parts: WriterParts) {
    this.#parts = parts;
    this.#saved = parts.saved;
    this.#seen = parts.saved;
    this.#written = parts.size ?? 0;
    this.#leave = parts.log.subscribe(() => this.#grown());
    this.#grown();
  }

  get state(): WriterState {
    if (this.#failure !== undefined) return { state: 'failed', detail: this.#failure };
    const behind = this.#writing || this.#saved < this.#parts.log.length;
    return { state: behind ? 'saving' : 'saved', detail: undefined };
  }

  /**
   * The page goes (or has come back). What a page logs while it goes, such as requests that the browser cuts off, is still part of
   * a proper end.
   */
  ending(ending: boolean): void {
    this.#ending = ending;
    if (ending) {
      this.#parts.mark(this.#parts.log.length);
      void this.flush();
    }
  }

  /** Writes now what is not yet written, within this turn. */
  async flush(): Promise<void> {
    const closing = this.#ending;
    this.#timer?.();
    this.#timer = undefined;
    const from = this.#saved;
    const to = this.#parts.log.length;
    if (from === to && !closing) return;
    this.#saved = to;
    this.#seen = to;
    this.#size = 0;
    this.#writing = true;
    const described = this.#parts.describe();
    // What the page before this one wrote at its end may come late, as a chunk that begins here. This one begins with the event
    // before it, so that neither takes the other's place; which of them counts is told by that event.
    const start = from === this.#parts.saved ? Math.max(0, from - 1) : from;
    const chunk =
      from === to
        ? undefined
        : { recording: described.id, from: start, text: writeEvents(this.#events(start, to)) };
    const meta: RecordingMeta = {
      ...described,
      events: to,
      updatedAt: this.#parts.clock.now(),
      open: !closing,
      size: this.#written + (chunk?.text.length ?? 0),
    };
    try {
      await this.#parts.storage.save(meta, chunk);
      this.#failure = undefined;
      this.#written = meta.size ?? 0;
    } catch (error) {
      this.#failure = words(error);
      this.#saved = Math.min(this.#saved, from);
    }
    this.#writing = false;
    if (this.#saved < this.#parts.log.length) this.#later(this.#failure === undefined ? CHUNK_MS : AGAIN_MS);
    this.#parts.changed();
  }

  /** Storage is gone for good: says so, and writes no more. */
  fail(detail: string): void {
    this.#failure = detail;
    this.#stop();
    this.#parts.changed();
  }

  /** Writes the end and stops. */
  async close(): Promise<void> {
    this.#leave();
    this.#ending = true;
    await this.flush();
    this.#stop();
  }

  #stop(): void {
    this.#leave();
    this.#timer?.();
    this.#timer = undefined;
    this.#later = () => undefined;
  }

  #grown(): void {
    for (; this.#seen < this.#parts.log.length; this.#seen += 1)
      this.#size += this.#parts.log.bodyText(this.#seen).length + EVENT_SIZE;
    const { length } = this.#parts.log;
    if (this.#saved === length) return;
    if (this.#marked <= this.#saved && !this.#ending) {
      this.#marked = length;
      this.#parts.mark(length);
    }
    if (this.#writing) return;
    if (this.#size >= CHUNK_SIZE && this.#failure === undefined) void this.flush();
    else this.#later(this.#failure === undefined ? CHUNK_MS : AGAIN_MS);
  }

  #later = (ms: number): void => {
    this.#timer ??= this.#parts.clock.after(ms, () => {
      this.#timer = undefined;
      void this.flush();
    });
  };

  *#events(from: number, to: number): IterableIterator<LogEvent> {
    for (let seq = from; seq < to; seq += 1) yield this.#parts.log.read(seq);
  }
}

function words(error: unknown): string {
  if (!(error instanceof Error)) return 'The recording could not be saved.';
  if (error.name === 'QuotaExceededError')
    return "The browser's storage is full: the recording goes on in memory. Delete old recordings to save it.";
  return `The recording could not be saved: ${error.message || error.name}`;
}
