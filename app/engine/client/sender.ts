import type { Clock } from '../../../server/ports/clock.ts';
import type { Ids } from '../../../server/ports/ids.ts';
import { isLegacyRequest } from '../../../server/protocol/era.ts';
import { nameValue } from '../../../server/protocol/headers.ts';
import type { RequestId } from '../../../server/protocol/jsonrpc.ts';
import type { Problem } from '../../../server/protocol/problem.ts';
import type { SecretMemory } from '../authorisation.ts';
import { type Answer, readAnswer, readRequest } from '../derive/answer.ts';
import { noResponseProblem } from '../derive/answer-problems.ts';
import type { FoldedWorld } from '../derive/folded.ts';
import { Worlds } from '../derive/worlds.ts';
import type { Prepared } from '../engine.ts';
import type { Recorder } from '../log/recorder.ts';
import type { Frame } from '../transport/sse-frames.ts';
import type { Received, Sending, Tap } from '../transport/tap.ts';
import { Credentials } from './credentials.ts';

/** Time-outs, ms. A call may take long where it is no task; a listen is only timed until its head. */
export interface Timeouts {
  readonly short: number;
  readonly call: number;
}

export const TIMEOUTS: Timeouts = { short: 30_000, call: 300_000 };

/** An exchange that is no JSON-RPC request: a step of an authorisation, or of a session with a legacy server. */
export type Step = Pick<
  Sending,
  | 'endpoint'
  | 'headers'
  | 'text'
  | 'cause'
  | 'signal'
  | 'secrets'
  | 'onFrames'
  | 'prefersBridge'
  | 'composed'
  | 'without'
> &
  Required<Pick<Sending, 'url' | 'http' | 'step'>> &
  Partial<Pick<Sending, 'method'>>;

export type SendOptions = Pick<Sending, 'cause' | 'attempt' | 'signal' | 'onFrames' | 'composed' | 'without'>;

/** Whoever must know of what comes from an endpoint, whatever was asked. */
export interface Ears {
  /** Frames of the streams that answer requests; `first` is the seq of the first. */
  frames(endpoint: string, frames: readonly Frame[], first: number): void;
  answered(prepared: Prepared, status: number | undefined): void;
}

/** An exchange that is over: what came, what it says, and the problem where it says nothing usable. */
export interface Sent {
  readonly received: Received;
  readonly answer: Answer | undefined;
  readonly problem: Problem | undefined;
}

/** Sends prepared requests through the tap, into the present recording. All of the client shares it. */
export class Sender {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly credentials: Credentials;
  /** Gets a new credential for an endpoint whose old one runs out; never throws. @param cause seq of what wants to be sent */
  renew: ((endpoint: string, cause: number) => Promise<void>) | undefined;
  readonly #tap: Tap;
  #ears: Ears | undefined;
  readonly #timeouts: Timeouts;
  #recorder: Recorder;
  #worlds: Worlds;
  #lastId = 0;

  constructor(
    tap: Tap,
    clock: Clock,
    ids: Ids,
    recorder: Recorder,
    timeouts: Timeouts,
    secrets?: SecretMemory,
  ) {
    this.clock = clock;
    this.ids = ids;
    this.credentials = new Credentials(secrets);
    this.#tap = tap;
    this.#timeouts = timeouts;
    this.#recorder = recorder;
    this.#worlds = new Worlds(recorder.log);
    this.#lastId = this.world().exchanges.size;
  }

  get recorder(): Recorder {
    return this.#recorder;
  }

  hear(ears: Ears): void {
    this.#ears = ears;
  }

  /** From now on all goes into another recording. */
  record(recorder: Recorder): void {
    this.#recorder = recorder;
    this.#worlds = new Worlds(recorder.log);
  }

  /** The state at the newest event, or after `n` events. */
  world(n?: number): FoldedWorld {
    return this.#worlds.at(n);
  }

  /** A JSON-RPC id that this log has not used. */
  nextId(): RequestId {
    this.#lastId += 1;
    return this.#lastId;
  }

  /** Sends what is no JSON-RPC request, and gives what came as it came. */
  step(step: Step): Promise<Received> {
    return this.#tap(this.#recorder, { method: '', id: '', ...step, timeoutMs: this.#timeouts.short });
  }

  async send(prepared: Prepared, options: SendOptions): Promise<Sent> {
    const { endpoint, method, id, headers, text } = prepared;
    const { renewAt } = this.credentials.get(endpoint) ?? {};
    if (renewAt !== undefined && renewAt <= this.clock.now()) await this.renew?.(endpoint, options.cause);
    const timeoutMs = method === 'tools/call' ? this.#timeouts.call : this.#timeouts.short;
    const received = await this.#tap(this.#recorder, {
      endpoint,
      method,
      id,
      headers: this.credentials.sign(endpoint, headers),
      text,
      timeoutMs,
      timeStream: method !== 'subscriptions/listen',
      ...options,
      onFrames: (frames, first) => {
        this.#ears?.frames(endpoint, frames, first);
        options.onFrames?.(frames, first);
      },
    });
    this.credentials.noticed(endpoint, received);
    this.#ears?.answered(prepared, received.status);
    if (received.problem !== undefined) return { received, answer: undefined, problem: received.problem };
    const within = (problem: Problem): Problem => ({ ...problem, exchange: received.exchange });
    if (received.streamed && received.body === null)
      return { received, answer: undefined, problem: within(noResponseProblem()) };
    const name = nameValue(method, readRequest(text).params);
    const legacy = isLegacyRequest(method, headers);
    const asked = { method, rpcId: id, name, httpStatus: received.status, legacy };
    const answer = readAnswer(asked, received.body);
    return { received, answer, problem: answer.problem && within(answer.problem) };
  }
}
