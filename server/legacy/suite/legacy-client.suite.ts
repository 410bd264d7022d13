import { expect } from 'vitest';
import { EventStream } from '../../http/suite/event-stream.suite.ts';
import { Client, type Mount, part } from '../../http/suite/mount.suite.ts';
import type { JsonObject, JsonValue } from '../../protocol/json.ts';
import type { RequestId } from '../../protocol/jsonrpc.ts';
import { META } from '../../protocol/meta.ts';

export interface LegacyAsk {
  readonly version?: string;
  readonly capabilities?: JsonObject;
  readonly token?: string;
  /** Under `/mcp`: `legacy` (the default) or `dual`. */
  readonly path?: string;
}

export interface LegacyAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: JsonObject;
  readonly result: JsonObject;
  readonly error: JsonObject;
}

export const ELICITS: JsonObject = { elicitation: { form: {} } };

/** A 2025-11-25 client of one mount, with as little of its own as possible. */
export class LegacyClient {
  readonly mount: Mount;
  readonly ask: LegacyAsk;
  /** A client of the current surface of the same server. */
  readonly current: Client;
  sessionId: string | undefined;
  hello: JsonObject = {};
  #id = 0;

  constructor(mount: Mount, ask: LegacyAsk = {}) {
    this.mount = mount;
    this.ask = ask;
    this.current = new Client(mount);
  }

  /** Initialises a session. */
  static async open(mount: Mount, ask: LegacyAsk = {}): Promise<LegacyClient> {
    const client = new LegacyClient(mount, ask);
    const { status, result, headers } = await client.initialize();
    expect(status).toBe(200);
    client.hello = result;
    client.sessionId = headers.get('mcp-session-id') ?? undefined;
    await client.send(client.post({ jsonrpc: '2.0', method: 'notifications/initialized' }));
    return client;
  }

  initialize(params: JsonObject = {}): Promise<LegacyAnswer> {
    return this.call('initialize', {
      protocolVersion: this.ask.version ?? '2025-11-25',
      capabilities: this.ask.capabilities ?? ELICITS,
      clientInfo: { name: 'legacy-suite', version: '1' },
      ...params,
    });
  }

  /** A request of any method; headers with null are taken away. */
  http(method: string, body?: JsonValue, headers: Readonly<Record<string, string | null>> = {}): Request {
    const all = new Headers({ Accept: 'application/json, text/event-stream' });
    if (body !== undefined) all.set('Content-Type', 'application/json');
    if (this.sessionId !== undefined) {
      all.set('Mcp-Session-Id', this.sessionId);
      all.set('MCP-Protocol-Version', this.ask.version ?? '2025-11-25');
    }
    if (this.ask.token !== undefined) all.set('Authorization', `Bearer ${this.ask.token}`);
    for (const [name, value] of Object.entries(headers))
      value === null ? all.delete(name) : all.set(name, value);
    return new Request(`${this.mount.url}/${this.ask.path ?? 'legacy'}`, {
      method,
      headers: all,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  post(body: JsonValue, headers: Readonly<Record<string, string | null>> = {}): Request {
    return this.http('POST', body, headers);
  }

  request(method: string, params: JsonObject = {}, id?: RequestId): Request {
    this.#id += 1;
    return this.post({ jsonrpc: '2.0', id: id ?? this.#id, method, params });
  }

  /** Sends and reads a JSON answer; `{}` where there is no body. */
  async send(request: Request): Promise<LegacyAnswer> {
    const response = await this.mount.fetch(request);
    const text = await response.text();
    const body = (text === '' ? {} : JSON.parse(text)) as JsonObject;
    const { status, headers } = response;
    return { status, headers, body, result: part(body, 'result'), error: part(body, 'error') };
  }

  call(method: string, params: JsonObject = {}): Promise<LegacyAnswer> {
    return this.send(this.request(method, params));
  }

  /** A request whose answer is a stream. */
  async stream(method: string, params: JsonObject = {}, id?: RequestId): Promise<EventStream> {
    const response = await this.mount.fetch(this.request(method, params, id));
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    return new EventStream(response);
  }

  /** The GET stream. */
  async listen(): Promise<EventStream> {
    const response = await this.mount.fetch(this.http('GET'));
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    return new EventStream(response);
  }

  /** Answers a request of the server's. */
  async answer(request: JsonObject, result: JsonObject): Promise<number> {
    const { status } = await this.send(this.post({ jsonrpc: '2.0', id: request.id ?? null, result }));
    return status;
  }

  /** Makes a task. @returns the `task` of the CreateTaskResult */
  async task(name: string, args: JsonObject = {}, more: JsonObject = {}): Promise<JsonObject> {
    const { result } = await this.call('tools/call', { name, arguments: args, task: {}, ...more });
    return part(result, 'task');
  }

  /** The id of a `generate_report` that waits for its answer. */
  async waiting(): Promise<string> {
    const { taskId } = await this.task('generate_report', { size: 'large' });
    await this.current.run(5000);
    expect((await this.call('tasks/get', { taskId })).result.status).toBe('input_required');
    return String(taskId);
  }
}

/** The id of the task that a message is tied to. */
export function relatedTo(message: JsonObject): JsonValue | undefined {
  const params = part(message, 'params');
  const meta = part(message.result === undefined ? params : part(message, 'result'), '_meta');
  return part(meta, META.relatedTask).taskId;
}

/** Reads a stream to its end. */
export async function rest(stream: EventStream): Promise<JsonObject[]> {
  const messages: JsonObject[] = [];
  for (;;) {
    const said = await stream.next();
    if (said === 'end') return messages;
    if (said !== 'comment') messages.push(said);
  }
}
