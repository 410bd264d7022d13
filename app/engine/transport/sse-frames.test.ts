import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bodyOf } from './body-text.ts';
import { type Frame, frameReader } from './sse-frames.ts';

const encoder = new TextEncoder();

function readAll(chunks: readonly Uint8Array[], maxFrame = 1_000_000) {
  const reader = frameReader(maxFrame);
  const frames: Frame[] = [];
  for (const chunk of chunks) frames.push(...reader.feed(chunk));
  frames.push(...reader.rest());
  return { frames, reader };
}

/** Cuts bytes at the given places. */
function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const at = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...at].map((start, i) => bytes.subarray(start, at[i] ?? bytes.length));
}

describe('frames', () => {
  test('property: however the bytes are cut and whatever ends the lines, the frames are the same', () => {
    const data = fc.array(
      fc.string({ unit: 'grapheme' }).map((s) => s.replace(/[\r\n]/g, '')),
      { minLength: 1, maxLength: 3 },
    );
    fc.assert(
      fc.property(
        fc.array(data, { maxLength: 6 }),
        fc.constantFrom('\n', '\r', '\r\n'),
        fc.array(fc.nat(), { maxLength: 12 }),
        (messages, eol, places) => {
          const text = messages
            .map((lines) => `${lines.map((line) => `data: ${line}${eol}`).join('')}${eol}`)
            .join('');
          const { frames } = readAll(cut(encoder.encode(text), places));
          expect(frames.map((frame) => frame.data)).toEqual(messages.map((lines) => lines.join('\n')));
        },
      ),
      { numRuns: 500 },
    );
  });

  test('a frame is there as soon as its blank line is, after a CR too', () => {
    const reader = frameReader(1_000);
    expect(reader.feed(encoder.encode('event: x\rid: 7\rdata: a\r\r'))).toEqual([
      { data: 'a', event: 'x', id: '7', comments: 0 },
    ]);
    expect(reader.feed(encoder.encode('\ndata: b\n\n'))).toMatchObject([{ data: 'b' }]);
  });

  test('attack 12: a line without an end is cut off at the limit', () => {
    const chunk = encoder.encode('x'.repeat(65_536));
    const reader = frameReader(16 * 1_048_576);
    reader.feed(encoder.encode('data: '));
    let fed = 0;
    while (reader.problem === undefined && fed < 64 * 1_048_576) {
      reader.feed(chunk);
      fed += chunk.length;
    }
    expect(reader.problem).toMatchObject({ kind: 'limit', code: 'frame-too-large' });
    expect(fed).toBeLessThan(17 * 1_048_576);
    expect(reader.feed(encoder.encode('\n\ndata: a\n\n'))).toEqual([]);
  });

  test('attack 12: endless comments are counted, not kept one by one', () => {
    const { frames } = readAll([encoder.encode(': ping\n\n'.repeat(10_250))]);
    expect(frames.length).toBe(100 + 10 + 1);
    expect(frames.reduce((sum, { comments }) => sum + comments, 0)).toBe(10_250);
  });

  test('bytes that are not UTF-8 end the stream, and are kept', () => {
    const { frames, reader } = readAll([encoder.encode('data: a\n\n'), Uint8Array.of(0xff, 0xfe)]);
    expect(frames).toHaveLength(1);
    expect(reader).toMatchObject({ problem: { kind: 'framing', code: 'not-utf8' }, offending: '//4=' });
  });
});

test('a body is its very text, byte order mark and all, or base64', () => {
  const euro = encoder.encode('\ufeff{"a":"€"}');
  expect(bodyOf(cut(euro, [9, 10, 11]))).toEqual({ text: '\ufeff{"a":"€"}' });
  expect(bodyOf([])).toEqual({ text: '' });
  expect(bodyOf([Uint8Array.of(0x61, 0xff), Uint8Array.of(0x62)])).toEqual({ base64: 'Yf9i' });
  // Cut off in the middle of a character.
  expect(bodyOf([euro.subarray(0, 10)])).toHaveProperty('base64');
});
