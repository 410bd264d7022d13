import type { SecretMemory } from '../authorisation.ts';
import type { Authoriser } from './auth/authoriser.ts';
import type { Locks } from './locks.ts';
import type { Sender } from './sender.ts';

declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

/** The authoriser, loaded when it is wanted: the page's first view does without. The sender renews its tokens by it. */
export function lazyAuthoriser(
  sender: Sender,
  memory: SecretMemory,
  locks: Locks,
): () => Promise<Authoriser> {
  let loading: Promise<Authoriser> | undefined;
  const authoriser = (): Promise<Authoriser> => {
    // What reads the answers would try whether it may compile code, which the page's policy reports as a violation.
    globalThis.__zod_globalConfig ??= { jitless: true };
    loading ??= import('./auth/authoriser.ts').then((loaded) => new loaded.Authoriser(sender, memory, locks));
    return loading;
  };
  sender.renew = async (endpoint, cause) => (await authoriser()).renew(endpoint, cause);
  return authoriser;
}
