import type { Clock } from '../../server/ports/clock.ts';
import type { Discovery, ListedTool } from '../../server/protocol/discovery.ts';
import type { HeaderPair } from '../../server/protocol/headers.ts';
import type { InputResponses } from '../../server/protocol/inputs.ts';
import type { JsonObject, JsonValue } from '../../server/protocol/json.ts';
import type { RequestId } from '../../server/protocol/jsonrpc.ts';
import type { LabCommand, LabState } from '../../server/protocol/lab.ts';
import type { LogLevel } from '../../server/protocol/logging.ts';
import type { Problem } from '../../server/protocol/problem.ts';
import type { LogEvent } from '../../server/protocol/recording.ts';
import type { ListKind } from '../../server/protocol/subscriptions.ts';
import type { Authorisation, Challenge, Grant } from './authorisation.ts';
import type { ServerRequestHandler } from './client/legacy/server-requests.ts';
import type { ReadFile } from './derive/import/read-file.ts';
import type { World } from './derive/model.ts';
import type { Fetched } from './transport/fetch-file.ts';
import type { LabAck, LabRefusal } from './transport/lab-link.ts';
import type { Way } from './transport/ways.ts';

/** A request as it will go out, byte for byte. Preview and send share it (R31: one function builds the headers). */
export interface Prepared {
  readonly endpoint: string;
  readonly method: string;
  readonly id: RequestId;
  readonly headers: readonly HeaderPair[];
  readonly text: string;
  /** Names, in lower case, of headers of the endpoint's options or of its sign-in that a composed request goes without. */
  readonly without?: readonly string[];
}

export type Answered<T> =
  | {
      readonly ok: true;
      readonly value: T;
      readonly exchange: string /** Wall time of the answer, ms. */;
      readonly receivedAt: number;
    }
  | { readonly ok: false; readonly problem: Problem; readonly exchange: string | undefined };

/** What a call came to. `task`: a handle was made and is being watched. `other`: an unknown or malformed result, shown as such. */
export type CallOutcome =
  | { readonly kind: 'result'; readonly result: JsonObject }
  | { readonly kind: 'task'; readonly taskId: string }
  | { readonly kind: 'input_required'; readonly result: JsonObject }
  | { readonly kind: 'other'; readonly problem: Problem };

/** What a session of an older revision settled. `tasks`: what of them its server offers (2025-11-25, "Capabilities"). */
export interface LegacyFacts {
  readonly version: string;
  readonly tasks: { readonly call: boolean; readonly list: boolean; readonly cancel: boolean };
}

/** A list whose changes are told, or a resource. */
export type Followed = { readonly list: ListKind } | { readonly uri: string };

/** What is asked for with each call, read and prompt beside its answer. */
export interface Wishes {
  /** Log messages at least this severe (core `server/utilities/logging`); undefined: none. */
  readonly logLevel?: LogLevel | undefined;
  readonly progress?: boolean;
}

/** What came of a composed request. */
export interface Heard {
  readonly exchange: string;
  /** HTTP status; undefined where there was no answer. */
  readonly status: number | undefined;
  /** The response as it came: the body, or the frame that was it; undefined where none came. */
  readonly text: string | undefined;
  readonly problem: Problem | undefined;
  /** The task that came of it. */
  readonly taskId: string | undefined;
}

/** What a call that was answered with input_required is made again with (MRTR, "Client Requirements"). */
export interface RetryAnswers {
  /** Left out where the server asked nothing. */
  readonly inputResponses?: InputResponses;
  /** The very value of the result's `requestState`, never read; left out where there was none. */
  readonly requestState?: JsonValue;
}

/** A list that does not end: the server names a cursor that it has named before, or went on after `pages` pages. */
export interface ListCut {
  readonly why: 'repeats' | 'endless';
  readonly pages: number;
}

/** The log as views may read it. Event objects are made on demand; hold none of them. */
export interface LogReader {
  readonly length: number;
  read(seq: number): LogEvent;
  /** Text of an event's body ('' where it has none); base64 bodies come as `base64:` and the text. */
  bodyText(seq: number): string;
  /** Grows with every change; for useSyncExternalStore. */
  version(): number;
  subscribe(changed: () => void): () => void;
}

/** How far what is in memory has been written down. */
export interface Persistence {
  readonly state: 'saved' | 'saving' | 'off' | 'failed';
  readonly detail: string | undefined;
}

/** What came of deleting a recording: `undo` puts it back, as long as this page lives; `reason` says in plain words why it is kept. */
export type Deleted =
  | { readonly ok: true; readonly undo: () => Promise<void> }
  | { readonly ok: false; readonly reason: string };

