import { useEffect, useSyncExternalStore } from 'react';
import type { Engine } from '../../engine/index.ts';
import type { LabPlaces } from './places.ts';
import { type LabSession, type LabView, labOf } from './session.ts';

/** The lab of the endpoint that the page is connected to. */
export function useLab(
  engine: Engine,
  endpoint: string | undefined,
  places: LabPlaces,
): { readonly lab: LabSession; readonly view: LabView } {
  const lab = labOf(engine, places);
  const view = useSyncExternalStore(lab.subscribe, lab.view);
  useEffect(() => lab.follow(endpoint), [lab, endpoint]);
  return { lab, view };
}
