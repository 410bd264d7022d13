import type { ReactNode } from 'react';
import type { Answered, CallOutcome, JsonObject, Prepared, Problem } from '../../engine/index.ts';

/** What has come of calling again with answers. */
export type Retry =
  | { readonly kind: 'not-yet' }
  | { readonly kind: 'calling' }
  | { readonly kind: 'failed'; readonly problem: Problem };

/** An answer that asks before it goes on, as whoever draws it needs it. */
export interface AskedRounds {
  /** The request that was answered with input_required, and its exchange. */
  readonly asked: Prepared;
  readonly exchange: string;
  readonly result: JsonObject;
  /** Text of the answer, whole. */
  readonly body: string;
  /** Counts from 1. */
  readonly round: number;
  readonly retry: Retry;
  /** Calls again. `over`: the server asks no more. */
  readonly onAgain: (prepared: Prepared) => Promise<'over' | 'goes-on'>;
  /** The button that shows the message. */
  readonly show: ReactNode;
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
