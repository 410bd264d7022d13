import { expect, type Page, type Request, type Response } from 'playwright/test';
import type { ShownRequest } from './pages/request-text.ts';

/** A JSON-RPC request as the browser sent it. */
export interface Sent {
  readonly method: string;
  readonly id: unknown;
  readonly params: Record<string, unknown>;
  readonly text: string;
  readonly headers: Record<string, string>;
  readonly request: Request;
}

/** The JSON-RPC request within a browser's request, or undefined where it is something else. */
export function readSent(request: Request): Sent | undefined {
  if (request.method() !== 'POST') return undefined;
  const text = request.postData() ?? '';
  try {
    const { method, id, params } = JSON.parse(text) as {
      method: string;
      id: unknown;
      params: Record<string, unknown>;
    };
    return { method, id, params, text, headers: request.headers(), request };
  } catch {
    return undefined;
  }
}

/** Everything that a page sent to endpoints, from when it was made on. */
export class Wire {
  readonly #page: Page;
  readonly sent: Sent[] = [];

  constructor(page: Page) {
    this.#page = page;
    page.on('request', (request) => {
      const sent = readSent(request);
      if (sent !== undefined) this.sent.push(sent);
    });
  }

  of(method: string): readonly Sent[] {
    return this.sent.filter((sent) => sent.method === method);
  }

  count(method: string): number {
    return this.of(method).length;
  }

  last(method: string): Sent {
    const found = this.of(method).at(-1);
    if (found === undefined) throw new Error(`no ${method} was sent`);
    return found;
  }

  /** The head of the next answer to `method`. What the body did is to be seen in the page. */
  answer(method: string): Promise<Response> {
    return this.#page.waitForResponse((r) => readSent(r.request())?.method === method);
  }
}

/** What was shown before is what was sent, byte for byte, with the layout as the only difference. */
export function expectSame(shown: ShownRequest, sent: Sent): void {
  const url = new URL(sent.request.url());
  expect(shown.start).toBe(`POST ${url.pathname}${url.search}`);
  expect(JSON.stringify(JSON.parse(shown.body))).toBe(sent.text);
  expect(shown.body).toBe(JSON.stringify(JSON.parse(sent.text), null, 2));
  for (const [name, value] of shown.headers) expect(sent.headers[name], name).toBe(value);
  const mcp = Object.keys(sent.headers).filter((name) => name.startsWith('mcp-'));
  expect(mcp.length).toBeGreaterThanOrEqual(3);
  for (const name of mcp) expect(shown.headers.get(name), name).toBe(sent.headers[name]);
}
