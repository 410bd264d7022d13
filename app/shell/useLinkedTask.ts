import { useEffect, useRef } from 'react';
import type { Engine } from '../engine/index.ts';
import { findTask } from './selection.ts';

/** A link may name a task that this recording does not know: it is watched once its endpoint is there. */
export function useLinkedTask(
  engine: Engine,
  endpoint: string | undefined,
  selected: string | undefined,
): void {
  const linked = useRef(selected);
  useEffect(() => {
    const id = linked.current;
    if (endpoint === undefined || id === undefined) return;
    linked.current = undefined;
    if (findTask(engine.world(), id, endpoint) === undefined) engine.attach(endpoint, id);
  }, [endpoint, engine]);
}
