import type { LogEvent } from '../../../server/protocol/recording.ts';
import type { LogReader } from '../engine.ts';
import type { LogStore } from '../log/log-store.ts';

/** The log of whatever recording is the present one; subscribers stay when it changes. */
export class CurrentLog implements LogReader {
  #log: LogStore;
  #base = 0;
  #leave: () => void;
  readonly #subscribers = new Set<() => void>();

  constructor(log: LogStore) {
    this.#log = log;
    this.#leave = log.subscribe(this.#tell);
  }

  get length(): number {
    return this.#log.length;
  }

  read(seq: number): LogEvent {
    return this.#log.read(seq);
  }

  bodyText(seq: number): string {
    return this.#log.bodyText(seq);
  }

  version(): number {
    return this.#base + this.#log.version();
  }

  subscribe(changed: () => void): () => void {
    this.#subscribers.add(changed);
    return () => this.#subscribers.delete(changed);
  }

  /** Something beside the log changed that its readers show (how far it is saved). */
  touch(): void {
    this.#base += 1;
    this.#tell();
  }

  show(log: LogStore): void {
    this.#base = this.version() + 1;
    this.#leave();
    this.#log = log;
    this.#leave = log.subscribe(this.#tell);
    this.#tell();
  }

  readonly #tell = (): void => {
    for (const changed of [...this.#subscribers]) changed();
  };
}
