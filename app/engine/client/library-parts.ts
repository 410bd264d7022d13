import type { Ids } from '../../../server/ports/ids.ts';
import type { RecordingStorage } from '../log/recording-storage.ts';
import type { Keeping } from './keeping.ts';
import type { Sender } from './sender.ts';

/** What the library stands on: the live engine's parts. */
export interface LibraryParts {
  readonly storage: RecordingStorage | undefined;
  readonly ids: Ids;
  readonly sender: Pick<Sender, 'recorder' | 'clock'>;
  readonly keeping: Pick<Keeping, 'rename' | 'name' | 'startedAt'>;
}
