import type { JsonObject, JsonValue } from '../../server/protocol/json.ts';

/** What the page asks of the validator's worker. */
export interface CheckRequest {
  readonly id: number;
  readonly schema: JsonObject;
  readonly value: JsonValue;
}

/** One error as the validator saw it; the page puts it into words. */
export interface RawProblem {
  /** JSON pointer into the value. */
  readonly pointer: string;
  readonly keyword: string;
  /** The keyword's value in the schema. */
  readonly arg: JsonValue;
  /** The property that is missing or too many, where the keyword is about one. */
  readonly property?: string;
  /** JSON pointer of the keyword in the schema. */
  readonly schemaPointer: string;
}

/** What the worker says: once that it is there; then for each request that the schema is compiled, and the answer. */
export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'running'; readonly id: number }
  | { readonly kind: 'checked'; readonly id: number; readonly problems: readonly RawProblem[] }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string };
