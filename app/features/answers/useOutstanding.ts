import { useMemo, useSyncExternalStore } from 'react';
import type { Engine } from '../../engine/index.ts';
import { useVersion } from '../../ui/live.ts';
import { type HeldRequest, heldRequests } from './held-requests.ts';
import { type Asker, outstanding } from './inbox.ts';
import { putAside } from './put-aside.ts';

/** What waits for the person, whatever asks, as it changes. */
export function useOutstanding(engine: Engine): {
  readonly askers: readonly Asker[];
  readonly held: readonly HeldRequest[];
  readonly aside: ReadonlySet<string>;
} {
  const version = useVersion(engine.log);
  const store = heldRequests(engine);
  const held = useSyncExternalStore(store.subscribe, store.list);
  const aside = useSyncExternalStore(putAside.subscribe, putAside.ids);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the log's version says that the world is another one
  const askers = useMemo(() => outstanding(engine, held, aside), [engine, held, aside, version]);
  return { askers, held, aside };
}
