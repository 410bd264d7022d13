import { expect, test } from 'vitest';
import { AT, WALL } from '../events.suite.ts';
import { readFile } from './read-file.ts';

test('a large archive is read: 150,000 entries, more than fit into the arguments of a call', () => {
  const entry = { startedDateTime: new Date(WALL).toISOString(), request: { method: 'POST', url: AT } };
  const text = JSON.stringify({ log: { version: '1.2', entries: new Array(150_000).fill(entry) } });
  const found = readFile(text);
  expect(found.ok && found.events.length).toBeGreaterThan(150_000);
});
