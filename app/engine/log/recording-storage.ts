import type { LogEvent } from '../../../server/protocol/recording.ts';

/** What is known of a stored recording without reading it. */
export interface RecordingMeta {
  readonly id: string;
  /** Of the event schema it was written with. */
  readonly version: number;
  /** Wall times, ms. */
  readonly startedAt: number;
  readonly updatedAt: number;
  /** The last endpoint that was connected. */
  readonly endpoint: string | null;
  readonly events: number;
  /** False where its page ended properly; true while a page writes it, or where one was killed. */
  readonly open: boolean;
  /** What a person calls it. */
  readonly name?: string;
  /** Characters of its events. */
  readonly size?: number;
  /** It came from elsewhere: no tab takes it up. */
  readonly imported?: true;
}

/** A run of events that is written at once. `from` is the seq of its first. */
export interface Chunk {
  readonly recording: string;
  readonly from: number;
  /** Lines of events (codec.ts). */
  readonly text: string;
}

export interface StoredRecording {
  readonly meta: RecordingMeta;
  /** From seq 0 on without a gap. */
  readonly events: readonly LogEvent[];
  /** Something was written after the first gap, or more than is there. That a page did not write its end loses nothing by itself. */
  readonly lostTail: boolean;
}

/** Where recordings are kept. */
export interface RecordingStorage {
  list(): Promise<readonly RecordingMeta[]>;
  /** Undefined where it is not there, or of a newer version (which stays untouched). */
  load(id: string): Promise<StoredRecording | undefined>;
  /**
   * Writes metadata and a chunk in one transaction that is begun before this returns, so that it counts in a `pagehide` handler.
   * @throws (rejects with) the platform's error, such as QuotaExceededError
   */
  save(meta: RecordingMeta, chunk: Chunk | undefined): Promise<void>;
  /** @returns what puts it back as it was, from memory; undefined where it is not there */
  remove(id: string): Promise<(() => Promise<void>) | undefined>;
  close(): void;
}
