import type { CancelTimer } from '../../../../server/ports/clock.ts';
import { isObject, type JsonObject, own } from '../../../../server/protocol/json.ts';
import { isRequestId, type RequestId } from '../../../../server/protocol/jsonrpc.ts';
import { readFrame } from '../../derive/answer.ts';
import type { LegacyFacts, Prepared } from '../../engine.ts';
import type { Frame } from '../../transport/sse-frames.ts';
import { backoff } from '../backoff.ts';
import type { Locks } from '../locks.ts';
import type { Sender } from '../sender.ts';
import { type Handshake, prepareLegacy, sessionHeaders } from './handshake.ts';
import { takePlace } from './held-connections.ts';
import { HostedTasks } from './hosted-tasks.ts';
import { ResultWaits } from './result-waits.ts';
import { respond, type ServerRequestHandler } from './server-requests.ts';
import type { SseStream } from './sse-stream.ts';

export interface SessionParts {
  readonly sender: Sender;
  readonly locks: Locks;
  readonly endpoint: string;
  readonly handler: () => ServerRequestHandler | undefined;
  /** Told of tasks that the server has news of. */
  readonly news: (taskId: string) => void;
  /** The stream that all comes on where the server speaks HTTP+SSE: it is open already. */
  readonly stream: SseStream | undefined;
}

/** A stream that lived so long, ms, was a good one: the next one is opened without delay. */
const GOOD = 5_000;

/**
 * A session with a legacy server (2025-11-25, "Transports"): its headers, the stream that the server may talk on, the answers to what it
 * asks there or on the stream of a request, and its end.
 */
export class LegacySession {
  readonly handshake: Handshake;
  readonly #sender: Sender;
  readonly #locks: Locks;
  readonly #endpoint: string;
  readonly #handler: () => ServerRequestHandler | undefined;
  readonly #news: (taskId: string) => void;
  readonly #stream: SseStream | undefined;
  /** The results of this session's tasks, which are asked for. */
  readonly results: ResultWaits;
  readonly #hosted: HostedTasks;
  readonly #end = new AbortController();
  readonly #asked = new Map<RequestId, AbortController>();
  #retry: CancelTimer | undefined;
  #attempt = 0;
  #lastEventId: string | undefined;

  constructor(parts: SessionParts, handshake: Handshake) {
    this.#sender = parts.sender;
    this.#locks = parts.locks;
    this.#endpoint = parts.endpoint;
    this.#handler = parts.handler;
    this.#news = parts.news;
    this.#stream = parts.stream;
    if (parts.stream !== undefined) parts.stream.hear = (frames, first) => this.hear(frames, first);
    this.handshake = handshake;
    this.results = new ResultWaits(parts.sender, parts.locks, parts.endpoint, this);
    this.#hosted = new HostedTasks(parts.sender.clock, parts.sender.ids);
  }

  /** What the session settled about tasks (2025-11-25, "Capabilities"). */
  get facts(): LegacyFacts {
    const { version, capabilities } = this.handshake;
    const tasks = own(capabilities, 'tasks');
    return {
      version,
      tasks: {
        call: isObject(own(own(own(tasks, 'requests'), 'tools'), 'call')),
        list: isObject(own(tasks, 'list')),
        cancel: isObject(own(tasks, 'cancel')),
      },
    };
  }

  /** Tells the server that the handshake is over, and opens the stream that it may talk on. @param cause seq of the answer behind it */
  async begin(cause: number): Promise<void> {
    const received = await this.#post(
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      'notification',
      cause,
    );
    if (this.#stream === undefined) void this.#open(received.seq);
  }

  /** Whether it goes over HTTP+SSE of 2024-11-05. */
  get overSse(): boolean {
    return this.#stream !== undefined;
  }

