import type { Clock } from '../../../server/ports/clock.ts';
import type { Ids } from '../../../server/ports/ids.ts';
import { RECORDING_VERSION } from '../../../server/protocol/recording.ts';
import { LogStore } from '../log/log-store.ts';
import { Recorder } from '../log/recorder.ts';
import type { RecordingStorage, StoredRecording } from '../log/recording-storage.ts';
import type { Locks, Release } from './locks.ts';
import type { TabMemory } from './page.ts';
import { rememberedEvents } from './tail-mark.ts';

/** An older recording is not taken up by itself. ms */
const STILL_FRESH = 7 * 86_400_000;
/** A reloaded page may come before its old self has let go of the lock. ms */
const RELOAD_GRACE = 1_000;
/** What a page wrote while it went may arrive a little after its lock is free. ms */
const LATE_WRITE = { grace: 1_000, every: 50 } as const;
const MEMORY_KEY = 'taskscope:recording';

export interface RecordingParts {
  readonly storage: RecordingStorage | undefined;
  readonly locks: Locks;
  readonly memory: TabMemory;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** The recording that a tab writes. `stored` is what it goes on from; undefined for a fresh one. */
export interface TabRecording {
  readonly recorder: Recorder;
  readonly startedAt: number;
  readonly stored: StoredRecording | undefined;
  /** Lets another tab have it. */
  readonly release: Release;
}

/**
 * Finds this tab's recording: the one that sessionStorage names, if no other tab has it (a duplicated tab has the name, too); if it
 * names none, the newest that is not open elsewhere and younger than seven days (so a restarted browser goes on); else a fresh one.
 */
export async function recordingOfTab(parts: RecordingParts, tab: string): Promise<TabRecording> {
  const { memory, storage } = parts;
  const named = memory.get(MEMORY_KEY);
  if (storage !== undefined)
    for (const id of named === undefined ? await newest(parts, storage) : [named]) {
      const release = await takeRecording(parts, id, id === named);
      if (release === undefined) continue;
      const stored = await load(parts, storage, id);
      if (stored !== undefined && stored.events.length > 0) return resumed(parts, tab, stored, release);
      release();
    }
  return freshRecording(parts, tab);
}

/** A new, empty recording. */
export async function freshRecording(parts: RecordingParts, tab: string): Promise<TabRecording> {
  const { clock, ids, locks, memory } = parts;
  const id = ids.short();
  const release = (await locks.tryTake(lockOf(id))) ?? (() => undefined);
  memory.set(MEMORY_KEY, id);
  const recorder = new Recorder(new LogStore(), clock, id, tab);
  return { recorder, startedAt: clock.now(), stored: undefined, release };
}

function resumed(
  parts: RecordingParts,
  tab: string,
  stored: StoredRecording,
  release: Release,
): TabRecording {
  const { clock, memory } = parts;
  const { meta, events } = stored;
  memory.set(MEMORY_KEY, meta.id);
  const log = new LogStore();
  log.append(events);
  // The recording's time went on while no page was there; it never goes back, whatever was done to the wall clock.
  const passed = clock.now() - meta.startedAt;
  const startMono = Math.max(events.at(-1)?.mono ?? 0, passed);
  return {
    recorder: new Recorder(log, clock, meta.id, tab, startMono),
    startedAt: meta.startedAt,
    stored,
    release,
  };
}

/** Loads a recording with all that this tab remembers of it; what has not come after a while is lost, and said to be. */
async function load(
  parts: RecordingParts,
  storage: RecordingStorage,
  id: string,
): Promise<StoredRecording | undefined> {
  const events = rememberedEvents(parts.memory, id) ?? 0;
  const giveUpAt = parts.clock.mono() + LATE_WRITE.grace;
  for (;;) {
    const stored = await storage.load(id).catch(() => undefined);
    if (stored === undefined || stored.events.length >= events) return stored;
    if (parts.clock.mono() >= giveUpAt) return { ...stored, lostTail: true };
    await new Promise<void>((resume) => parts.clock.after(LATE_WRITE.every, resume));
  }
}

async function newest(parts: RecordingParts, storage: RecordingStorage): Promise<readonly string[]> {
  const since = parts.clock.now() - STILL_FRESH;
  const metas = await storage.list().catch(() => []);
  return metas
    .filter((meta) => meta.version <= RECORDING_VERSION && meta.imported !== true && meta.updatedAt > since)
    .sort((a, b) => b.updatedAt - a.updatedAt)
    .map((meta) => meta.id);
}

async function takeRecording(
  parts: RecordingParts,
  id: string,
  patient: boolean,
): Promise<Release | undefined> {
  const release = await parts.locks.tryTake(lockOf(id));
  if (release !== undefined || !patient) return release;
  const giveUp = new AbortController();
  const cancel = parts.clock.after(RELOAD_GRACE, () => giveUp.abort());
  try {
    return await parts.locks.take(lockOf(id), giveUp.signal);
  } catch {
    return undefined;
  } finally {
    cancel();
  }
}

/** The name of the lock that whoever writes a recording holds. */
export function lockOf(id: string): string {
  return `taskscope:recording:${id}`;
}
