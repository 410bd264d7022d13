import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Engine, ListCut, ListedTool } from '../../engine/index.ts';
import { Failure } from '../../ui/failure.ts';

export interface Listed {
  readonly tools: readonly ListedTool[];
  readonly receivedAt: number;
  readonly exchange: string;
  readonly ttlMs: number;
  readonly cut: ListCut | undefined;
}

/** The tools of an endpoint, cached as long as the list's `ttlMs` says. The key's last part is the caller (see discovery). */
export function toolsQuery(engine: Engine, endpoint: string) {
  return queryOptions({
    queryKey: ['tools/list', endpoint, 'guest'],
    queryFn: async (): Promise<Listed> => {
      const answer = await engine.listTools(endpoint);
      if (!answer.ok) throw new Failure(answer.problem, answer.exchange);
      const { value: tools, receivedAt, exchange, cache, cut } = answer;
      return { tools, receivedAt, exchange, ttlMs: cache?.ttlMs ?? 0, cut };
    },
    staleTime: (query) => query.state.data?.ttlMs ?? 0,
  });
}

/** The tools of the endpoint in use; asks nothing before there is one. */
export function useTools(engine: Engine, endpoint: string | undefined) {
  return useQuery({ ...toolsQuery(engine, endpoint ?? ''), enabled: endpoint !== undefined });
}
