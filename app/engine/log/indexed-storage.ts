import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { type LogEvent, RECORDING_VERSION } from '../../../server/protocol/recording.ts';
import { readEvents } from './codec.ts';
import type { Chunk, RecordingMeta, RecordingStorage, StoredRecording } from './recording-storage.ts';

export const DATABASE = 'taskscope';
/** Version of the layout below. One more for each entry in MIGRATIONS; a database of a newer version is refused untouched. */
export const DATABASE_VERSION = 1;

interface Layout extends DBSchema {
  recordings: { key: string; value: RecordingMeta };
  chunks: { key: [recording: string, from: number]; value: Chunk };
}

type Migrate = (database: IDBPDatabase<Layout>) => void;

/** MIGRATIONS[n] takes a database of version n to n + 1. Each is tested from a kept database of version n (fixtures/). */
const MIGRATIONS: readonly Migrate[] = [
  (database) => {
    database.createObjectStore('recordings', { keyPath: 'id' });
    database.createObjectStore('chunks', { keyPath: ['recording', 'from'] });
  },
];

/** The database is of a newer program than this one. */
export class NewerDatabase extends Error {
  override readonly name = 'NewerDatabase';
}

/**
 * Opens the recordings of this browser.
 * @param onLost told where the database is taken away: a newer program in another tab wants to change it
 * @throws NewerDatabase where a newer program has been here; the platform's error where there is no storage
 */
export async function openIndexedStorage(onLost: (reason: string) => void): Promise<RecordingStorage> {
  if (typeof indexedDB === 'undefined') throw new Error('This browser has no IndexedDB.');
  try {
    const database = await openDB<Layout>(DATABASE, DATABASE_VERSION, {
      upgrade(db, from) {
        for (const migrate of MIGRATIONS.slice(from)) migrate(db);
      },
      blocking(_current, _wanted, event) {
        (event.target as IDBDatabase).close();
        onLost('A newer Taskscope in another tab took over the storage: reload this page.');
      },
      terminated: () => onLost('The browser closed the storage.'),
    });
    return storageOf(database);
  } catch (error) {
    if (error instanceof Error && error.name === 'VersionError')
      throw new NewerDatabase('The recordings here are of a newer Taskscope; nothing is read or changed.');
    throw error;
  }
}

function storageOf(database: IDBPDatabase<Layout>): RecordingStorage {
  return {
    list: () => database.getAll('recordings'),
    async load(id) {
      const meta = await database.get('recordings', id);
      if (meta === undefined || meta.version > RECORDING_VERSION) return undefined;
      const chunks = await database.getAll('chunks', wholeOf(id));
      return joined(meta, chunks);
    },
    async save(meta, chunk) {
      // No await before the last put: in `pagehide` only what is begun in this turn counts.
      const transaction = database.transaction(['recordings', 'chunks'], 'readwrite');
      const puts = [
        chunk === undefined ? undefined : transaction.objectStore('chunks').put(chunk),
        transaction.objectStore('recordings').put(meta),
      ];
      transaction.commit();
      // A failed put aborts the transaction: its own error (a full disk) says more than the abort.
      await Promise.all([...puts, transaction.done]);
    },
    async remove(id) {
      const transaction = database.transaction(['recordings', 'chunks'], 'readwrite');
      const chunks = transaction.objectStore('chunks');
      const recordings = transaction.objectStore('recordings');
      const [meta, kept] = await Promise.all([
        recordings.get(id),
        chunks.getAll(wholeOf(id)),
        chunks.delete(wholeOf(id)),
        recordings.delete(id),
        transaction.done,
      ]);
      if (meta === undefined) return undefined;
      return async () => {
        const back = database.transaction(['recordings', 'chunks'], 'readwrite');
        await Promise.all([
          ...kept.map((chunk) => back.objectStore('chunks').put(chunk)),
          back.objectStore('recordings').put(meta),
          back.done,
        ]);
      };
    },
    close: () => database.close(),
  };
}

function wholeOf(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER]);
}

/**
 * Chunks may overlap: one that failed is written again, longer, and the first one of a resumed recording repeats the last event
 * before it. One that tells what is known already otherwise is what the page before wrote too late, and does not count. What follows
 * a gap is lost.
 */
function joined(meta: RecordingMeta, chunks: readonly Chunk[]): StoredRecording {
  const events: LogEvent[] = [];
  let gap = false;
  for (const chunk of chunks) {
    if (chunk.from > events.length) {
      gap = true;
      break;
    }
    const read = readEvents(chunk.text);
    const [first] = read.events;
    const known = first === undefined ? undefined : events[first.seq];
    if (first !== undefined && known !== undefined && !isSame(first, known)) continue;
    for (const event of read.events) if (event.seq === events.length) events.push(event);
    if (read.bad !== undefined) {
      gap = true;
      break;
    }
  }
  return { meta, events, lostTail: gap || events.length < meta.events };
}

function isSame(one: LogEvent, other: LogEvent): boolean {
  return (
    one.tab === other.tab && one.mono === other.mono && one.wall === other.wall && one.kind === other.kind
  );
}
