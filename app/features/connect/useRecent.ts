import { useMemo, useSyncExternalStore } from 'react';
import { listedText, recentEndpoints, subscribeToList } from './endpoints.ts';

/** The endpoints that this browser has used, as they are now. */
export function useRecent(): readonly string[] {
  const text = useSyncExternalStore(subscribeToList, listedText);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what the list is read from
  return useMemo(() => recentEndpoints(), [text]);
}
