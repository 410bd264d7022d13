import type { Clock } from '../../../server/ports/clock.ts';
import { type HeaderPair, headerValue } from '../../../server/protocol/headers.ts';
import type { RequestId } from '../../../server/protocol/jsonrpc.ts';
import type { Problem } from '../../../server/protocol/problem.ts';
import type { Body } from '../../../server/protocol/recording.ts';
import type { Draft, Recorder } from '../log/recorder.ts';
import { bodyOf } from './body-text.ts';
import { readStream, type StreamResult } from './read-stream.ts';
import type { Frame } from './sse-frames.ts';
import { TAP_LIMITS, type TapLimits } from './tap-limits.ts';
import { type HttpMethod, type Transport, WireError, type WireResponse } from './transport.ts';
import { bodyTooLarge, closedByUs, cutOff, timedOut, unreachable } from './wire-problems.ts';

export interface Sending {
  readonly endpoint: string;
  /** Where it goes where that is not the endpoint itself: an answer of it named this URL. */
  readonly url?: string;
  /** Through the bridge where there is one, although the endpoint is reached without (see `Named`). */
  readonly prefersBridge?: boolean;
  /** POST where absent. */
  readonly http?: HttpMethod;
  readonly method: string;
  readonly id: RequestId;
  /** It is no JSON-RPC request but a step of something else, so named; `method` and `id` mean nothing then. */
  readonly step?: string;
  /** A person has written its text. */
  readonly composed?: true;
  /** Names, in lower case, of headers of the endpoint's own that a person has left out of this one request. */
  readonly without?: readonly string[];
  /** The secrets in a body, to be learnt before it is written down. */
  readonly secrets?: (text: string) => readonly string[];
  readonly headers: readonly HeaderPair[];
  readonly text: string;
  /** Seq of the event that is behind this request; there is none without. */
  readonly cause: number;
  readonly attempt?: number;
  /** For the head of the response and, where it is no stream, its body, ms. */
  readonly timeoutMs: number;
  /**
   * True where a stream must bring a response: it may then be silent for `timeoutMs` at the most, keep-alive comments not
   * counted. A listen has none until it ends, so it is never timed.
   */
  readonly timeStream?: boolean;
  /** Closes the exchange from this side. */
  readonly signal?: AbortSignal;
  /** Told of each batch of frames after it was logged; `firstSeq` is the seq of its first. */
  readonly onFrames?: (frames: readonly Frame[], firstSeq: number) => void;
}

/** What came back. Where `problem` is undefined there is a status and, except for a stream that ended without one, a body. */
export interface Received {
  readonly exchange: string;
  readonly status: number | undefined;
  readonly headers: readonly HeaderPair[];
  /** The body, or the frame that was the response. */
  readonly body: Body | null;
  readonly streamed: boolean;
  readonly problem: Problem | undefined;
  /** Seq of the newest event of the exchange, as a cause for what follows. */
  readonly seq: number;
  /** Wall time, ms. */
  readonly receivedAt: number;
}

export interface TapWay {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly limits?: TapLimits;
  /** True while the page goes: the browser then cuts off what is in flight, which is no fault of the server. */
  readonly leaving?: () => boolean;
}

export type Tap = (recorder: Recorder, sending: Sending) => Promise<Received>;

/**
 * Wraps a transport: writes request, head, body or frames, end or fail to the log as they happen, and sets the time-out.
 * Never throws; what goes wrong comes back as a problem, and stands in the log.
 */
export function tap(way: TapWay): Tap {
  let count = 0;
  return async (recorder, sending) => {
    count += 1;
    return new Passing(way, recorder, sending, `${recorder.tab}.${count}`).run();
  };
}

class Passing {
  readonly #way: TapWay;
  readonly #clock: Clock;
  readonly #limits: TapLimits;
  readonly #recorder: Recorder;
  readonly #sending: Sending;
  readonly #exchange: string;
  readonly #abort = new AbortController();
  #timedOut = false;
  #bytes = 0;
  #seq = 0;

  constructor(way: TapWay, recorder: Recorder, sending: Sending, exchange: string) {
    this.#way = way;
    this.#clock = way.clock;
    this.#limits = way.limits ?? TAP_LIMITS;
    this.#recorder = recorder;
    this.#sending = sending;
    this.#exchange = exchange;
  }