/** A stored recording as a list shows it. Times are wall times, ms. */
export interface StoredMeta {
  readonly id: string;
  readonly startedAt: number;
  readonly updatedAt: number;
  readonly endpoint: string | null;
  readonly events: number;
  /** Being written by a page, or left by one that was killed. */
  readonly open: boolean;
  /** The one that this tab writes. */
  readonly current: boolean;
  /** What a person calls it. */
  readonly name?: string;
  /** Characters of its events; undefined where an older program wrote it. */
  readonly size?: number;
  /** It came from a file or a link: no tab goes on with it, and nothing is sent from it. */
  readonly imported?: true;
}

/** A recording as a whole. `startedAt` is wall time, ms. */
export interface LoadedRecording {
  readonly id: string;
  readonly name: string | undefined;
  readonly startedAt: number;
  readonly events: readonly LogEvent[];
  /** At most its last chunk is missing. */
  readonly lostTail: boolean;
  readonly imported: boolean;
}

export type LabConnection =
  /** `why` undefined: it was not asked for yet. */
  | { readonly kind: 'off'; readonly why: LabRefusal | undefined }
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly state: LabState };

/** The lab of the page's own server (docs/lab.md). What it tells of tasks goes into the log; its code is loaded when it is wanted. */
export interface Lab {
  connection(): LabConnection;
  subscribe(changed: () => void): () => void;
  /** Opens it where it is not open. */
  open(): void;
  /** @returns the ack; a refused one where the lab is not there */
  ask(command: LabCommand): Promise<LabAck>;
}

/** The recordings of this browser beside what the live engine does with its own. Its code is loaded when it is wanted. */
export interface Library {
  /** Undefined where it is not stored, or of a newer program. */
  load(id: string): Promise<LoadedRecording | undefined>;
  /** @returns why it keeps its old name; undefined where all is well */
  rename(id: string, name: string): Promise<string | undefined>;
  /** Reads a file of a recording or a HAR; nothing is kept yet. */
  read(text: string): ReadFile;
  /** Fetches a file from an address that a person has confirmed (attack 17). */
  fetch(url: string, signal: AbortSignal): Promise<Fetched>;
  /** Stores what was read, as imported. @throws the platform's error, such as QuotaExceededError */
  add(read: ReadFile & { readonly ok: true }, name: string): Promise<LoadedRecording>;
  /** A recording as an engine that sends nothing. */
  view(recording: LoadedRecording): Engine;
}

/**
 * The headless engine: sends, polls, listens, logs. It never decides what a task is: that is folded from the log.
 * Only discovery, lists, `tasks/get` and listens are ever repeated by it (design, idea 2).
 */
export interface Engine {
  /** Why nothing can be sent from here; undefined where it can. */
  readonly sendsNothing?: string;
  readonly log: LogReader;
  readonly clock: Clock;
  /** This tab's id in the log. */
  readonly tab: string;
  /** The state at the newest event, or at event `n` (number of events folded). Same input, same object while cached. */
  world(n?: number): World;
  /** ms since the recording began, now. */
  mono(): number;
  persistence(): Persistence;

  /** Endpoint in use, without credentials; undefined before the first connect. */
  readonly endpoint: string | undefined;
  /**
   * Makes `url` the endpoint (normalised; user info and token-like query parameters are refused with a Problem) and discovers
   * it; where its answer shows a server of 2025, a session is begun with `initialize`, and that is told as a discovery, too. An aborted `signal` closes the exchange from this side.
   */
  connect(url: string, signal?: AbortSignal): Promise<Answered<Discovery>>;
  disconnect(): void;
  /** How requests go to an endpoint: as a person has chosen, or as connecting has found out. */
  way(endpoint: string): Way;
  /**
   * Obtains a token for an endpoint, as its last refusal (`challenge`) asks. Where a person is to sign in, open `url` and give
   * `finishAuthorisation` the URL that it led to. The token goes out with every request to that endpoint from then on, and is renewed
   * before it runs out, where that can be; a request that was refused is not sent again by itself.
   */
  authorise(endpoint: string, grant: Grant): Promise<Authorisation>;
  /** @param callback the whole URL that the authorisation server led to */
  finishAuthorisation(endpoint: string, callback: string): Promise<Authorisation>;
  /** Forgets tokens, clients and whatever else is known of an endpoint's authorisation. */
  signOut(endpoint: string): Promise<void>;
  /** Whether a token goes out with requests to the endpoint. */
  isSignedIn(endpoint: string): boolean;
  /**
   * Who answers what legacy servers ask (elicitation, sampling, roots). Set before `connect`, because `initialize` declares it; without one
   * servers are told that nobody answers.
   */
  answerServers(handler: ServerRequestHandler | undefined): void;
  /** What a session of an older revision settled; undefined where none is open. */
  legacy(endpoint: string): LegacyFacts | undefined;
  /** How the endpoint refused last (401 or 403); undefined once a request has passed. */
  challenge(endpoint: string): Challenge | undefined;
  discover(endpoint: string): Promise<Answered<Discovery>>;
  /**
   * `tools/list`, all its pages. Tools with invalid `x-mcp-header` annotations are there with the reason (`excluded`) and a note in
   * the log; they must not be offered. `cut`: why it was left before the server said that it ends.
   */
  listTools(endpoint: string): Promise<
    Answered<readonly ListedTool[]> & {
      readonly cache?: { readonly ttlMs: number; readonly cacheScope: 'public' | 'private' };
      readonly cut?: ListCut;
    }
  >;

