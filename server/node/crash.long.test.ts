import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bundle } from './bundle.suite.ts';
import { complaints } from './crash-complaints.suite.ts';
import { crashRun } from './crash-run.suite.ts';
import { endSpawned } from './spawned.suite.ts';

// `npm run test:long` alone runs this.
const KILLS = 200;
const TASKS = 1_000;
/** A few minutes are usual. */
const LONGEST = 30 * 60_000;

it(
  `R3 R72 R73 SIGKILL ${KILLS} times in a run of ${TASKS} tasks loses no handle, answer or transition that was told`,
  async () => {
    const dir = await mkdtemp(join(tmpdir(), 'taskscope-crash-'));
    const command = await bundle('server/cli.ts');
    try {
      const outcome = await crashRun({ file: command.file, dir, tasks: TASKS, kills: KILLS });
      expect(outcome.killed).toBe(KILLS);
      expect(new Set(outcome.acknowledged).size).toBe(TASKS);
      expect(complaints(outcome)).toEqual([]);
    } finally {
      endSpawned();
      await command.remove();
      await rm(dir, { recursive: true, force: true });
    }
  },
  LONGEST,
);
