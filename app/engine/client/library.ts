import type { LogEvent } from '../../../server/protocol/recording.ts';
import { RECORDING_VERSION } from '../../../server/protocol/recording.ts';
import { masked } from '../derive/export/mask.ts';
import { type ReadFile, readFile } from '../derive/import/read-file.ts';
import type { Engine, Library, LoadedRecording } from '../engine.ts';
import { writeEvents } from '../log/codec.ts';
import { type Fetched, fetchFile } from '../transport/fetch-file.ts';
import type { LibraryParts } from './library-parts.ts';
import { RecordedEngine } from './recorded-engine.ts';
import { lockOf } from './recording-of-tab.ts';

/** Events that are stored at once. */
const CHUNK = 1_000;

/** The recordings of this browser beside the one that is written: loaded when it is wanted. */
export class RecordingLibrary implements Library {
  readonly #parts: LibraryParts;

  constructor(parts: LibraryParts) {
    this.#parts = parts;
  }

  /** What was learnt to be a secret since it was written, or in another recording, goes as it is read (attack 10). */
  async load(id: string): Promise<LoadedRecording | undefined> {
    const { sender, keeping, storage } = this.#parts;
    const { recorder } = sender;
    if (id === recorder.recording)
      return {
        ...{ id, startedAt: keeping.startedAt, name: keeping.name, lostTail: false, imported: false },
        events: this.#redacted([...recorder.log.events()]),
      };
    const found = await storage?.load(id);
    if (found === undefined) return undefined;
    const { meta, events, lostTail } = found;
    return {
      ...{ id, lostTail, startedAt: meta.startedAt, name: meta.name },
      imported: meta.imported === true,
      events: this.#redacted(events),
    };
  }

  async rename(id: string, wanted: string): Promise<string | undefined> {
    const { storage, locks, keeping, sender } = this.#parts;
    const name = wanted.trim();
    const isPresent = id === sender.recorder.recording;
    const release = isPresent ? () => undefined : await locks.tryTake(lockOf(id));
    if (release === undefined) return 'Another tab is writing it. Give it its name there.';
    try {
      if (isPresent) keeping.name = name;
      const meta = (await storage?.list())?.find((one) => one.id === id);
      if (meta === undefined) return isPresent ? undefined : 'It is not stored any more.';
      await storage?.save({ ...meta, name }, undefined);
      return undefined;
    } finally {
      release();
    }
  }

  read(text: string): ReadFile {
    return readFile(text);
  }

  fetch(url: string, signal: AbortSignal): Promise<Fetched> {
    return fetchFile(url, signal);
  }

  async add(read: ReadFile & { readonly ok: true }, name: string): Promise<LoadedRecording> {
    const { storage, ids, sender } = this.#parts;
    const id = `imported-${ids.short()}`;
    // A file made elsewhere may hold what no log of ours would.
    const events = this.#redacted([...masked(read.events, [])]);
    const loaded: LoadedRecording = {
      ...{ id, name, events, startedAt: read.startedAt, lostTail: read.lostTail },
      imported: true,
    };
    if (storage === undefined) return loaded;
    let size = 0;
    for (let from = 0; from === 0 || from < events.length; from += CHUNK) {
      const text = writeEvents(events.slice(from, from + CHUNK));
      size += text.length;
      const to = Math.min(events.length, from + CHUNK);
      await storage.save(
        {
          ...{
            id,
            name,
            size,
            version: RECORDING_VERSION,
            startedAt: read.startedAt,
            updatedAt: sender.clock.now(),
          },
          endpoint: events.find(({ endpoint }) => endpoint !== null)?.endpoint ?? null,
          events: read.lostTail ? to + 1 : to,
          open: false,
          imported: true,
        },
        { recording: id, from, text },
      );
    }
    return loaded;
  }

  view(recording: LoadedRecording): Engine {
    return new RecordedEngine(recording);
  }

  #redacted(events: readonly LogEvent[]): readonly LogEvent[] {
    const { redactor } = this.#parts.sender.recorder;
    if (redactor.size === 0) return events;
    return events.map((event) => {
      const line = JSON.stringify(event);
      const clean = redactor.text(line);
      return clean === line ? event : (JSON.parse(clean) as LogEvent);
    });
  }
}
