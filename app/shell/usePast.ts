import { useEffect, useMemo, useState } from 'react';
import type { Engine } from '../engine/index.ts';

type MakePast = (engine: Engine, mono: number) => Engine;

/**
 * The engine as it was at the cursor; undefined where the present is shown, or a moment that has not come. Its code comes with the first
 * step into the past.
 */
export function usePast(engine: Engine, cursor: number | undefined): Engine | undefined {
  const [make, setMake] = useState<MakePast>();
  const wanted = cursor !== undefined && cursor < engine.mono();
  useEffect(() => {
    if (!wanted || make !== undefined) return;
    void import('../engine/derive/past.ts').then((m) => setMake(() => m.pastEngine));
  }, [wanted, make]);
  return useMemo(
    () => (wanted && make !== undefined ? make(engine, cursor) : undefined),
    [engine, cursor, wanted, make],
  );
}
