import { expect, test } from 'vitest';
import { dropDraft, readDraft, writeDraft } from './draft.ts';

function storage(full = false): Storage {
  const map = new Map<string, string>();
  return {
    length: 0,
    clear: () => map.clear(),
    key: () => null,
    getItem: (key) => map.get(key) ?? null,
    removeItem: (key) => void map.delete(key),
    setItem(key, value) {
      if (full) throw new DOMException('full', 'QuotaExceededError');
      map.set(key, value);
    },
  };
}

test('a draft belongs to one endpoint, task and key', () => {
  const store = storage();
  const at = { endpoint: 'http://a/', taskId: 't', key: 'k' };
  writeDraft(at, { data: { approved: false } }, store);
  expect(readDraft(at, store)).toEqual({ data: { approved: false } });
  for (const other of [
    { ...at, endpoint: 'http://b/' },
    { ...at, taskId: 'u' },
    { ...at, key: 'l' },
  ])
    expect(readDraft(other, store)).toBeUndefined();
  dropDraft(at, store);
  expect(readDraft(at, store)).toBeUndefined();
});

test('a full storage is no failure of the form', () => {
  expect(() => writeDraft({ endpoint: 'a', taskId: 'b', key: 'c' }, {}, storage(true))).not.toThrow();
});
