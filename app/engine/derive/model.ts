import type { HeaderPair } from '../../../server/protocol/headers.ts';
import type { JsonObject, JsonValue } from '../../../server/protocol/json.ts';
import type { RequestId } from '../../../server/protocol/jsonrpc.ts';
import type { Problem } from '../../../server/protocol/problem.ts';
import type { HeaderView } from '../../../server/protocol/recording.ts';
import type { TaskStatus } from '../../../server/protocol/task.ts';
import type { Truth } from './true-transition.ts';

/**
 * The shapes that folds make of the log, and that views draw. Everything here is a function of events[0..upTo]; bodies are not
 * held, only the seq of the event that has them. Times named `mono` are ms since the recording began.
 */

/** A read-only persistent list: a fold makes a new one that shares most of the old one. */
export interface List<T> extends Iterable<T> {
  readonly size: number;
  /** The item at `index`, or undefined outside 0..size-1. */
  at(index: number): T | undefined;
}

/** A read-only persistent map with string keys, in the order of insertion. */
export interface Dict<T> {
  readonly size: number;
  get(key: string): T | undefined;
  values(): Iterable<T>;
}

export type { Truth } from './true-transition.ts';
export type Truths = List<Truth>;

/** What the JSON-RPC response of an exchange said. `resultType` is the RPC's own (R32), never the task's status. */
export interface RpcOutcome {
  readonly kind: 'result' | 'error' | 'malformed';
  readonly id: RequestId | undefined;
  readonly resultType: string | undefined;
  readonly code: number | undefined;
  readonly message: string | undefined;
}

/** One SSE frame of an exchange. */
export interface FrameRef {
  readonly seq: number;
  readonly mono: number;
  readonly method: string | undefined;
  readonly taskId: string | undefined;
  readonly status: TaskStatus | undefined;
  readonly comment: boolean;
}

/** One HTTP exchange: what was asked, what came back, and when (ms, mono). */
export interface Exchange {
  readonly id: string;
  /** Position among the exchanges of this log, from 0. */
  readonly index: number;
  readonly endpoint: string;
  readonly tab: string;
  /** False where another tab sent it and this one follows. */
  readonly own: boolean;
  readonly url: string;
  /** JSON-RPC method of the request; '' for what is none. */
  readonly method: string;
  /**
   * What is no JSON-RPC request: a step of an authorisation (resource-metadata, server-metadata, registration, token) or of a session with
   * a legacy server (notification, answer, server-stream, session-end).
   */
  readonly step?: string;
  /** Of a revision before 2026-07-28. */
  readonly legacy?: true;
  /** A person has written its text. */
  readonly composed?: true;
  /** Tool name, resource URI or task id: what `Mcp-Name` mirrors. */
  readonly name: string | undefined;
  readonly rpcId: RequestId | undefined;
  /** Task ids that it concerns: the one asked for, the one made, those listened to. */
  readonly taskIds: readonly string[];
  readonly causeSeq: number | null;
  readonly requestSeq: number;
  readonly sentAt: number;
  readonly headSeq: number | undefined;
  readonly headAt: number | undefined;
  readonly httpStatus: number | undefined;
  readonly view: HeaderView | undefined;
  readonly bodySeq: number | undefined;
  readonly frames: List<FrameRef>;
  readonly endSeq: number | undefined;
  readonly endAt: number | undefined;
  readonly bytes: number;
  readonly outcome: RpcOutcome | undefined;
  /** The task's status as this exchange's response told it (for a stream: the last frame's). */
  readonly taskStatus: TaskStatus | undefined;
  /** `open`: no response yet; `streaming`: SSE that goes on; `done`; `failed`: no usable answer (see problem). */
  readonly state: 'open' | 'streaming' | 'done' | 'failed';
  readonly problem: Problem | undefined;
  /** What an observer should notice in a few words ("retried in 250 ms", "+ inputRequests.approve_outline", "no change"). */
  readonly note: string | undefined;
}

/** One thing that the server said about a task. */
export interface Observation {
  /** The event with the body or frame that carries the snapshot. */
  readonly seq: number;
  readonly exchange: string;
  readonly mono: number;
  readonly wall: number;
  readonly via: 'handle' | 'poll' | 'push';
  readonly status: TaskStatus;
  readonly statusMessage: string | undefined;
  readonly ttlMs: number | null | undefined;
  readonly pollIntervalMs: number | undefined;
  readonly revision: number | undefined;
  /** Paths that differ from the observation before: "status", "+ inputRequests.approve_outline". Empty: no news. */
  readonly changed: readonly string[];
  /** Deviations from the task's shape, and illegal steps such as "completed → working". */
  readonly problems: readonly string[];
  /** Completed, with a result whose `isError` is true (R67): the tool failed, the task did not. */
  readonly toolError?: true;
  /** It crossed a newer answer on its way and changes nothing. */
  readonly stale?: true;
}

/** A stretch of time in which the task was seen in one state. */
export interface Segment {
  readonly status: TaskStatus;
  readonly from: number;
  /** Undefined while it goes on. */
  readonly to: number | undefined;
}

export type QuestionState =
  /** Waiting for an answer. */
  | 'open'
  /** `tasks/update` was sent and not yet acknowledged. */
  | 'sending'
  /** Acknowledged; the server still lists it or has not been seen since (R41). */
  | 'acknowledged'
  /** The update failed: the answer can be sent again. */
  | 'send-failed'
  /** Answered, and the server no longer lists it. */
  | 'answered'
  /** Vanished without an answer of ours (withdrawn, answered elsewhere, or the task ended). */
  | 'gone';

