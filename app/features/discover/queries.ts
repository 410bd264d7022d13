import { queryOptions, useQuery } from '@tanstack/react-query';
import { isLegacyVersion } from '../../../server/protocol/era.ts';
import type { Answered, Discovery, Engine } from '../../engine/index.ts';
import { Failure } from '../../ui/failure.ts';

/** An answer as it is cached, with when it came and from which exchange. */
export interface Discovered {
  readonly discovery: Discovery;
  readonly receivedAt: number;
  readonly exchange: string;
}

/**
 * Whose answers may be shared. There is no authorisation yet, so there is one context; with it, each gets its own, because a
 * `private` result belongs to the endpoint and the caller that asked (caching, "Cache Scope").
 */
export const AUTH_CONTEXT = 'guest';

export function discoverKey(endpoint: string): readonly string[] {
  return ['server/discover', endpoint, AUTH_CONTEXT];
}

export function discovered(answer: Answered<Discovery> & { readonly ok: true }): Discovered {
  return { discovery: answer.value, receivedAt: answer.receivedAt, exchange: answer.exchange };
}

/** Discovery of an endpoint, cached as long as the server's `ttlMs` says. */
export function discoverQuery(engine: Engine, endpoint: string) {
  return queryOptions({
    queryKey: discoverKey(endpoint),
    queryFn: async (): Promise<Discovered> => {
      const answer = await engine.discover(endpoint);
      if (!answer.ok) throw new Failure(answer.problem, answer.exchange);
      return discovered(answer);
    },
    // What a session settled holds as long as the session: older revisions have no cache hints.
    staleTime: (query) => {
      const found = query.state.data?.discovery;
      return found?.supportedVersions.every(isLegacyVersion)
        ? Number.POSITIVE_INFINITY
        : (found?.cache.ttlMs ?? 0);
    },
  });
}

/** The discovery of the endpoint in use; asks nothing before there is one. */
export function useDiscovery(engine: Engine, endpoint: string | undefined) {
  return useQuery({ ...discoverQuery(engine, endpoint ?? ''), enabled: endpoint !== undefined });
}
