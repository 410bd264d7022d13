import { useInfiniteQuery } from '@tanstack/react-query';
import { readCacheHints } from '../../../server/protocol/discovery.ts';
import { isObject, type JsonObject, own, ownString } from '../../../server/protocol/json.ts';
import type { Engine } from '../../engine/index.ts';
import { Failure } from '../../ui/failure.ts';

/** One page of a list. */
interface Page {
  readonly entries: readonly JsonObject[];
  readonly next: string | undefined;
  readonly ttlMs: number;
}

/** The methods that list, and the member of their result that holds the list. */
const MEMBERS = {
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
  'prompts/list': 'prompts',
} as const;

export type ListMethod = keyof typeof MEMBERS;

/** A list of the server, page by page as it is asked for; cached as long as its `ttlMs` says. */
export function usePaged(engine: Engine, endpoint: string, method: ListMethod, enabled: boolean) {
  return useInfiniteQuery({
    queryKey: [method, endpoint, 'guest'],
    enabled,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam }): Promise<Page> => {
      const params = pageParam === undefined ? {} : { cursor: pageParam };
      const answer = await engine.request(engine.prepareRequest(endpoint, method, params));
      if (!answer.ok) throw new Failure(answer.problem, answer.exchange ?? '');
      const list = own(answer.value, MEMBERS[method]);
      return {
        entries: Array.isArray(list) ? list.filter(isObject) : [],
        next: ownString(answer.value, 'nextCursor'),
        ttlMs: readCacheHints(answer.value).ttlMs,
      };
    },
    getNextPageParam: ({ next }) => next,
    staleTime: (query) => Math.min(...(query.state.data?.pages.map(({ ttlMs }) => ttlMs) ?? [0])),
  });
}
