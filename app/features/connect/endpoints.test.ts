import { beforeEach, describe, expect, test } from 'vitest';
import { firstStep, forgetEndpoint, recentEndpoints, rememberEndpoint, withoutSecrets } from './endpoints.ts';

function memory(): Storage {
  const map = new Map<string, string>();
  return {
    get length() {
      return map.size;
    },
    clear: () => map.clear(),
    getItem: (key) => map.get(key) ?? null,
    key: (i) => [...map.keys()][i] ?? null,
    removeItem: (key) => void map.delete(key),
    setItem: (key, value) => void map.set(key, value),
  };
}

let storage = memory();
beforeEach(() => {
  storage = memory();
});

test('the list has the last used first, once', () => {
  for (const url of ['http://a/', 'http://b/', 'http://a/']) rememberEndpoint(url, storage);
  expect(recentEndpoints(storage)).toEqual(['http://a/', 'http://b/']);
  const putBack = forgetEndpoint('http://a/', storage);
  expect(recentEndpoints(storage)).toEqual(['http://b/']);
  rememberEndpoint('http://c/', storage);
  putBack();
  expect(recentEndpoints(storage)).toEqual(['http://c/', 'http://a/', 'http://b/']);
  // What was not in the list does not come into it, where it would connect by itself (attack 17).
  forgetEndpoint('http://d/', storage)();
  expect(recentEndpoints(storage)).toEqual(['http://c/', 'http://a/', 'http://b/']);
});

test('a broken list reads as empty', () => {
  storage.setItem('taskscope.endpoints', '{');
  expect(recentEndpoints(storage)).toEqual([]);
});

describe('attack 17: what the page was opened with', () => {
  test('an endpoint outside the list is asked about, never connected to', () => {
    expect(firstStep('http://evil.test/mcp', ['http://a/'])).toEqual({
      kind: 'ask',
      url: 'http://evil.test/mcp',
    });
    expect(firstStep('http://a:80/', [])).toEqual({ kind: 'ask', url: 'http://a/' });
  });

  test('a listed one connects, and so does the last used where none is given', () => {
    expect(firstStep('http://a', ['http://b/', 'http://a/'])).toEqual({ kind: 'connect', url: 'http://a/' });
    expect(firstStep(undefined, ['http://b/', 'http://a/'])).toEqual({ kind: 'connect', url: 'http://b/' });
    expect(firstStep(undefined, [])).toEqual({ kind: 'none' });
  });

  test('user info and token-like parameters are taken out', () => {
    expect(withoutSecrets('https://u:p@x.test/mcp?tenant=1&access_token=t&API-Key=k#frag')).toBe(
      'https://x.test/mcp?tenant=1',
    );
  });
});
