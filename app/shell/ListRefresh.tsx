import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Engine, World } from '../engine/index.ts';

/** The queries that a changed list makes stale. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  tools: ['tools/list'],
  prompts: ['prompts/list'],
  resources: ['resources/list', 'resources/templates/list'],
};

export interface ListRefreshProps {
  readonly engine: Engine;
  readonly world: World;
}

/** Asks for a list again when the server says that it has changed. Draws nothing. */
export function ListRefresh({ engine, world }: ListRefreshProps): ReactNode {
  const queries = useQueryClient();
  const seen = useRef(engine.log.length);
  useEffect(() => {
    // A new recording begins at 0 again.
    if (world.upTo < seen.current) seen.current = 0;
    for (let seq = seen.current; seq < world.upTo; seq += 1) {
      const { kind, endpoint, body } = engine.log.read(seq);
      if (kind !== 'frame' || body === null || !('text' in body)) continue;
      const list = /"notifications\/(tools|prompts|resources)\/list_changed"/.exec(body.text)?.[1];
      for (const method of QUERIES[list ?? ''] ?? [])
        void queries.invalidateQueries({ queryKey: [method, endpoint] });
    }
    seen.current = world.upTo;
  }, [engine, queries, world]);
  return null;
}
