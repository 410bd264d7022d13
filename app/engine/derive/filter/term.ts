/**
 * The filter of the traffic as data. A filter is terms, all of which must hold; a term may be negated, and where it has several values
 * any of them will do. Times are ms since the recording began, durations ms.
 */
export type Condition =
  | { readonly field: TextField; readonly any: readonly string[] }
  /** Ranges of HTTP statuses, both ends included; 0 to 0: none was answered. */
  | { readonly field: 'http'; readonly ranges: readonly (readonly [from: number, to: number])[] }
  /** JSON-RPC error codes; none: any error. */
  | { readonly field: 'code'; readonly codes: readonly number[] }
  | { readonly field: 'dir'; readonly dir: 'out' | 'in' }
  | { readonly field: 'era'; readonly era: 'current' | 'legacy' }
  | { readonly field: 'slower' | 'after' | 'before'; readonly ms: number }
  | { readonly field: 'is'; readonly what: Kind };

/** `text` has no name before it: it is looked for in all cells, and in the bodies as written. */
export type TextField =
  | 'text'
  | 'task'
  | 'tool'
  | 'method'
  | 'name'
  | 'status'
  | 'type'
  | 'note'
  | 'body'
  | 'endpoint';

export const KINDS = ['failed', 'open', 'composed', 'quiet', 'pinned', 'noted'] as const;
export type Kind = (typeof KINDS)[number];

export interface Term {
  readonly not: boolean;
  readonly condition: Condition;
  /** Where it stands in the text, for marks: characters from `from` to before `to`. */
  readonly from: number;
  readonly to: number;
}

/** A term that means nothing. It is told and not applied; the others count. */
export interface BadTerm {
  readonly from: number;
  readonly to: number;
  readonly message: string;
}

export interface Filter {
  readonly terms: readonly Term[];
  readonly bad: readonly BadTerm[];
}

export interface FieldInfo {
  readonly name: Exclude<Condition['field'], 'text'>;
  readonly meaning: string;
  readonly example: string;
}

/** The fields, in the order in which they are offered. */
export const FIELDS: readonly FieldInfo[] = [
  { name: 'task', meaning: 'the task id contains', example: 'task:tsk_7f3a' },
  {
    name: 'tool',
    meaning: 'the tool called, and all that became of the call',
    example: 'tool:generate_report',
  },
  { name: 'method', meaning: 'the method contains', example: 'method:tasks/get' },
  { name: 'name', meaning: 'tool, resource or task id (Mcp-Name) contains', example: 'name:report' },
  { name: 'status', meaning: "the task's status", example: 'status:input_required' },
  { name: 'type', meaning: 'the resultType of the response, error, or malformed', example: 'type:task' },
  { name: 'dir', meaning: 'out: asked by this side; in: came on a stream', example: 'dir:in' },
  { name: 'http', meaning: 'the HTTP status; 4xx, 400-404 or none', example: 'http:4xx' },
  { name: 'code', meaning: 'the JSON-RPC error code, or any', example: 'code:-32602' },
  { name: 'era', meaning: 'current (2026-07-28) or legacy', example: 'era:legacy' },
  { name: 'slower', meaning: 'answered after more than', example: 'slower:500ms' },
  { name: 'after', meaning: 'later than so long after the beginning', example: 'after:12.5s' },
  { name: 'before', meaning: 'earlier than so long after the beginning', example: 'before:2min' },
  { name: 'note', meaning: 'the note contains', example: 'note:retried' },
  { name: 'body', meaning: 'request or response contain, as written', example: 'body:"\\"isError\\":true"' },
  { name: 'endpoint', meaning: 'the address contains', example: 'endpoint:6280' },
  { name: 'is', meaning: `${KINDS.join(', ')}`, example: 'is:failed' },
];
