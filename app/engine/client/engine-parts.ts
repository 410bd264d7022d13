import type { Ways } from '../transport/ways.ts';
import type { Authoriser } from './auth/authoriser.ts';
import type { LazyLab } from './lazy-lab.ts';
import type { Channel, PageLife } from './page.ts';
import type { RecordingParts } from './recording-of-tab.ts';
import type { Sender } from './sender.ts';

/** What an engine stands on, made for it by `createEngine`. */
export interface EngineParts extends RecordingParts {
  readonly sender: Sender;
  readonly ways: Ways;
  readonly authoriser: () => Promise<Authoriser>;
  readonly lab: LazyLab | undefined;
  readonly channel: Channel;
  readonly page: PageLife;
  readonly withoutStorage: string | undefined;
  readonly app: string;
}
