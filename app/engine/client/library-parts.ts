import type { Ids } from '../../../server/ports/ids.ts';
import type { RecordingStorage } from '../log/recording-storage.ts';
import type { Keeping } from './keeping.ts';
import type { Locks } from './locks.ts';
import type { Sender } from './sender.ts';

/** What the library stands on: the live engine's parts. */
export interface LibraryParts {
  readonly storage: RecordingStorage | undefined;
  readonly ids: Ids;
  readonly locks: Locks;
  readonly sender: Pick<Sender, 'recorder' | 'clock'>;
  readonly keeping: Pick<Keeping, 'name' | 'startedAt'>;
}
