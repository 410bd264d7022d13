import { expect, test } from 'vitest';
import { exchange } from '../tasks/history.suite.ts';
import { fetchOf } from './curl.ts';
import { MEANINGS, meaningsIn } from './meanings.ts';
import { timingOf } from './timing.ts';

test('the fields of a message have their meaning, each once, with a place in the specification', () => {
  const names = MEANINGS.map(({ field }) => field);
  expect(new Set(names).size).toBe(names.length);
  for (const { link } of MEANINGS)
    expect(link).toMatch(
      /^https:\/\/(modelcontextprotocol\.io\/specification\/2026-07-28\/|github\.com\/modelcontextprotocol\/ext-tasks\/)/,
    );
  expect(meaningsIn('{"taskId":"a","status":"working","own":1}').map(({ field }) => field)).toEqual([
    'taskId',
    'status',
  ]);
  expect(meaningsIn('')).toEqual([]);
});

test('timing tells what is known, and nothing else', () => {
  const one = exchange({ sentAt: 1000, headAt: 1004, endAt: 1010.5 });
  expect(timingOf(one, 990)).toBe(
    'queued 10.0 ms, sent at +1.000 s, first byte after 4.0 ms, last byte after 10.5 ms',
  );
  expect(timingOf({ ...one, headAt: undefined, endAt: undefined }, undefined)).toBe('sent at +1.000 s');
});

test('a request as fetch is a program that sends the very text', async () => {
  const body = '{"a":"\u2028`\'"}';
  const program = fetchOf('http://x/mcp', [['Mcp-Method', 'tools/call']], body);
  const sent: unknown[] = [];
  const run = new Function('fetch', `return (async () => { ${program} })()`) as (
    fetch: unknown,
  ) => Promise<void>;
  await run(async (...args: unknown[]) => {
    sent.push(...args);
    return { text: async () => '' };
  });
  expect(sent).toEqual(['http://x/mcp', { method: 'POST', headers: [['Mcp-Method', 'tools/call']], body }]);
});
