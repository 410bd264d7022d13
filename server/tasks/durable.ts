import type { InputRequests, InputResponses } from '../protocol/inputs.ts';
import type { JsonObject, JsonValue } from '../protocol/json.ts';
import type { RpcErrorBody } from '../protocol/jsonrpc.ts';
import type { ToolResult } from './result.ts';

/** What a task advertises about time, ms. Both may change while it runs (R27, R28); what is left out stays as it is. */
export interface Pace {
  /** How long clients should wait between two looks; null stops advertising it. */
  readonly pollIntervalMs?: number | null;
  /** Time to live, counted from the creation and never from now; null is no limit. */
  readonly ttlMs?: number | null;
}

/**
 * What one step decides. The store commits it, with its event, in one transaction; until then nothing has happened, so a step
 * must be safe to run again (it runs at least once, its outcome counts once).
 */
export type Outcome = Decision & { readonly pace?: Pace };

type Decision =
  /** Go on with another step, `afterMs` of the demo's time from now. */
  | {
      readonly kind: 'next';
      readonly step: string;
      readonly state: JsonValue;
      readonly afterMs: number;
      readonly message: string | null;
    }
  /** Wait for answers to every request. Nothing is held meanwhile; `then` runs when the last answer is in (R82). */
  | {
      readonly kind: 'ask';
      readonly requests: InputRequests;
      readonly then: string;
      readonly state: JsonValue;
      readonly message: string | null;
    }
  | { readonly kind: 'done'; readonly result: ToolResult; readonly message: string | null }
  /** A JSON-RPC error in the deferred work (R68). A tool's own failure is `done` with `isError: true` (R67). */
  | { readonly kind: 'fail'; readonly error: RpcErrorBody; readonly message: string }
  | { readonly kind: 'cancelled'; readonly message: string };

/** What a step sees. It has no clock and no I/O of its own: the same input gives the same outcome. */
export interface StepInput<State extends JsonValue = JsonValue> {
  readonly taskId: string;
  readonly state: State;
  /** The answers so far, by request key. */
  readonly answers: InputResponses;
  /** True once the client asked to cancel and the work honours that between steps. */
  readonly cancelRequested: boolean;
}

export type Step<State extends JsonValue = JsonValue> = (
  input: StepInput<State>,
) => Outcome | Promise<Outcome>;

/**
 * How work honours `tasks/cancel` (R49): `at-once` ends the task in the request; `between-steps` records the intent and the next
 * step decides; `ignore` records it and goes on. A task that only waits for an answer has nothing to stop, so it ends at once
 * unless it ignores cancels.
 */
export type CancelPolicy = 'at-once' | 'between-steps' | 'ignore';

/** Where the work starts. */
export interface Begin<State extends JsonValue = JsonValue> {
  readonly step: string;
  readonly state: State;
  readonly afterMs: number;
  /** The status message of the handle. */
  readonly message: string;
  /** Replaces what the server advertises by default. */
  readonly pace?: Pace;
}

/** A tool's durable work: named steps over a JSON state. Raise `version` when a step's name or state changes its meaning. */
export interface DurableWork<State extends JsonValue = JsonValue> {
  readonly version: number;
  readonly onCancel: CancelPolicy;
  begin(args: JsonObject): Begin<State>;
  readonly steps: Readonly<Record<string, Step<State>>>;
}

/** Makes typed work fit where works of all kinds are kept. The version in each row keeps foreign states out. */
export function durable<State extends JsonValue>(work: DurableWork<State>): DurableWork {
  return work as unknown as DurableWork;
}

export function next(
  step: string,
  state: JsonValue,
  afterMs: number,
  message: string | null = null,
): Outcome {
  return { kind: 'next', step, state, afterMs, message };
}

export function ask(
  requests: InputRequests,
  then: string,
  state: JsonValue,
  message: string | null = null,
): Outcome {
  return { kind: 'ask', requests, then, state, message };
}

/** The same decision, with a new pace from now on. Values are whole numbers of 0 or more, or null; anything else fails the task. */
export function paced(outcome: Outcome, pace: Pace): Outcome {
  return { ...outcome, pace };
}

export function done(result: ToolResult, message: string | null = null): Outcome {
  return { kind: 'done', result, message };
}

export function fail(error: RpcErrorBody, message: string): Outcome {
  return { kind: 'fail', error, message };
}

export function cancelled(message: string): Outcome {
  return { kind: 'cancelled', message };
}
