import type { Clock } from '../../../server/ports/clock.ts';
import { RECORDING_VERSION } from '../../../server/protocol/recording.ts';
import type { Deleted, Persistence, StoredMeta } from '../engine.ts';
import { ChunkWriter } from '../log/chunk-writer.ts';
import type { RecordingStorage } from '../log/recording-storage.ts';
import type { Locks } from './locks.ts';
import type { PageLife, TabMemory } from './page.ts';
import { lockOf, type TabRecording } from './recording-of-tab.ts';
import { rememberEvents } from './tail-mark.ts';

export interface KeepingParts {
  readonly storage: RecordingStorage | undefined;
  /** Why there is no storage, for the person; undefined where none was wanted. */
  readonly withoutStorage: string | undefined;
  readonly clock: Clock;
  readonly locks: Locks;
  readonly page: PageLife;
  readonly memory: TabMemory;
  /** The endpoint in use, for the list of recordings. */
  readonly endpoint: () => string | undefined;
  readonly changed: () => void;
}

/** Keeps the present recording stored, through changes of recording and the page's end. */
export class Keeping {
  readonly #parts: KeepingParts;
  readonly #leave: () => void;
  #recording: TabRecording;
  #writer: ChunkWriter | undefined;
  #lost: string | undefined;
  /** What a person calls the present recording; written with what is written next. */
  name: string | undefined;

  constructor(parts: KeepingParts, recording: TabRecording) {
    this.#parts = parts;
    this.#recording = recording;
    this.#lost = parts.withoutStorage;
    this.name = recording.stored?.meta.name;
    this.#writer = this.#write(recording);
    this.#leave = parts.page.onChange((what) => {
      if (what === 'hidden') void this.#writer?.flush();
      else this.#writer?.ending(what === 'leaving');
    });
  }

  /** Wall time of the present recording's start, ms. */
  get startedAt(): number {
    return this.#recording.startedAt;
  }

  state(): Persistence {
    if (this.#lost !== undefined) return { state: 'failed', detail: this.#lost };
    return this.#writer?.state ?? { state: 'off', detail: undefined };
  }

  /** Storage was taken away. */
  lost(reason: string): void {
    this.#lost = reason;
    this.#writer?.fail(reason);
    this.#parts.changed();
  }

  /** Ends the recording before, and keeps this one. */
  async change(recording: TabRecording): Promise<void> {
    const before = this.#writer?.close();
    const { release } = this.#recording;
    this.#recording = recording;
    this.name = undefined;
    this.#writer = this.#lost === undefined ? this.#write(recording) : undefined;
    await before;
    release();
  }

  async list(): Promise<readonly StoredMeta[]> {
    const current = this.#recording.recorder.recording;
    const metas = this.#lost === undefined ? ((await this.#parts.storage?.list()) ?? []) : [];
    return metas
      .map(({ version: _version, ...meta }) => ({ ...meta, current: meta.id === current }))
      .sort((a, b) => b.updatedAt - a.updatedAt);
  }

  /** Deletes a stored recording that no tab is writing; while it does, none can take it up. */
  async remove(id: string): Promise<Deleted> {
    if (id === this.#recording.recorder.recording)
      return { ok: false, reason: 'It is the present recording. Start a new one first.' };
    const release = await this.#parts.locks.tryTake(lockOf(id));
    if (release === undefined)
      return {
        ok: false,
        reason: 'Another tab is writing it. Close that tab, or start a new recording there, and try again.',
      };
    try {
      const undo = await this.#parts.storage?.remove(id);
      return undo === undefined ? { ok: false, reason: 'It is not stored any more.' } : { ok: true, undo };
    } finally {
      release();
    }
  }

  async close(): Promise<void> {
    this.#leave();
    await this.#writer?.close();
    this.#recording.release();
    this.#parts.storage?.close();
  }

  #write(recording: TabRecording): ChunkWriter | undefined {
    const { storage, clock, endpoint, changed, memory } = this.#parts;
    if (storage === undefined) return undefined;
    const { recorder, startedAt, stored } = recording;
    const describe = () => ({
      id: recorder.recording,
      version: RECORDING_VERSION,
      startedAt,
      endpoint: endpoint() ?? null,
      ...(this.name === undefined ? {} : { name: this.name }),
    });
    return new ChunkWriter({
      ...{ storage, clock, log: recorder.log, describe, changed },
      mark: (events) => rememberEvents(memory, recorder.recording, events),
      saved: stored?.events.length ?? 0,
      size: stored?.meta.size ?? 0,
    });
  }
}
