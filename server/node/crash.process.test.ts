import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TaskEvent } from '../ports/task-store.ts';
import { bundle } from './bundle.suite.ts';
import { complaints } from './crash-complaints.suite.ts';
import { crashRun } from './crash-run.suite.ts';
import { endSpawned } from './spawned.suite.ts';

/** Twenty seconds are usual; a machine that builds something else meanwhile needs more. */
const LONG = 120_000;

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'taskscope-crash-'));
});
afterEach(async () => {
  endSpawned();
  await rm(dir, { recursive: true, force: true });
});

describe('SIGKILL', () => {
  it(
    'R3 R72 R73 ten times in a run of 50 tasks loses no handle, answer or transition that was told, and completes each task exactly once',
    async () => {
      const command = await bundle('server/cli.ts');
      const run = { file: command.file, dir, tasks: 50, kills: 10 };
      const outcome = await crashRun(run).finally(command.remove);
      expect(outcome.killed).toBe(10);
      expect(new Set(outcome.acknowledged).size).toBe(50);
      expect(outcome.answered.length).toBeGreaterThan(0);
      expect(complaints(outcome)).toEqual([]);
    },
    LONG,
  );

  it(
    'control: a store that acknowledges before it writes loses tasks, and the check says so',
    async () => {
      const mutant = await bundle('server/node/hasty.suite.ts');
      const run = { file: mutant.file, dir, tasks: 20, kills: 5 };
      const outcome = await crashRun(run).finally(mutant.remove);
      expect(complaints(outcome).some((complaint) => complaint.endsWith('is lost'))).toBe(true);
    },
    LONG,
  );

  it('control: a second completion, a missing one, a gap, a lost answer and a state made anew are told', () => {
    const event = (revision: number, from: TaskEvent['from'], to: TaskEvent['to']): TaskEvent => ({
      taskId: 't',
      revision,
      at: revision * 10,
      kind: 'step',
      from,
      to,
    });
    const seen = { taskId: 't', status: 'working', revision: 1, at: 10 };
    const judge = (...events: TaskEvent[]) =>
      complaints({ told: [seen], answered: [], histories: new Map([['t', events]]) });
    const [made, done] = [event(1, null, 'working'), event(2, 'working', 'completed')];
    expect(judge(made, done)).toEqual([]);
    expect(judge(made, done, event(3, 'working', 'completed'))).toEqual(['t was completed 2 times']);
    expect(judge(made)).toEqual(['t was completed 0 times', 't is working']);
    expect(judge(made, event(3, 'working', 'completed'))).toEqual(['t has no revision 2 in its place']);
    expect(judge()).toEqual(['t is lost']);
    expect(judge({ ...made, at: 11 }, done)).toEqual([
      't was told as working at revision 1, and is not so stored',
    ]);
    const answer = (...at: number[]) => {
      const answers = at.map((time, i) => ({ ...event(2 + i, 'input_required', 'working'), at: time }));
      const named = answers.map((one) => ({ ...one, kind: 'answered' }));
      const events = [made, ...named, event(2 + at.length, 'working', 'completed')];
      const answered = [{ taskId: 't', by: 20 }];
      return complaints({ told: [seen], answered, histories: new Map([['t', events]]) });
    };
    expect(answer(20)).toEqual([]);
    expect(answer(21)).toEqual(['the answer to t is lost']);
    expect(answer(20, 30)).toEqual(['t was answered 2 times']);
  });
});
