import type { SecretMemory } from '../authorisation.ts';
import type { Authoriser } from './auth/authoriser.ts';
import type { Locks } from './locks.ts';
import type { Sender } from './sender.ts';

/** The authoriser, loaded when it is wanted: the page's first view does without. The sender renews its tokens by it. */
export function lazyAuthoriser(
  sender: Sender,
  memory: SecretMemory,
  locks: Locks,
): () => Promise<Authoriser> {
  let loading: Promise<Authoriser> | undefined;
  const authoriser = (): Promise<Authoriser> => {
    loading ??= import('./auth/authoriser.ts').then((loaded) => new loaded.Authoriser(sender, memory, locks));
    return loading;
  };
  sender.renew = async (endpoint, cause) => (await authoriser()).renew(endpoint, cause);
  return authoriser;
}
