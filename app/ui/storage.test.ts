import { expect, test } from 'vitest';
import { safeStore } from './storage.ts';

test('a storage that is denied or full costs memory, not the page', () => {
  const denied = safeStore(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  denied.setItem('a', '1');
  expect(denied.getItem('a')).toBe('1');
  denied.removeItem('a');
  expect(denied.getItem('a')).toBeNull();

  const kept = new Map([['old', 'x']]);
  const full = safeStore(
    () =>
      ({
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: () => {
          throw new DOMException('full', 'QuotaExceededError');
        },
        removeItem: (key: string) => kept.delete(key),
      }) as unknown as Storage,
  );
  expect(full.getItem('old')).toBe('x');
  full.setItem('old', 'y');
  expect(full.getItem('old')).toBe('y');
});
