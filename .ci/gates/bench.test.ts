import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { documentOf } from '../bench/document.mjs';
import { judge, quantile } from '../bench/figures.mjs';
import { load, post } from '../bench/load.mjs';

describe('the bench of the server', () => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end('fine'));
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  test('a promise is judged by its median, in its own direction', () => {
    const least = { what: 'a', target: 2, why: 'it is slow' };
    expect(judge({ ...least, values: [9, 2, 1] })).toMatchObject({ met: true, least: 1, greatest: 9 });
    expect(judge({ ...least, values: [9, 1.9, 1] }).met).toBe(false);
    expect(judge({ ...least, most: true, values: [9, 2, 1] }).met).toBe(true);
    expect(judge({ ...least, most: true, values: [9, 2.1, 1] }).met).toBe(false);
    expect(quantile([3, 1, 2], 0.99)).toBe(3);
  });

  test('a miss is told with its reason in the document, and only a miss is', () => {
    const figure = (value: number) => judge({ what: 'a', values: [value], target: 2, why: 'it is slow' });
    const told = (value: number) => documentOf([{ figures: [figure(value)], notes: [] }], 5, [0, 0, 0]);
    expect(told(1)).toContain('- a: it is slow');
    expect(told(1)).toContain('**missed**');
    expect(told(2)).not.toContain('it is slow');
  });

  test('the document of the last quiet run is kept, and has a row for each promise', () => {
    const document = readFileSync(new URL('../../docs/performance.md', import.meta.url), 'utf8');
    const promises = [
      [/tasks\/get.* bare `node:http` echo/, 'at least 0.5 ×'],
      [/tasks\/get.* SDK's handler/, 'at least 8 ×'],
      [/durable creates .* one fdatasync alone/, 'at least 6 creates'],
      [/p99 of `tasks\/get`/, 'at most 1 ×'],
      [/transitions .* raw SQLite compare-and-set/, 'at least 0.7 ×'],
      [/10000 live tasks and 1000 open listens/, 'at most 300 MB'],
      [/look-up, 1,000,000 finished tasks to 1,000/, 'at most 1.5 ×'],
      [/sweep with nothing due, 1,000,000/, 'at most 1.5 ×'],
      [/sweep that removes \d+, 1,000,000/, 'at most 1.5 ×'],
    ] as const;
    // The section of the page is another bench's.
    const rows = (document.split('# Speed of the page\n')[0] ?? '')
      .split('\n')
      .filter((line) => /\| (met|\*\*missed\*\*) \|$/.test(line));
    expect(rows).toHaveLength(promises.length);
    for (const [what, goal] of promises)
      expect(
        rows.filter((row) => what.test(row) && row.includes(`| ${goal} |`)),
        String(what),
      ).toHaveLength(1);
    const [told = ''] = document.split('## What was measured');
    expect(told.match(/^- /gm) ?? []).toHaveLength(rows.filter((row) => row.includes('missed')).length);
  });

  test('the load counts whole answers, one at a time on each connection, and hands a wrong one to the check', async () => {
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const bodies: string[] = [];
    const next = () => post(url, [], { a: 1 });
    const check = ({ body }: { body: string }) => void bodies.push(body);
    const { count, latencies } = await load({ url, connections: 2, ms: 50, next, check, awake: true });
    expect(new Set(bodies)).toEqual(new Set(['fine']));
    expect([bodies.length, latencies.length]).toEqual([count, count]);
    const refuse = () => {
      throw new Error('not what was asked for');
    };
    await expect(load({ url, connections: 1, ms: 50, next, check: refuse })).rejects.toThrow('not what was');
  });
});
