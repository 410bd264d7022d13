import { expect, test } from 'vitest';
import { JsonTree } from './tree.ts';

function treeOf(text: string): JsonTree {
  const read = JsonTree.read(text);
  if (!read.ok) throw new Error(read.reason);
  return read.tree;
}

test('attack 11: a million levels, and 4 MB of {}', () => {
  const deep = treeOf('['.repeat(1_000_000) + ']'.repeat(1_000_000));
  expect(deep.size).toBe(1_000_000);
  expect(deep.parent(999_999)).toBe(999_998);
  const wide = treeOf(`[${'{},'.repeat(1_300_000)}{}]`);
  expect(wide.size).toBe(1_300_002);
}, 60_000);
