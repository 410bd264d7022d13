import { useMemo, useSyncExternalStore } from 'react';
import { type OpenRound, openRounds } from '../features/tools/open-rounds.ts';

/** The calls of a recording and an endpoint that wait to be made again, as they are now. */
export function useRounds(recording: string | undefined, endpoint: string | undefined): readonly OpenRound[] {
  const all = useSyncExternalStore(openRounds.subscribe, openRounds.all);
  return useMemo(
    () => all.filter((round) => round.recording === recording && round.endpoint === endpoint),
    [all, recording, endpoint],
  );
}
