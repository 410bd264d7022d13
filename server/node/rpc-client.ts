import { CURRENT_VERSION, TASKS_EXTENSION } from '../protocol/codes.ts';
import { deriveHeaders } from '../protocol/headers.ts';
import { type JsonObject, type JsonValue, parseJson } from '../protocol/json.ts';
import { type RequestId, type RpcMessage, readMessage } from '../protocol/jsonrpc.ts';
import { META } from '../protocol/meta.ts';

/** `_meta` of a request that declares the tasks extension (R12). */
const REQUEST_META: JsonObject = {
  [META.protocolVersion]: CURRENT_VERSION,
  [META.clientCapabilities]: { extensions: { [TASKS_EXTENSION]: {} } },
  [META.clientInfo]: { name: 'taskscope-script', version: '1' },
};

/** The smallest client of the current surface: one POST per message. The inspector's own client is another one (app/engine). */
export class RpcClient {
  readonly #url: string;

  /** @param url the endpoint, e.g. `http://127.0.0.1:6280/mcp` */
  constructor(url: string) {
    this.#url = url;
  }

  /** Sends one request and gives its result. @throws Error with the server's words where it answers with anything else */
  async call(id: RequestId, method: string, params: JsonObject = {}): Promise<JsonObject> {
    const response = await this.#post(id, method, params);
    const message = messageIn(await response.text());
    if (message?.kind === 'result' && message.id === id) return message.result;
    const why =
      message?.kind === 'error' ? `${message.error.code} ${message.error.message}` : 'no JSON-RPC response';
    throw new Error(`${method} got HTTP ${response.status}: ${why}`);
  }

  /**
   * Sends a request that is answered by SSE and gives each message as it comes; ends with the stream. The first is awaited by
   * the caller, so that what it causes happens after the server has heard it. Leaving the loop closes the stream.
   */
  async *stream(id: RequestId, method: string, params: JsonObject): AsyncGenerator<StreamedMessage, void> {
    const response = await this.#post(id, method, params);
    if (response.body === null || !response.headers.get('Content-Type')?.startsWith('text/event-stream')) {
      throw new Error(`${method} got HTTP ${response.status} and no event stream`);
    }
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body) {
      const events = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) {
        const text = dataOf(event);
        const message = messageIn(text);
        if (message !== undefined) yield { text, message };
      }
    }
  }

  #post(id: RequestId, method: string, params: JsonObject): Promise<Response> {
    const full: JsonValue = { ...params, _meta: REQUEST_META };
    return fetch(this.#url, {
      method: 'POST',
      headers: deriveHeaders(method, full).map(([name, value]): [string, string] => [name, value]),
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params: full }),
    });
  }
}

export interface StreamedMessage {
  /** The event's data as it came. */
  readonly text: string;
  readonly message: RpcMessage;
}

/** The data lines of one event; comments have none. Our own server ends lines with LF alone. */
function dataOf(event: string): string {
  const lines = event.split('\n').filter((line) => line.startsWith('data:'));
  return lines.map((line) => line.slice(line.startsWith('data: ') ? 6 : 5)).join('\n');
}

function messageIn(text: string): RpcMessage | undefined {
  const parsed = parseJson(text);
  const read = parsed.ok ? readMessage(parsed.value) : undefined;
  return read?.ok === true ? read.message : undefined;
}
