import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { type Bundle, bundle } from './bundle.suite.ts';
import { type Exit, endSpawned, runToEnd, type Spawned, spawnCommand } from './spawned.suite.ts';

/** What a file of tests has that starts the command as a process. */
export interface Harness {
  /** The data folder of this very test; gone after it. */
  readonly dir: string;
  /** The first entry's bundle. */
  readonly file: string;
  /** Starts the command on that folder; what a test leaves running is killed after it. */
  start(...args: readonly string[]): Spawned;
  /** The same of another entry. */
  startEntry(entry: string, ...args: readonly string[]): Spawned;
  /** Runs the command to its end, with these arguments alone. */
  run(...args: readonly string[]): Promise<Exit>;
}

/**
 * Bundles the entries once for a file of tests, and gives each test a data folder of its own.
 * @param name in the folders' names; @param timeoutMs of each test and hook: a start takes seconds on a busy machine
 */
export function harness(
  name: string,
  {
    entries = ['server/cli.ts'],
    timeoutMs = 60_000,
  }: { readonly entries?: readonly string[]; readonly timeoutMs?: number } = {},
): Harness {
  vi.setConfig({ testTimeout: timeoutMs, hookTimeout: timeoutMs });
  const bundles = new Map<string, Bundle>();
  let dir = '';
  beforeAll(async () => {
    for (const entry of entries) bundles.set(entry, await bundle(entry));
  });
  afterAll(async () => {
    for (const { remove } of bundles.values()) await remove();
  });
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), `taskscope-${name}-`));
  });
  afterEach(async () => {
    endSpawned();
    await rm(dir, { recursive: true, force: true });
  });
  const fileOf = (entry: string | undefined): string => {
    const found = entry === undefined ? undefined : bundles.get(entry)?.file;
    if (found === undefined) throw new Error(`${entry} is not among the entries of this harness`);
    return found;
  };
  const startEntry = (entry: string | undefined, ...args: readonly string[]) =>
    spawnCommand(fileOf(entry), ['--data', dir, ...args]);
  return {
    get dir() {
      return dir;
    },
    get file() {
      return fileOf(entries[0]);
    },
    start: (...args) => startEntry(entries[0], ...args),
    startEntry,
    run: (...args) => runToEnd(fileOf(entries[0]), args),
  };
}