/** One key of `inputRequests`, shown once however often it is polled (R43). */
export interface Question {
  readonly key: string;
  readonly method: string;
  readonly params: JsonObject;
  readonly firstSeq: number;
  /** The event with the text that `method` and `params` were read from. */
  readonly textSeq: number;
  readonly firstMono: number;
  readonly firstWall: number;
  readonly state: QuestionState;
  /** The answer as sent, where there is one. */
  readonly response: JsonValue | undefined;
  readonly sentAt: number | undefined;
  readonly updateExchange: string | undefined;
  readonly problem: Problem | undefined;
}

export interface CancelRequest {
  readonly seq: number;
  readonly mono: number;
  readonly state: 'sending' | 'acknowledged' | 'failed';
  readonly exchange: string | undefined;
  readonly problem: Problem | undefined;
}

/** What the poller is doing about a task. Never says more about the task itself than the server did. */
export type PollState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'scheduled'; readonly due: number; readonly why: string }
  | { readonly kind: 'in-flight'; readonly since: number }
  | {
      readonly kind: 'retrying';
      readonly due: number;
      readonly attempt: number;
      readonly problem: Problem | undefined;
    }
  /** Another tab polls; this one follows its log. */
  | { readonly kind: 'followed' }
  | { readonly kind: 'stopped'; readonly why: string };

export type PushState =
  | { readonly kind: 'off' }
  | { readonly kind: 'opening' }
  | { readonly kind: 'live'; readonly since: number }
  /** The server's ack did not list the task. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'reconnecting'; readonly due: number; readonly attempt: number };

/** All that was seen and done about one task. */
export interface TaskHistory {
  readonly taskId: string;
  readonly endpoint: string;
  /** The tool that was called, where the call is in this log. */
  readonly tool: string | undefined;
  /** The exchange whose response was the handle; undefined for a task attached by id. */
  readonly handleExchange: string | undefined;
  /** When the lane begins: the call, or the attaching. */
  readonly startSeq: number;
  readonly startMono: number;
  readonly observations: List<Observation>;
  readonly segments: readonly Segment[];
  readonly latest: Observation | undefined;
  readonly status: TaskStatus | undefined;
  readonly createdAt: string | undefined;
  readonly ttlMs: number | null | undefined;
  readonly pollIntervalMs: number | undefined;
  /** Keys in the order in which they were first seen. */
  readonly questions: readonly Question[];
  readonly updates: readonly {
    readonly seq: number;
    readonly mono: number;
    readonly keys: readonly string[];
    readonly exchange: string;
    /** `acknowledged` says that the answer arrived, not that it took effect (R41); `failed`: no ack, it may have arrived or not. */
    readonly state: 'sending' | 'acknowledged' | 'failed';
  }[];
  readonly cancel: CancelRequest | undefined;
  readonly poll: PollState;
  readonly push: PushState;
  /** The exchanges of streams that this task was asked for on, in order. */
  readonly listens?: readonly string[] | undefined;
  /** The server says that it does not know the task (any more). `ttlPassed`: whether createdAt + ttlMs had passed then; null if unknown. */
  readonly gone:
    | {
        readonly seq: number;
        readonly mono: number;
        readonly message: string;
        readonly ttlPassed: boolean | null;
      }
    | undefined;
  /** The answer to `tasks/result` of 2025-11-25: the event with it. A current task carries its result in its snapshot. */
  readonly ending:
    | { readonly seq: number; readonly exchange: string; readonly kind: 'result' | 'error' }
    | undefined;
  /** Failures of polls, newest last, at most 20 kept. */
  readonly failures: readonly { readonly seq: number; readonly mono: number; readonly problem: Problem }[];
  readonly pollCount: number;
  readonly pushCount: number;
  readonly forgotten: boolean;
}

export interface EndpointHistory {
  readonly url: string;
  readonly firstSeq: number;
  /** The last discover exchange that was answered by a usable result, and the last one of all. */
  readonly discoverExchange: string | undefined;
  readonly toolsExchange: string | undefined;
  readonly lastProblem: Problem | undefined;
  /** Which generation it speaks, and what showed it; absent where that is not known yet. */
  readonly generation?: { readonly kind: 'current' | 'legacy'; readonly evidence: string };
}

/** The state at event `upTo`: fold(events[0..upTo]). */
export interface World {
  /** Number of events folded. */
  readonly upTo: number;
  readonly recording: string | undefined;
  readonly startedWall: number | undefined;
  /** What the last reload brought back, for the notice; undefined where this is a fresh recording. */
  readonly resumed:
    | { readonly seq: number; readonly events: number; readonly tasks: number; readonly lostTail: boolean }
    | undefined;
  readonly exchanges: List<Exchange>;
  readonly exchangeById: Dict<Exchange>;
  /** In the order of their start, keyed by `taskKey`. */
  readonly tasks: Dict<TaskHistory>;
  readonly endpoints: Dict<EndpointHistory>;
  /** What was true of tasks, where a lab tells it; keyed by `truthKey`. */
  readonly truths?: Dict<Truths>;
  readonly bytes: number;
  /** When faults of the lab were on, oldest first. */
  readonly faults: readonly FaultWindow[];
}

/** A stretch of time in which an endpoint had a fault on purpose. `to` is undefined while it lasts. Both `mono`, ms. */
export interface FaultWindow {
  readonly endpoint: string;
  readonly label: string;
  readonly from: number;
  readonly to: number | undefined;
}

/** The key of a task in `World.tasks`: ids are unique to a server only. */
export function taskKey(endpoint: string, taskId: string): string {
  return `${endpoint} ${taskId}`;
}

/** Headers with a role, for views. */
export interface ShownHeader {
  readonly pair: HeaderPair;
  readonly mirrors: string | undefined;
  readonly verdict: 'agrees' | 'differs' | 'missing' | 'malformed' | 'unchecked';
}
