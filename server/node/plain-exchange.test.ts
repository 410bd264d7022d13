import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Answer, Asked, Flowing } from '../ports/exchange.ts';
import { StoreError } from '../ports/task-store.ts';
import { SystemClock } from './clock.ts';
import { type Listening, listen } from './listen.ts';

const LIMIT = 64;
let listening: Listening | undefined;
afterEach(() => listening?.close());

/** A server that answers every request without the web's objects. @returns its port */
async function serve(plain: (asked: Asked) => Promise<Answer>): Promise<number> {
  const never = async () => new Response('not plain');
  listening = await listen({ host: '127.0.0.1', port: 0 }, new SystemClock(), never, { plain });
  return listening.bound.port;
}

const text = (body: string, status = 200): Answer => ({ status, headers: { 'X-Of': 'ours' }, body });
const reading = async (asked: Asked): Promise<Answer> => {
  const read = await asked.read(LIMIT);
  return read.ok ? text(read.text) : text(read.reason, 400);
};
const post = (port: number, body: BodyInit) =>
  fetch(`http://127.0.0.1:${port}/mcp`, { method: 'POST', body, duplex: 'half' } as RequestInit);

describe('what is asked', () => {
  it('has every header of a name, as a web Request has: none hides behind another (attack 2)', async () => {
    let seen: readonly (string | null)[] = [];
    const port = await serve(async ({ method, url, headers }) => {
      seen = [method, url, headers.get('Authorization'), headers.get('x-none')];
      return text('');
    });
    const socket = connect(port, '127.0.0.1');
    const lines = [
      'PUT /mcp?a HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      'authorization: one',
      'AUTHORIZATION: two',
    ];
    socket.end(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`);
    await once(socket.resume(), 'close');
    expect(seen).toEqual(['PUT', `http://127.0.0.1:${port}/mcp?a`, 'one, two', null]);
  });

  it('a body is strict UTF-8, whole, and no longer than the limit, announced or not', async () => {
    const port = await serve(reading);
    const told = async (body: BodyInit) => (await post(port, body)).text();
    expect(await told('ä😀')).toBe('ä😀');
    expect(await told('\uFEFF{}')).toBe('{}');
    expect(await told(Uint8Array.of(0xc3))).toBe('unreadable');
    expect(await told('x'.repeat(LIMIT))).toBe('x'.repeat(LIMIT));
    expect(await told('x'.repeat(LIMIT + 1))).toBe('too-large');
    const chunk = new TextEncoder().encode('x'.repeat(40));
    const chunks = (count: number) =>
      new ReadableStream({
        start(controller) {
          for (let i = 0; i < count; i += 1) controller.enqueue(chunk);
          controller.close();
        },
      });
    expect(await told(chunks(1))).toBe('x'.repeat(40));
    expect(await told(chunks(2))).toBe('too-large');
    // The connection of a refused body goes on to be of use.
    expect(await told('again')).toBe('again');
  });

  it('a body that breaks off is unreadable, and its request is aborted', async () => {
    let tell: (how: unknown) => void = () => {};
    const over = new Promise((resolve) => {
      tell = resolve;
    });
    const port = await serve(async (asked) => {
      const read = await asked.read(LIMIT);
      if (!asked.signal.aborted)
        await new Promise<void>((gone) => asked.signal.addEventListener('abort', gone));
      tell([read, asked.signal.aborted]);
      return text('');
    });
    const socket = connect(port, '127.0.0.1');
    socket.write(`POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 9\r\n\r\nhalf`);
    await once(socket, 'connect');
    setImmediate(() => socket.destroy());
    expect(await over).toEqual([{ ok: false, reason: 'unreadable' }, true]);
  });
});

describe('what is answered', () => {
  it('has its status, headers and length; a body of null is none', async () => {
    const answers = [text('ä', 418), { status: 202, headers: {}, body: null }];
    const port = await serve(async () => answers.shift() ?? text(''));
    const one = await post(port, '');
    expect([one.status, one.headers.get('x-of'), one.headers.get('content-length')]).toEqual([
      418,
      'ours',
      '2',
    ]);
    expect(await one.text()).toBe('ä');
    const none = await post(port, '');
    expect([none.status, await none.text()]).toEqual([202, '']);
  });

  it('flows no quicker than it is read, and is cancelled when the reader leaves', async () => {
    const chunk = new Uint8Array(64 * 1024);
    let made = 0;
    let tell: () => void = () => {};
    const cancelled = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const body: Flowing = {
      getReader: () => ({
        read: async () => {
          made += 1;
          await new Promise((turn) => setImmediate(turn));
          return { done: false, value: chunk };
        },
        cancel: async () => tell(),
      }),
    };
    const port = await serve(async () => ({ status: 200, headers: {}, body }));
    const leave = new AbortController();
    const response = await fetch(`http://127.0.0.1:${port}/mcp`, { signal: leave.signal });
    expect(response.status).toBe(200);
    // Nobody reads: it comes to rest when the system's buffers are full.
    for (let before = -1; before !== made; ) {
      before = made;
      for (let turn = 0; turn < 200; turn += 1) await new Promise((next) => setImmediate(next));
    }
    expect(made).toBeLessThan(1_000);
    leave.abort();
    await cancelled;
  });

  it('an error of ours is 500 without its text; in the middle of a flow it ends the connection; the terminal is told', async () => {
    const full = new StoreError('full', 'no space: \u001b[2Jfree some');
    const broken: Flowing = {
      getReader: () => ({ read: () => Promise.reject(full), cancel: async () => {} }),
    };
    const tries = [
      () => Promise.reject(new Error('secret')),
      async () => ({ status: 200, headers: {}, body: broken }),
    ];
    const port = await serve(() => tries.shift()?.() ?? Promise.resolve(text('')));
    const { error } = console;
    const told: string[] = [];
    console.error = (line: string) => void told.push(line);
    try {
      const failed = await post(port, '');
      expect([failed.status, (await failed.text()).includes('secret')]).toEqual([500, false]);
      await expect(post(port, '').then((cut) => cut.text())).rejects.toThrow();
      // A store's error in the line that says what to do, any other one with the place where it was thrown.
      expect(told).toEqual([expect.stringMatching(/^Error: secret\n +at /), 'no space: \\u001b[2Jfree some']);
    } finally {
      console.error = error;
    }
  });
});
