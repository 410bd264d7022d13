import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';

const file = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** Where the page is served. */
const SCOPE = 'http://h/some/where/';

interface Fetching {
  readonly request: { readonly url: string };
  stopped: boolean;
  answer: Promise<Response> | Response | undefined;
}

/** The worker's script with `msw` in the place of MSW's. @returns what happens to a request */
function worker(msw: (event: Fetching & { respondWith(answer: Fetching['answer']): void }) => void) {
  const listeners: ((event: unknown) => void)[] = [];
  const scope = {
    URL,
    Response,
    self: { registration: { scope: SCOPE } } as {
      registration: { scope: string };
      fetch?: () => Promise<Response>;
    },
    addEventListener: (_type: string, listener: (event: unknown) => void) => listeners.push(listener),
    importScripts: () => listeners.push(msw as (event: unknown) => void),
  };
  runInNewContext(file('public/in-page-worker.js'), scope);
  const ask = (url: string): Fetching => {
    const event = {
      request: { url },
      stopped: false,
      answer: undefined as Fetching['answer'],
      stopImmediatePropagation() {
        event.stopped = true;
      },
      respondWith(answer: Fetching['answer']) {
        if (event.answer !== undefined) throw new Error('answered already');
        event.answer = answer;
      },
    };
    for (const listener of listeners) if (!event.stopped) listener(event);
    return event;
  };
  return { ask, fetch: () => scope.self.fetch?.() };
}

describe('the service worker of the demo in the page', () => {
  test('MSW’s script is that of the package, byte for byte', () => {
    expect(file('public/mockServiceWorker.js')).toBe(file('node_modules/msw/lib/mockServiceWorker.js'));
  });

  test('only requests to the in-page endpoint come to MSW; the browser makes all others by itself', () => {
    const seen: string[] = [];
    const { ask } = worker((event) => void seen.push(event.request.url));
    for (const url of [
      'http://h/some/where/mcp',
      'http://h/some/where/in-page/mcpx',
      'http://h/some/where/assets/in-page-1.js',
      'http://h/in-page/mcp',
      'http://h:81/some/where/in-page/mcp',
      'https://h/some/where/in-page/mcp',
      'http://other/some/where/in-page/mcp',
      'http://other/?http://h/some/where/in-page/mcp',
    ]) {
      expect(ask(url)).toMatchObject({ stopped: true, answer: undefined });
    }
    ask('http://h/some/where/in-page/mcp');
    ask('http://h/some/where/in-page/mcp/legacy?a=b');
    expect(seen).toEqual(['http://h/some/where/in-page/mcp', 'http://h/some/where/in-page/mcp/legacy?a=b']);
  });

  test('what MSW answers is left alone; what it does not, or would let pass, is told as not answered', async () => {
    const own = new Response('own');
    expect(worker((event) => event.respondWith(own)).ask(`${SCOPE}in-page/mcp`).answer).toBe(own);
    const asleep = worker(() => undefined);
    for (const answer of [await asleep.ask(`${SCOPE}in-page/mcp`).answer, await asleep.fetch()]) {
      expect(answer?.status).toBe(503);
      expect(answer?.headers.get('X-Taskscope-In-Page')).toBe('not-answered');
    }
  });
});