  prepare(method: string, id: RequestId, params: JsonObject): Prepared {
    return prepareLegacy(this.#endpoint, this.handshake, method, id, params);
  }

  /** Frames of any stream of the session: the server's requests are answered, each once. @param first seq of the first frame */
  hear(frames: readonly Frame[], first: number): void {
    frames.forEach((frame, i) => {
      this.#lastEventId = frame.id ?? this.#lastEventId;
      if (frame.comments > 0 || frame.data === '') return;
      const { message, task } = readFrame(frame.data);
      if (task !== undefined) this.#news(task.taskId);
      if (message?.kind === 'request')
        void this.#answer(message.id, message.method, message.params, first + i);
      if (message?.kind === 'notification' && message.method === 'notifications/cancelled') {
        const id = own(message.params, 'requestId');
        if (isRequestId(id)) this.#asked.get(id)?.abort();
      }
    });
  }

  /** Ends the session: nothing is answered any more, and the server is told. @param cause seq of the action behind it */
  async leave(cause: number): Promise<void> {
    const ended = this.#end.signal.aborted;
    this.close();
    if (ended || this.handshake.sessionId === undefined) return;
    const headers = sessionHeaders(this.handshake);
    await this.#sender.step({ ...this.#to('DELETE', 'session-end'), headers, text: '', cause });
  }

  /** Ends it on this side alone: the page goes, or the server knows it no more. */
  close(): void {
    this.#end.abort();
    this.#retry?.();
    this.results.close();
    this.#stream?.close();
    this.#hosted.close();
    for (const asked of this.#asked.values()) asked.abort();
    this.#asked.clear();
  }

  async #open(cause: number): Promise<void> {
    const { clock, recorder } = this.#sender;
    const place = await takePlace(this.#locks, this.#endpoint, 'stream', this.#end.signal).catch(
      () => undefined,
    );
    if (place === undefined) return; // left before one came free
    const opened = recorder.mono();
    const resume = this.#lastEventId === undefined ? [] : [['Last-Event-ID', this.#lastEventId] as const];
    const received = await this.#sender.step({
      ...this.#to('GET', 'server-stream'),
      headers: [['Accept', 'text/event-stream'], ...sessionHeaders(this.handshake), ...resume],
      text: '',
      cause,
      signal: this.#end.signal,
      onFrames: (frames, first) => this.hear(frames, first),
    });
    place();
    if (this.#end.signal.aborted) return;
    // No stream but an answer: the server offers none (405), or refuses it as it would the next time, too.
    if (!received.streamed && received.problem === undefined) return;
    this.#attempt = recorder.mono() - opened >= GOOD ? 1 : this.#attempt + 1;
    const wait = backoff(this.#attempt, this.#sender.ids.chance(), undefined);
    const endpoint = this.#endpoint;
    const data = { what: 'server-stream', due: recorder.mono() + wait, attempt: this.#attempt };
    const plan = recorder.write({
      kind: 'plan',
      endpoint,
      cause: received.seq,
      data: { ...data, why: 'the stream ended' },
    });
    this.#retry = clock.after(
      wait,
      () => void this.#open(recorder.write({ kind: 'timer', endpoint, cause: plan, data })),
    );
  }

  async #answer(id: RequestId, method: string, params: unknown, cause: number): Promise<void> {
    // The same request may come again on another stream: it is being answered already.
    if (this.#asked.has(id) || this.#end.signal.aborted) return;
    const asked = new AbortController();
    this.#asked.set(id, asked);
    const { signal } = asked;
    const request = { endpoint: this.#endpoint, method, params: isObject(params) ? params : {}, signal };
    const response = await (this.#hosted.respond(id, request, this.#handler()) ??
      respond(id, request, this.#handler()));
    this.#asked.delete(id);
    if (response !== undefined && !this.#end.signal.aborted) await this.#post(response, 'answer', cause);
  }

  #post(message: JsonObject, step: string, cause: number): ReturnType<Sender['step']> {
    const headers = [
      ['Content-Type', 'application/json'] as const,
      ['Accept', 'application/json, text/event-stream'] as const,
      ...sessionHeaders(this.handshake),
    ];
    // A notification is known by its method; an answer has none.
    const named = typeof message.method === 'string' ? { method: message.method } : {};
    const text = JSON.stringify(message);
    return this.#sender.step({ ...this.#to('POST', step), ...named, headers, text, cause });
  }

  #to<H extends 'GET' | 'POST' | 'DELETE'>(http: H, step: string) {
    return { endpoint: this.#endpoint, url: this.#endpoint, http, step } as const;
  }
}