  /**
   * Builds a request of any method without sending it: `_meta` and the headers that mirror it are added (for a call of a listed tool
   * its `Mcp-Param-*` headers, too). A new JSON-RPC id is taken once per call.
   */
  prepareRequest(endpoint: string, method: string, params: JsonObject, id?: RequestId): Prepared;
  /** Sends a request that has no method of its own here (prompts, resources, completion, …), once. */
  request(prepared: Prepared): Promise<Answered<JsonObject>>;
  /**
   * Sends exactly this text with exactly these headers, once, whatever they are; the log marks it as composed. Whatever comes is handed
   * back as it came. A task that comes of it is watched like that of any call.
   */
  compose(prepared: Prepared, signal?: AbortSignal): Promise<Heard>;
  /**
   * A `tools/call`, built as `prepareRequest` does. In a session of an older revision it asks for a task wherever tool and server have
   * them, unless the tool leaves the choice and `asTask` is false.
   */
  prepareCall(endpoint: string, tool: string, args: JsonObject, id?: RequestId, asTask?: boolean): Prepared;
  prepareUpdate(endpoint: string, taskId: string, responses: InputResponses, id?: RequestId): Prepared;
  prepareCancel(endpoint: string, taskId: string, id?: RequestId): Prepared;

  /**
   * The headers that will go out for it: those of the endpoint's settings and of its way among them, secret values masked. What stands in
   * a composed request counts before the settings.
   */
  outgoing(prepared: Prepared, composed?: true): readonly HeaderPair[];

  call(prepared: Prepared): Promise<Answered<CallOutcome>>;
  /** Sends a `tasks/update`; on failure the answer stays in the log and may be sent again with a fresh `prepareUpdate`. */
  update(prepared: Prepared): Promise<Answered<JsonObject>>;
  /** Sends a `tasks/cancel` and goes on polling (R51). */
  cancel(prepared: Prepared): Promise<Answered<JsonObject>>;

  /** Watches a known task id: one `tasks/get` now, then polls. */
  attach(endpoint: string, taskId: string): void;
  /** Stops watching and hides the lane; the log keeps everything. */
  forget(endpoint: string, taskId: string): void;
  /** Takes a forgotten task back (undo). */
  restore(endpoint: string, taskId: string): void;
  /** Polls now, whatever the interval (a person asked). Also resumes a poller that stopped. */
  refresh(endpoint: string, taskId: string): void;
  /** Writes something worth telling that crossed no wire: a fault that was switched has `{text, fault, on}`. */
  note(endpoint: string, data: JsonObject): void;
  setPush(endpoint: string, taskId: string, on: boolean): void;
  /** Follows a list or a resource of a current server, in the same listen as its tasks; what the server accepts stands in its acknowledgement. */
  follow(endpoint: string, what: Followed, on: boolean): void;
  followed(endpoint: string): readonly Followed[];
  /** What later calls, reads and prompts ask for beside their answer. */
  wish(endpoint: string, wishes: Wishes): void;
  wishes(endpoint: string): Wishes;

  /** Starts a new, empty recording; the old one stays stored. */
  startNewRecording(): Promise<void>;
  /** The stored recordings of this browser, newest first; the present one is marked. */
  recordings(): Promise<readonly StoredMeta[]>;
  /** Deletes a stored recording. One that a tab is writing, this one or another, is kept. */
  deleteRecording(id: string): Promise<Deleted>;
  /** The lab of the server that serves this page; undefined where none does. */
  readonly lab?: (() => Promise<Lab>) | undefined;
  /** Opens, names and takes in recordings. */
  library(): Promise<Library>;
  /** The present recording as a file's text (NDJSON, see log/codec.ts). */
  exportRecording(): string;
  close(): Promise<void>;
}
