import type { Clock } from '../../../server/ports/clock.ts';
import type { Ids } from '../../../server/ports/ids.ts';
import type { SecretMemory } from '../authorisation.ts';
import type { RecordingStorage } from '../log/recording-storage.ts';
import type { BridgeAddress } from '../transport/bridge-link.ts';
import type { Fetch } from '../transport/direct.ts';
import type { LabAddress } from '../transport/lab-link.ts';
import type { TapLimits } from '../transport/tap-limits.ts';
import type { Transport } from '../transport/transport.ts';
import type { EndpointSettings } from '../transport/ways.ts';
import type { Locks } from './locks.ts';
import type { Channel, PageLife, TabMemory } from './page.ts';
import type { Timeouts } from './sender.ts';

/** What an engine stands on. Each part has the browser's own as its default; in Node what is missing there is simply off. */
export interface EngineOptions {
  readonly clock?: Clock;
  readonly ids?: Ids;
  /** Used by the default transport. */
  readonly fetch?: Fetch;
  /** Stands around the platform's `fetch`, to answer for endpoints that are in the page itself. */
  readonly around?: (fetch: Fetch) => Fetch;
  /** The direct way; default: `fetch`. */
  readonly transport?: Transport;
  /** The server behind the page, which reaches what the page cannot; left out, there is none. */
  readonly bridge?: BridgeAddress;
  /** The lab of the server behind the page, and which endpoints are that server's own; left out, there is none. */
  readonly lab?: LabAddress & { readonly isOwn: (endpoint: string) => boolean };
  /** What a person has set for an endpoint, asked at each request; left out, nothing. */
  readonly settings?: (endpoint: string) => EndpointSettings;
  /** Where tokens are kept; left out, they go with the page. */
  readonly secrets?: SecretMemory;
  readonly locks?: Locks;
  readonly channel?: Channel;
  readonly memory?: TabMemory;
  readonly page?: PageLife;
  /** null: nothing is kept, and no stored recording is taken up. Default: IndexedDB. */
  readonly storage?: RecordingStorage | null;
  readonly limits?: Partial<TapLimits>;
  readonly timeouts?: Partial<Timeouts>;
  /** Name and version of the program, for the recording. */
  readonly app?: string;
}
