import { describe, expect, test } from 'vitest';
import { accepts, isJson, readBody } from './body.ts';

function request(chunks: readonly Uint8Array<ArrayBuffer>[], headers: Record<string, string> = {}) {
  let pulled = 0;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: (c) => {
        const chunk = chunks[pulled];
        pulled += 1;
        chunk === undefined ? c.close() : c.enqueue(chunk);
      },
    },
    { highWaterMark: 0 },
  );
  const made = new Request('http://x/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
  return { made, pulled: () => pulled };
}
const bytes = (...values: number[]) => Uint8Array.from(values);

describe('readBody', () => {
  test('a character split across chunks is one character', async () => {
    const { made } = request([bytes(0xc3), bytes(0xa4, 0xf0, 0x9f), bytes(0x98, 0x80)]);
    expect(await readBody(made)).toEqual({ ok: true, text: 'ä😀' });
  });

  test('what is not UTF-8 is said to be so, cut off at the end included', async () => {
    for (const wrong of [bytes(0xff), bytes(0xc3), bytes(0xed, 0xa0, 0x80)])
      expect(await readBody(request([wrong]).made)).toEqual({ ok: false, reason: 'unreadable' });
  });

  test('reading stops at the limit, with and without Content-Length', async () => {
    const { made, pulled } = request(Array(1000).fill(bytes(...'12345678'.split('').map(Number))));
    expect(await readBody(made, 20)).toEqual({ ok: false, reason: 'too-large' });
    expect(pulled()).toBeLessThan(6);
    const announced = request([bytes(1)], { 'content-length': '21' });
    expect(await readBody(announced.made, 20)).toEqual({ ok: false, reason: 'too-large' });
    expect(announced.pulled()).toBe(0);
    expect(await readBody(request([new Uint8Array(20)]).made, 20)).toMatchObject({ ok: true });
  });

  test('a Content-Length of other than digits announces nothing: the body is read as it comes, up to the limit', async () => {
    for (const odd of ['1e3', '0x10', '+21', '21.0', '-1', '2 1', ''])
      expect([odd, await readBody(request([bytes(65)], { 'content-length': odd }).made, 20)]).toEqual([
        odd,
        { ok: true, text: 'A' },
      ]);
    const { made, pulled } = request(Array(100).fill(bytes(65)), { 'content-length': '0x1' });
    expect(await readBody(made, 20)).toEqual({ ok: false, reason: 'too-large' });
    expect(pulled()).toBeLessThan(23);
  });

  test('a connection that breaks is no error of ours', async () => {
    const body = new ReadableStream({ pull: () => Promise.reject(new Error('reset')) });
    const made = new Request('http://x/', { method: 'POST', body, duplex: 'half' } as RequestInit);
    expect(await readBody(made)).toEqual({ ok: false, reason: 'unreadable' });
  });

  test('no body is empty text', async () => {
    expect(await readBody(new Request('http://x/', { method: 'POST' }))).toEqual({ ok: true, text: '' });
  });
});

test('isJson looks at the media type alone', () => {
  expect(['application/json', 'Application/JSON ;charset=utf-8'].map(isJson)).toEqual([true, true]);
  expect([null, '', 'text/json', 'application/json5', 'application/jsonp'].map(isJson)).toEqual(
    Array(5).fill(false),
  );
});

test('accepts follows ranges and refuses q=0', () => {
  const json = (accept: string | null) => accepts(accept, 'application/json');
  expect([null, '*/*', 'application/*;q=0.1', 'text/html, APPLICATION/JSON'].map(json)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['', 'text/*', 'application/json;q=0', 'application/json; q=0.000'].map(json)).toEqual(
    Array(4).fill(false),
  );
});
