/** The one union of errors that every view and the command line render (design, idea 9). */
export type ProblemKind = 'network' | 'cors' | 'tls' | 'http' | 'framing' | 'json' | 'rpc' | 'limit';

export interface Problem {
  readonly kind: ProblemKind;
  /** A stable word for tests and filters, e.g. `refused`, `timeout`, `status`, `not-json`, `unknown-result-type`. */
  readonly code: string;
  /** What happened, one sentence, in plain English. */
  readonly message: string;
  /** The underlying text (a browser's message, a server's error), where there is one. */
  readonly detail?: string;
  /** What to do next, one sentence. */
  readonly next: string;
  /** HTTP status or JSON-RPC code, where there is one. */
  readonly number?: number;
  /** The exchange in the log that shows it. */
  readonly exchange?: string;
}
