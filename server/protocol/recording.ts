import type { HeaderPair } from './headers.ts';
import type { JsonObject } from './json.ts';

/** Version of the event schema and of a recording file. A newer one is refused untouched (design, idea 10). */
export const RECORDING_VERSION = 1;

/**
 * What an event tells. The kinds and their `data`:
 * - `recording`  the recording began or went on. {what: started|resumed, version, app}; resumed also {events, tasks, lostTail}
 * - `action`     a person did something. {name, …its arguments}: connect, discover, list-tools, call, answer, cancel, attach,
 *                forget, refresh, push-on, push-off, send-again
 * - `timer`      a timer of the engine fired and what follows is caused by it. {what: poll|retry|reconnect, due, taskId?, attempt?}
 * - `plan`       the engine set a timer. {what: poll|retry|reconnect, due, why, taskId?, attempt?}; `due` is `mono`, ms
 * - `stop`       the engine will not go on by itself. {what: poll|listen, why, taskId?}; why: ended|gone|forgotten|followed|off|refused
 * - `request`    a request left. `method` is the RPC method, `headers` raw, `body` as sent. {url, http: "POST", id, attempt?}; what
 *                is no JSON-RPC request has no method and {url, http: GET|POST|DELETE, step}: of an authorisation (resource-metadata,
 *                server-metadata, registration, token) or of a legacy session (notification, answer, server-stream, session-end)
 * - `head`       status and headers of the response arrived. {view}: what a page may see of them
 * - `body`       a whole non-SSE response body. {bytes}
 * - `frame`      one SSE event; `body` is its data as sent. {event?, id?, n}; a comment has {comment: true}
 * - `end`        the response is over. {bytes, by: server|us}
 * - `fail`       the exchange failed. `data` is a Problem (see problem.ts)
 * - `note`       something worth telling that is none of these. {text, …}: {generation, evidence} of an endpoint, {tool, reason} of one
 *                that is excluded; {fault, on} of a fault that the lab switched,
 *                {lab} of a true transition that the lab tells (lab.ts), with `at`, `mono` ms
 */
export const EVENT_KINDS = [
  'recording',
  'action',
  'timer',
  'plan',
  'stop',
  'request',
  'head',
  'body',
  'frame',
  'end',
  'fail',
  'note',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** A body, kept as the very text of the wire; base64 where the bytes are not valid UTF-8. */
export type Body = { readonly text: string } | { readonly base64: string };

/** `full`: all headers are known. `cors`: a page saw only what CORS exposes, and no Host or Origin of its own request. */
export type HeaderView = 'full' | 'cors';

/**
 * One event of the append-only log (design, idea 1). Never edited.
 * `seq` counts from 0 within the log that holds it; `cause` is the seq of the action, timer or exchange behind it in the same log.
 */
export interface LogEvent {
  readonly seq: number;
  readonly kind: EventKind;
  /** ms since the recording began, monotonic. */
  readonly mono: number;
  /** ms since the epoch. */
  readonly wall: number;
  readonly recording: string;
  /** The tab that saw it; differs from the log's own tab where another tab's exchange is followed. */
  readonly tab: string;
  /** URL of the endpoint, without credentials; null where none is concerned. */
  readonly endpoint: string | null;
  /** Joins the events of one HTTP exchange: request, head, body or frames, end or fail. */
  readonly exchange: string | null;
  readonly cause: number | null;
  /** JSON-RPC method, on `request`. */
  readonly method: string | null;
  /** HTTP status, on `head`. */
  readonly status: number | null;
  /** Raw pairs, on `request` and `head`; secrets are placeholders (secrets.ts). */
  readonly headers: readonly HeaderPair[] | null;
  readonly view: HeaderView | null;
  readonly body: Body | null;
  readonly data: JsonObject | null;
}

/** An event before the log has numbered it. */
export type NewEvent = Omit<LogEvent, 'seq'>;

/** First line of a recording file; each further line is one LogEvent. */
export interface RecordingHeader {
  readonly taskscope: 'recording';
  readonly version: number;
  readonly recording: string;
  /** Wall time of the recording's start, ms since the epoch. */
  readonly startedAt: number;
  readonly events: number;
}
