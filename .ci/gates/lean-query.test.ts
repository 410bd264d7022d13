import { expect, test } from 'vitest';
import { leanQuery } from '../lean-query.mjs';

test('Gate: a react-query whose parts are elsewhere fails the build of the page', () => {
  const plugin = leanQuery();
  const core = '/x/node_modules/@tanstack/query-core/build/modern/queryClient.js';
  const id = plugin.resolveId('./mutationCache.js', core);
  expect(plugin.load(String(id))).toContain('class MutationCache');
  expect(plugin.resolveId('./mutationCache.js', '/x/other.js')).toBeNull();
  expect(() => plugin.buildEnd(undefined)).toThrow('infiniteQueryBehavior');
  plugin.resolveId('./infiniteQueryBehavior.js', core);
  expect(() => plugin.buildEnd(undefined)).not.toThrow();
});
