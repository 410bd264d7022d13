import { expect, test } from 'vitest';
import { secretsIn } from './keptSecrets.ts';

function stores() {
  const store = () => {
    const items = new Map<string, string>();
    return {
      items,
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    };
  };
  return { browser: store(), tab: store() };
}

const A = 'https://a.example/mcp';

test('attack 10: tokens stay in the tab, unless a person wants them remembered, and go where that is taken back', () => {
  const { browser, tab } = stores();
  const kept = secretsIn({ browser, tab });
  kept.set(A, 'canary');
  expect([...browser.items.values()]).toEqual([]);
  expect([...tab.items.values()]).toEqual(['canary']);
  kept.remember(A, true);
  expect([...browser.items.values()].sort()).toEqual(['canary', 'yes']);
  expect(tab.items.size).toBe(0);
  expect(kept.get(A)).toBe('canary');
  kept.remember(A, false);
  expect(browser.items.size).toBe(0);
  expect(kept.get(A)).toBe('canary');
  kept.set(A, undefined);
  expect([browser.items.size, tab.items.size]).toEqual([0, 0]);
});
