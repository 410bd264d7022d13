import type { JsonObject } from '../protocol/json.ts';

/** What is used of a page of Playwright's: every one is one. */
export interface WatchedPage {
  on(event: 'requestfinished' | 'requestfailed', hear: (request: WatchedRequest) => void): unknown;
  off(event: 'requestfinished' | 'requestfailed', hear: (request: WatchedRequest) => void): unknown;
}

export interface WatchedRequest {
  url(): string;
  method(): string;
  headers(): Readonly<Record<string, string>>;
  postData(): string | null;
  failure(): { readonly errorText: string } | null;
  response(): Promise<WatchedResponse | null>;
}

export interface WatchedResponse {
  status(): number;
  statusText(): string;
  headers(): Readonly<Record<string, string>>;
  text(): Promise<string>;
}

/** One request of a page and what came of it. */
export interface PageExchange {
  /** The JSON-RPC method by its header; empty where there is none. */
  readonly method: string;
  readonly request: string;
  /** 0 where no answer came. */
  readonly status: number;
  /** As text; of an event stream when it has ended. */
  readonly response: string;
  /** Why no answer came. */
  readonly failure: string | undefined;
}

export interface PageTraffic {
  /** What has ended so far, in the order of its end. */
  exchanges(): Promise<readonly PageExchange[]>;
  /** The same as HAR 1.2, which the page's Recordings view opens. */
  har(): Promise<JsonObject>;
  /** Watches no more. */
  stop(): void;
}

/**
 * Records what a page sends to an endpoint and what it gets, as its browser tells it.
 * @param page a page of Playwright's
 * @param endpoint URLs that begin with it are recorded
 */
export function recordTraffic(page: WatchedPage, endpoint: string): PageTraffic {
  const ended: Promise<{ readonly exchange: PageExchange; readonly entry: JsonObject }>[] = [];
  const hear = (request: WatchedRequest): void => {
    if (request.url().startsWith(endpoint) && request.method() === 'POST') ended.push(read(request));
  };
  page.on('requestfinished', hear);
  page.on('requestfailed', hear);
  return {
    exchanges: async () => (await Promise.all(ended)).map(({ exchange }) => exchange),
    har: async () => ({
      log: {
        version: '1.2',
        creator: { name: 'taskscope/testing', version: '1' },
        entries: (await Promise.all(ended)).map(({ entry }) => entry),
      },
    }),
    stop() {
      page.off('requestfinished', hear);
      page.off('requestfailed', hear);
    },
  };
}

async function read(request: WatchedRequest): Promise<{ exchange: PageExchange; entry: JsonObject }> {
  const startedDateTime = new Date().toISOString();
  const response = await request.response().catch(() => null);
  const text = (await response?.text().catch(() => '')) ?? '';
  const sent = request.postData() ?? '';
  const status = response?.status() ?? 0;
  const pairs = (headers: Readonly<Record<string, string>>): JsonObject[] =>
    Object.entries(headers).map(([name, value]) => ({ name, value }));
  const received = response?.headers() ?? {};
  return {
    exchange: {
      method: request.headers()['mcp-method'] ?? '',
      request: sent,
      status,
      response: text,
      failure: request.failure()?.errorText,
    },
    entry: {
      startedDateTime,
      time: 0,
      request: {
        method: request.method(),
        url: request.url(),
        httpVersion: 'HTTP/1.1',
        headers: pairs(request.headers()),
        queryString: [],
        cookies: [],
        headersSize: -1,
        bodySize: sent.length,
        postData: { mimeType: 'application/json', text: sent },
      },
      response: {
        status,
        statusText: response?.statusText() ?? '',
        httpVersion: 'HTTP/1.1',
        headers: pairs(received),
        cookies: [],
        content: { size: text.length, mimeType: received['content-type'] ?? '', text },
        redirectURL: '',
        headersSize: -1,
        bodySize: text.length,
      },
      cache: {},
      timings: { send: 0, wait: 0, receive: 0 },
    },
  };
}
