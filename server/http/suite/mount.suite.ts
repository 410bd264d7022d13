import { expect } from 'vitest';
import { TASKS_EXTENSION } from '../../protocol/codes.ts';
import { deriveHeaders } from '../../protocol/headers.ts';
import { type JsonObject, type JsonValue, own } from '../../protocol/json.ts';
import type { RequestId } from '../../protocol/jsonrpc.ts';
import { META } from '../../protocol/meta.ts';
import { EventStream } from './event-stream.suite.ts';

/** What a test may ask of the demo server behind a mount; passed on to `createDemoServer` as it is. */
export interface MountOptions {
  readonly speed?: number;
  readonly ttlMs?: number | null;
  readonly pollIntervalMs?: number;
  readonly retentionMs?: number;
  readonly demoTokens?: boolean;
  readonly lab?: boolean;
  readonly allowedOrigins?: readonly string[];
  readonly leaseMs?: number;
  readonly keepAliveMs?: number;
  readonly roundMs?: number;
  readonly fixtures?: 'conformance';
  readonly sessionIdleMs?: number;
  readonly mostSessions?: number;
}

/**
 * One way to reach the demo server, on a manual clock and with a worker that is only stepped.
 * The suite starts no worker and waits for no real time.
 */
export interface Mount {
  /** Absolute URL of the MCP endpoint. */
  readonly url: string;
  fetch(request: Request): Promise<Response>;
  /** Runs one due step; false where none is due. */
  step(): Promise<boolean>;
  /** Moves the server's clock, ms. */
  advance(ms: number): Promise<void>;
  /** Shuts the server down and serves a new one over the same store, at the same `url`. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export type OpenMount = (options?: MountOptions) => Promise<Mount>;

export const DECLARED: JsonObject = { extensions: { [TASKS_EXTENSION]: {} } };

/** `_meta` of a current request; members of `more` replace its own (undefined takes them out). */
export function meta(more: JsonObject = {}): JsonObject {
  return {
    [META.protocolVersion]: '2026-07-28',
    [META.clientInfo]: { name: 'protocol-suite', version: '1' },
    [META.clientCapabilities]: DECLARED,
    ...more,
  };
}

/** Capabilities of a client that answers everything, with the tasks extension. */
export const ANSWERING: JsonObject = { ...DECLARED, elicitation: {}, sampling: {}, roots: {} };

/** `_meta` that declares no extension. */
export function undeclared(): JsonObject {
  return meta({ [META.clientCapabilities]: {} });
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: JsonObject;
  readonly result: JsonObject;
  readonly error: JsonObject;
}

export interface Ask {
  readonly id?: RequestId;
  /** Replaces `_meta`; null leaves it out. */
  readonly meta?: JsonObject | null;
  readonly token?: string;
  /** Set or, with null, taken away after the derived headers. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly signal?: AbortSignal;
}

/** A client of one mount, with as little of its own as possible. */
export class Client {
  readonly mount: Mount;
  #id = 0;

  constructor(mount: Mount) {
    this.mount = mount;
  }

  request(method: string, params: JsonObject, ask: Ask = {}): Request {
    this.#id += 1;
    const id = ask.id ?? this.#id;
    const full = ask.meta === null ? params : { ...params, _meta: ask.meta ?? meta() };
    return this.post(
      { jsonrpc: '2.0', id, method, params: full },
      { ...ask, headers: { ...Object.fromEntries(deriveHeaders(method, full)), ...ask.headers } },
    );
  }

  /** Any body; headers are given whole but for JSON's two. */
  post(body: JsonValue | string | Uint8Array<ArrayBuffer>, ask: Ask = {}): Request {
    const headers = new Headers({
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    });
    for (const [name, value] of Object.entries(ask.headers ?? {}))
      value === null ? headers.delete(name) : headers.set(name, value);
    if (ask.token !== undefined) headers.set('Authorization', `Bearer ${ask.token}`);
    const raw = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
    return new Request(this.mount.url, {
      method: 'POST',
      headers,
      body: raw,
      ...(ask.signal === undefined ? {} : { signal: ask.signal }),
    });
  }

  async send(request: Request): Promise<Answer> {
    const response = await this.mount.fetch(request);
    const body = (await response.json()) as JsonObject;
    const { status, headers } = response;
    return { status, headers, body, result: part(body, 'result'), error: part(body, 'error') };
  }

  ask(method: string, params: JsonObject = {}, ask: Ask = {}): Promise<Answer> {
    return this.send(this.request(method, params, ask));
  }

  call(name: string, args: JsonObject = {}, ask: Ask = {}): Promise<Answer> {
    return this.ask('tools/call', { name, arguments: args }, ask);
  }

  /** Calls a tool that becomes a task. @returns the task's id */
  async task(name: string, args: JsonObject = {}, ask: Ask = {}): Promise<string> {
    const { result } = await this.call(name, args, ask);
    expect(result.resultType, name).toBe('task');
    return String(result.taskId);
  }

  /** The id of a new `generate_report` task. */
  async report(size = 'large', ask: Ask = {}): Promise<string> {
    const { result } = await this.call('generate_report', { size }, ask);
    return String(result.taskId);
  }

  /** A `generate_report` task that waits for its answer. */
  async waiting(ask: Ask = {}): Promise<string> {
    const taskId = await this.report('large', ask);
    await this.run(5000);
    expect(await this.status(taskId, ask)).toBe('input_required');
    return taskId;
  }

  async get(taskId: string, ask: Ask = {}): Promise<JsonObject> {
    return (await this.ask('tasks/get', { taskId }, ask)).result;
  }

  async status(taskId: string, ask: Ask = {}): Promise<JsonValue | undefined> {
    return (await this.get(taskId, ask)).status;
  }

  answer(taskId: string, inputResponses: JsonValue, ask: Ask = {}): Promise<Answer> {
    return this.ask('tasks/update', { taskId, inputResponses }, ask);
  }

  approve(taskId: string, ask: Ask = {}): Promise<Answer> {
    return this.answer(taskId, APPROVED, ask);
  }

  cancel(taskId: string, ask: Ask = {}): Promise<Answer> {
    return this.ask('tasks/cancel', { taskId }, ask);
  }

  /** Opens a listen and reads its acknowledgement. */
  async listen(notifications: JsonObject, ask: Ask = {}): Promise<EventStream> {
    const response = await this.mount.fetch(this.request('subscriptions/listen', { notifications }, ask));
    expect(response.status).toBe(200);
    return new EventStream(response);
  }

  /** Runs all steps that are due, moving the clock by up to `ms` in parts of half a second. */
  async run(ms = 0): Promise<void> {
    await this.drain();
    for (let left = ms; left > 0; left -= 500) {
      await this.mount.advance(Math.min(left, 500));
      await this.drain();
    }
  }

  async drain(): Promise<void> {
    while (await this.mount.step()) {
      // Each turn is one step.
    }
  }
}

export const APPROVED: JsonObject = { approve_outline: { action: 'accept', content: { approved: true } } };

/** A member that is an object; `{}` where it is not there, so that expectations fail with a readable diff. */
export function part(value: JsonValue | undefined, key: string): JsonObject {
  const found = own(value, key);
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as JsonObject) : {};
}

/** Runs a test body on a fresh mount and closes it whatever happens. */
export function on(
  open: OpenMount,
  body: (client: Client, mount: Mount) => Promise<void>,
  options?: MountOptions,
): () => Promise<void> {
  return async () => {
    const mount = await open(options);
    try {
      await body(new Client(mount), mount);
    } finally {
      await mount.close();
    }
  };
}
