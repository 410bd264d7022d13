import type { Ids } from '../../../../server/ports/ids.ts';
import type { Grant } from '../../authorisation.ts';
import type { Credential } from '../credentials.ts';
import { type KeptPerson, type PersonProvider, restoredPerson } from './person-provider.ts';

/** What is remembered of one endpoint from attempt to attempt. */
export interface Known {
  readonly person: PersonProvider | undefined;
  /** How the token was had, where that needs no person. */
  readonly machine: Exclude<Grant, { kind: 'person' }> | undefined;
  /** The scope that was asked for last. */
  readonly scope: string | undefined;
  /** The issuer that a machine's client was used with. */
  readonly issuer: string | undefined;
  readonly metadataUrl: URL | undefined;
}

export const NOTHING: Known = {
  person: undefined,
  machine: undefined,
  scope: undefined,
  issuer: undefined,
  metadataUrl: undefined,
};

/** As it is kept, version 1. A reader of another version begins anew: the person signs in once more. */
interface Kept {
  readonly version: 1;
  readonly authorization?: string;
  readonly renewAt?: number;
  readonly person?: KeptPerson;
  readonly machine?: Known['machine'];
  readonly scope?: string;
  readonly issuer?: string;
  readonly metadataUrl?: string;
}

export function writeKnown(known: Known, credential: Credential | undefined): string {
  const { person, machine, scope, issuer, metadataUrl } = known;
  // What is undefined is left out by JSON.
  const kept = {
    version: 1,
    authorization: credential?.value,
    renewAt: credential?.renewAt,
    person: person?.kept(),
    ...{ machine, scope, issuer },
    metadataUrl: metadataUrl?.href,
  };
  return JSON.stringify(kept);
}

/** What this very engine wrote, in this browser; anything else is nothing. */
export function readKnown(text: string | undefined, ids: Ids): Known {
  const kept = parsed(text);
  if (kept?.version !== 1) return NOTHING;
  const { person, machine, scope, issuer, metadataUrl } = kept;
  try {
    return {
      person: person && restoredPerson(person, ids),
      ...{ machine, scope, issuer },
      metadataUrl: metadataUrl === undefined ? undefined : new URL(metadataUrl),
    };
  } catch {
    return NOTHING;
  }
}

function parsed(text: string | undefined): Kept | undefined {
  try {
    return text === undefined ? undefined : ((JSON.parse(text) as Kept | null) ?? undefined);
  } catch {
    return undefined;
  }
}
