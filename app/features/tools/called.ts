import type { Answered, CallOutcome, Prepared, Problem } from '../../engine/index.ts';

/** What has come of calling again with answers. */
export type Retry =
  | { readonly kind: 'not-yet' }
  | { readonly kind: 'calling' }
  | { readonly kind: 'failed'; readonly problem: Problem };

/** Drafts of answers by the question's identity; only the part that shows questions looks inside. */
export interface TypedAnswers {
  get(identity: string): unknown;
  set(identity: string, draft: unknown): void;
  clear(): void;
}

/** What has come of the Call button. `request` is what `answer` answers; `round` counts the requests of one call from 1. */
export type Called =
  | { readonly kind: 'not-yet' }
  | { readonly kind: 'calling'; readonly request: Prepared }
  | {
      readonly kind: 'called';
      readonly answer: Answered<CallOutcome>;
      readonly request: Prepared;
      readonly round: number;
      readonly retry: Retry;
    };
