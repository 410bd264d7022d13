import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineReader } from './line-reader.ts';

it('property: lines are the same however the bytes are cut', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.array(fc.nat(40)), (raw, cuts) => {
      const text = raw.replaceAll('\r', '');
      const bytes = Buffer.from(text);
      const reader = lineReader(1_000);
      const read: string[] = [];
      let at = 0;
      for (const cut of [...cuts, bytes.length]) {
        read.push(...reader.feed(bytes.subarray(at, at + cut)).map((line) => line.text));
        at += cut;
      }
      read.push(...reader.rest().map((line) => line.text));
      // A byte order mark at the very beginning is no text.
      expect(read).toEqual(
        text
          .replace(/^\uFEFF/, '')
          .split('\n')
          .filter((line) => line !== ''),
      );
    }),
  );
});

it('CR LF ends a line; one that is too long is cut, and its rest is not kept', () => {
  const reader = lineReader(4);
  expect(reader.feed(Buffer.from('ab\r\n\r\nabcdef'))).toEqual([{ text: 'ab', cut: false }]);
  expect(reader.feed(Buffer.from('ghi\nx'))).toEqual([{ text: 'abcd', cut: true }]);
  expect(reader.rest()).toEqual([{ text: 'x', cut: false }]);
});
