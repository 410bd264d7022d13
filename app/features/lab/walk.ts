import type { JsonObject } from '../../../server/protocol/json.ts';
import type { LabCommand } from '../../../server/protocol/lab.ts';

/** What a step of a walk does; nothing is sent before the person goes on to it. */
export type WalkAction =
  | { readonly kind: 'call'; readonly tool: string; readonly args: JsonObject }
  | { readonly kind: 'answer'; readonly responses: JsonObject }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'poll' }
  | { readonly kind: 'push'; readonly on: boolean }
  /** `tasks/get` of the walk's task as somebody else. */
  | { readonly kind: 'get-as'; readonly token: string }
  | { readonly kind: 'lab'; readonly command: LabCommand };

export interface WalkStep {
  /** One or two sentences: what is about to happen, or what to see now. */
  readonly say: string;
  readonly does?: readonly WalkAction[];
}

/** A walk through the lab. Texts are data, apart from code. */
export interface Walk {
  readonly id: string;
  readonly title: string;
  readonly kind: 'scene' | 'exercise';
  readonly about: string;
  readonly steps: readonly WalkStep[];
}

/** What a transition means, in a sentence of plain English, by its kind. */
export const MEANINGS: Readonly<Record<string, string>> = {
  created:
    'The server stored a task and only then answered with its handle: the task is durable from here on.',
  step: 'The worker finished one step and stored what it came to; the status did not change, its message may have.',
  asked: 'The work came to a question. The task waits and holds nothing: no worker, no timer, no connection.',
  answered: 'An answer was stored. The first answer to a key counts; a later one is ignored.',
  cancel_requested: 'The wish to cancel was put on record. Whether the work ends by it is not decided yet.',
  completed: 'The work is done and its result is stored. This is final.',
  failed: 'The work ended in an error, which is stored. This is final.',
  cancelled: 'The work was given up. This is final.',
  expired: 'The time to live, counted from the creation, is over, and the server ended the task as failed.',
};
