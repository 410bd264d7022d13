import { expect, test } from 'vitest';
import { JsonTree } from '../engine/index.ts';
import { type ResultParts, resultParts } from './result.ts';

function parts(text: string): ResultParts {
  const read = JsonTree.read(text);
  if (!read.ok) throw new Error(read.reason);
  return resultParts(read.tree, 0);
}

test('numbers, duplicate keys and order stay as sent', () => {
  const structured = '{"n":9007199254740993,"f":1.0,"a":1,"a":2}';
  expect(parts(`{"structuredContent":${structured}}`).structured).toBe(structured);
});

test('text blocks are read, all other blocks are kept as JSON', () => {
  const found = parts(
    '{"content":[{"type":"text","text":"<b>\\n"},{"type":"image","data":"x"},7],"isError":true}',
  );
  expect(found.texts).toEqual(['<b>\n']);
  expect(found.others).toEqual([
    { type: 'image', json: '{"type":"image","data":"x"}' },
    { type: 'unknown', json: '7' },
  ]);
  expect(found.isError).toBe(true);
  expect(found.empty).toBe(false);
});

test('a result without anything says so', () => {
  expect(parts('{"content":[]}').empty).toBe(true);
  expect(parts('{"content":"no list"}').empty).toBe(true);
});
