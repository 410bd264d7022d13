import { type Engine, recordingLock, type StoredMeta } from '../../engine/index.ts';

/**
 * The recordings that other tabs of this browser are writing now, newest first: those that are stored and whose lock is held. None
 * where the browser cannot tell.
 */
export async function recordedElsewhere(engine: Engine): Promise<readonly StoredMeta[]> {
  const { held = [] } = (await globalThis.navigator?.locks?.query()) ?? {};
  const names = new Set(held.map(({ name }) => name));
  const stored = await engine.recordings();
  return stored.filter(({ id, current }) => !current && names.has(recordingLock(id)));
}