  async run(): Promise<Received> {
    const { endpoint, url = endpoint, http = 'POST', method, id, step } = this.#sending;
    const { headers, text, cause, attempt, composed, timeoutMs, timeStream, signal } = this.#sending;
    const { prefersBridge = false } = this.#sending;
    const named = url === endpoint ? undefined : { endpoint, prefersBridge };
    this.#learn(text);
    this.#write({
      kind: 'request',
      cause,
      ...(step === undefined || method !== '' ? { method } : {}),
      headers,
      view: this.#way.transport.viewOf?.(url, named) ?? this.#way.transport.requestView,
      body: { text },
      data: {
        ...{ url, http },
        ...(step === undefined ? { id } : { step }),
        ...(attempt === undefined ? {} : { attempt }),
        ...(composed && { composed }),
      },
    });
    const stop = (): void => this.#abort.abort();
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
    const startTimer = (): (() => void) =>
      this.#clock.after(timeoutMs, () => {
        this.#timedOut = true;
        stop();
      });
    const endTimer = startTimer();
    try {
      const response = await this.#way.transport.send({
        ...{ url, http, headers, text },
        ...(named === undefined ? {} : { namedBy: named.endpoint, prefersBridge }),
        signal: this.#abort.signal,
      });
      this.#write({
        kind: 'head',
        status: response.status,
        headers: response.headers,
        view: response.view,
        data: { view: response.view },
      });
      if (response.stream ?? isEventStream(response.headers)) {
        endTimer();
        return await this.#stream(response, timeStream === true ? startTimer : () => () => undefined);
      }
      return await this.#whole(response);
    } catch (error) {
      return this.#failed(error);
    } finally {
      endTimer();
      signal?.removeEventListener('abort', stop);
    }
  }

  async #whole(response: WireResponse): Promise<Received> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.chunks) {
      this.#bytes += chunk.length;
      if (this.#bytes > this.#limits.maxBody) throw new WireError(bodyTooLarge(this.#limits.maxBody));
      chunks.push(chunk);
    }
    const body = bodyOf(chunks);
    if ('text' in body) this.#learn(body.text);
    this.#write({ kind: 'body', body, data: { bytes: this.#bytes } });
    this.#write({ kind: 'end', data: { bytes: this.#bytes, by: 'server' } });
    return this.#received({ status: response.status, headers: response.headers, body });
  }

  /** Comes back as soon as the response is there; reading goes on behind it until the server ends the stream or lingering is over. */
  #stream(response: WireResponse, startTimer: () => () => void): Promise<Received> {
    const { id, onFrames } = this.#sending;
    let endTimer = startTimer();
    let isAnswered = false;
    return new Promise((resolve) => {
      let endLinger = (): void => undefined;
      const reading = readStream(response.chunks, {
        id,
        limits: this.#limits,
        clock: this.#clock,
        onFrames: (drafts, frames, answer) => {
          const first = this.#writeAll(drafts);
          onFrames?.(frames, first);
          if (!isAnswered && frames.some((frame) => frame.comments === 0)) {
            endTimer();
            endTimer = answer === undefined ? startTimer() : () => undefined;
          }
          if (answer === undefined) return;
          isAnswered = true;
          resolve(this.#received({ ...headOf(response), body: { text: answer }, streamed: true }));
          endLinger = this.#clock.after(this.#limits.lingerMs, () => this.#abort.abort());
        },
      });
      const finish = (result: StreamResult): void => {
        endLinger();
        endTimer();
        this.#bytes = result.bytes;
        if (result.problem !== undefined) {
          const body = result.offending === undefined ? null : { base64: result.offending };
          resolve(this.#failed(new WireError(result.problem), body));
          return;
        }
        this.#write({ kind: 'end', data: { bytes: result.bytes, by: 'server' } });
        resolve(this.#received({ ...headOf(response), body: null, streamed: true }));
      };
      reading.then(finish, (error) => {
        endLinger();
        endTimer();
        resolve(this.#failed(error));
      });
    });
  }

  #failed(error: unknown, body: Body | null = null): Received {
    if (this.#abort.signal.aborted && !this.#timedOut) {
      this.#write({ kind: 'end', data: { bytes: this.#bytes, by: 'us' } });
      return this.#received({ status: undefined, headers: [], body: null, problem: closedByUs() });
    }
    const problem = this.#problemOf(error);
    this.#write({ kind: 'fail', body, data: { ...problem } });
    return this.#received({ status: undefined, headers: [], body: null, problem });
  }

  #problemOf(error: unknown): Problem {
    const { timeoutMs, method, endpoint } = this.#sending;
    // A way may know more of a time-out than that it came.
    if (this.#timedOut) return error instanceof WireError ? error.problem : timedOut(timeoutMs);
    if (this.#way.leaving?.() === true) return cutOff(method);
    return error instanceof WireError ? error.problem : unreachable(endpoint, error);
  }

  #received(
    part: Pick<Received, 'status' | 'headers' | 'body'> & Partial<Pick<Received, 'problem' | 'streamed'>>,
  ): Received {
    return {
      exchange: this.#exchange,
      status: part.status,
      headers: part.headers,
      body: part.body,
      streamed: part.streamed ?? false,
      problem: part.problem === undefined ? undefined : { ...part.problem, exchange: this.#exchange },
      seq: this.#seq,
      receivedAt: this.#clock.now(),
    };
  }

  #learn(text: string): void {
    this.#recorder.redactor.learn(this.#sending.secrets?.(text) ?? []);
  }

  #write(draft: Draft): void {
    this.#writeAll([draft]);
  }

  #writeAll(drafts: readonly Draft[]): number {
    const { endpoint } = this.#sending;
    const exchange = this.#exchange;
    const first = this.#recorder.writeAll(drafts.map((draft) => ({ ...draft, endpoint, exchange })));
    this.#seq = first + drafts.length - 1;
    return first;
  }
}

function headOf(response: WireResponse): Pick<Received, 'status' | 'headers'> {
  return { status: response.status, headers: response.headers };
}

function isEventStream(headers: readonly HeaderPair[]): boolean {
  return /^\s*text\/event-stream\b/i.test(headerValue(headers, 'content-type') ?? '');
}
