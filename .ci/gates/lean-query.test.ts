import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listed } from '../house.mjs';
import { leanQuery } from '../lean-query.mjs';

const repo = join(import.meta.dirname, '../..');

test('Gate: a react-query whose parts are elsewhere fails the build of the page', () => {
  const plugin = leanQuery();
  const core = '/x/node_modules/@tanstack/query-core/build/modern/queryClient.js';
  expect(() => plugin.buildEnd(undefined)).toThrow('mutationCache');
  const id = plugin.resolveId('./mutationCache.js', core);
  expect(plugin.load(String(id))).toContain('class MutationCache');
  expect(plugin.resolveId('./mutationCache.js', '/x/other.js')).toBeNull();
  expect(() => plugin.buildEnd(undefined)).not.toThrow();
});

test('Gate: nothing in the page uses what its build leaves out', () => {
  const uses = (text: string): boolean => /\b(useMutation|useMutationState|useIsMutating)\b/.test(text);
  expect(uses("import { useMutation } from '@tanstack/react-query';"), 'a planted use is seen').toBe(true);
  const files = listed(repo, ['app']).filter((name: string) => /\.tsx?$/.test(name));
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((name: string) => uses(readFileSync(join(repo, name), 'utf8')))).toEqual([]);
});
