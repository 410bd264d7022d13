import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type Served, serveStandIn } from './served.suite.ts';

/** A demo whose every answer is an event stream that the test writes to and ends. */
async function serveStream() {
  const encoder = new TextEncoder();
  let tell: (request: Request) => void = () => {};
  const request = new Promise<Request>((resolve) => {
    tell = resolve;
  });
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  let cancelled: () => void = () => {};
  const cancel = new Promise<void>((resolve) => {
    cancelled = resolve;
  });
  const served: Served = await serveStandIn({
    fetch: async (given) => {
      tell(given);
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          stream = controller;
        },
        cancel: () => cancelled(),
      });
      return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
    },
  });
  return {
    served,
    request,
    cancel,
    write: (text: string) => stream?.enqueue(encoder.encode(text)),
    end: () => stream?.close(),
  };
}

describe('streams', () => {
  it('sends the headers before the first event, and each event as it is made', async () => {
    const { served, write, end } = await serveStream();
    const response = await fetch(`${served.serving.origin}/mcp`, { method: 'POST', body: '{}' });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (const text of ['data: 1\n\n', 'data: 2\n\n']) {
      write(text);
      expect(await reader?.read()).toEqual({ done: false, value: text });
    }
    end();
    expect((await reader?.read())?.done).toBe(true);
    await served.close();
  });

  it('aborts the request and cancels the stream when the client goes away', async () => {
    const { served, request, cancel } = await serveStream();
    const leave = new AbortController();
    await fetch(`${served.serving.origin}/mcp`, { method: 'POST', body: '{}', signal: leave.signal });
    const { signal } = await request;
    const aborted = once(signal, 'abort');
    expect(signal.aborted).toBe(false);
    leave.abort();
    await aborted;
    await cancel;
    await served.close();
  });
});

describe('stopping', () => {
  it('shuts the demo down, and closes the store when answers are out; twice is once', async () => {
    const { served, write, end } = await serveStream();
    const response = await fetch(`${served.serving.origin}/mcp`, { method: 'POST', body: '{}' });
    const closing = served.serving.close();
    write('data: last\n\n');
    end();
    expect(await response.text()).toBe('data: last\n\n');
    await closing;
    await served.close();
    expect(served.calls).toEqual(['demo.shutdown', 'store.close']);
    await expect(fetch(served.serving.origin)).rejects.toThrow();
  });

  it('refuses new requests while it drains, and answers for its boot until the folder is released', async () => {
    const order: string[] = [];
    const { served, end } = await serveStream();
    const { origin, bootId } = served.serving;
    const response = await fetch(`${origin}/mcp`, { method: 'POST', body: '{}' });
    const closing = served.serving.close().then(() => order.push('closed'));
    const headers = { Origin: origin };
    const refused = await fetch(`${origin}/mcp`, { method: 'POST', body: '{}', headers });
    expect(await refused.text()).toBe('The server is stopping.\n');
    expect([refused.status, refused.headers.get('Access-Control-Allow-Origin')]).toEqual([503, origin]);
    const preflight = await fetch(`${origin}/mcp`, { method: 'OPTIONS', headers });
    expect([preflight.status, preflight.headers.get('Access-Control-Allow-Methods')]).toEqual([
      204,
      'POST, OPTIONS',
    ]);
    expect(await (await fetch(`${origin}/api/health`)).json()).toMatchObject({ bootId });
    order.push('answered');
    end();
    await response.text();
    await closing;
    expect(order).toEqual(['answered', 'closed']);
    await served.close();
  });

  it('does not wait for a connection that idles', async () => {
    const { served } = await serveStream();
    const idle = connect(served.port, '127.0.0.1');
    await once(idle, 'connect');
    const closed = once(idle, 'close');
    idle.on('error', () => {});
    await served.close();
    await closed;
  });
});
