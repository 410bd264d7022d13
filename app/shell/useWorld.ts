import type { Engine, World } from '../engine/index.ts';
import { useVersion } from '../ui/live.ts';

/** The state at the newest event as of the last frame. The log is the only truth; this is what it folds to. */
export function useWorld(engine: Engine): World {
  useVersion(engine.log);
  return engine.world();
}
