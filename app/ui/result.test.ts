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

test('what it is a handle to: resource links, and the tasks that a tool lists (R36)', () => {
  const link = '{"type":"resource_link","uri":"demo://a","name":"n"}';
  const tasks = '[{"taskId":"tsk_1"},{"taskId":7},{"taskId":"tsk_2"},{"taskId":"tsk_1"}]';
  const found = parts(`{"content":[${link},${link}],"structuredContent":{"tasks":${tasks}}}`);
  expect(found.links).toEqual(['demo://a']);
  expect(found.tasks).toEqual(['tsk_1', 'tsk_2']);
  expect(parts('{"structuredContent":{"tasks":7}}')).toMatchObject({ links: [], tasks: [] });
});

test('a result without anything says so', () => {
  expect(parts('{"content":[]}').empty).toBe(true);
  expect(parts('{"content":"no list"}').empty).toBe(true);
});
