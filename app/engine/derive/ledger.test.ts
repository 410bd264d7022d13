import { describe, expect, test } from 'vitest';
import { AT, aTask, Story } from './events.suite.ts';
import { fold } from './fold.ts';
import { emptyWorld } from './folded.ts';
import { keyLedger } from './ledger.ts';
import { lifetimesOf } from './lifetimes.ts';
import { taskKey } from './model.ts';
import { stateSteps } from './steps.ts';
import { truthKey } from './truth.ts';

const revised = (revision: number | undefined, fields = {}) =>
  aTask({ ...fields, ...(revision === undefined ? {} : { _meta: { 'dev.taskscope/revision': revision } }) });
const ASKS = { status: 'input_required', inputRequests: { k: { method: 'elicitation/create', params: {} } } };

function worldOf(story: Story) {
  const world = fold(emptyWorld(), story.events);
  const task = world.tasks.get(taskKey(AT, 'a'));
  if (task === undefined) throw new Error('no task');
  return { world, task };
}

function answered(revision: number | undefined): Story {
  const story = new Story();
  story.call(revised(revision && 1));
  const lab = { taskId: 'a', revision: 2, kind: 'asked', from: 'working', to: 'input_required', at: 62 };
  if (revision !== undefined) story.add({ kind: 'note', data: { text: 'x', lab } });
  story.poll(revised(revision && 2, ASKS));
  story.result(story.ask('tasks/update', { taskId: 'a', inputResponses: { k: {} } }), {});
  story.poll(revised(revision && 3));
  return story;
}

describe('R42: the ledger of keys', () => {
  const ledger = (story: Story) => {
    const { world, task } = worldOf(story);
    return keyLedger(task, world.exchangeById, world.truths.get(truthKey(AT, 'a')));
  };

  test('tells when a key was issued, shown, answered, acknowledged and gone', () => {
    const [row] = ledger(answered(1));
    expect(row?.issued).toBe(62);
    const times = [row?.issued, row?.shown, row?.answered, row?.acked, row?.gone];
    expect(times).toEqual([...times].sort((a = 0, b = 0) => a - b));
    expect(times).not.toContain(undefined);
    expect(row?.again).toEqual([]);
  });

  test('a key that is asked anew is reuse, one that an old answer tells again is a stale re-send', () => {
    const kinds = (revision: number | undefined) => {
      const story = answered(revision === undefined ? undefined : 1);
      story.poll(revised(revision, ASKS));
      return ledger(story)[0]?.again.map(({ kind }) => kind);
    };
    expect(kinds(4)).toEqual(['reuse']);
    expect(kinds(2)).toEqual(['stale']);
    expect(kinds(undefined)).toEqual(['unclear']);
  });
});

test('R30: the steps of a task between its states, and which of them no task may take', () => {
  const story = new Story();
  story.call(revised(1));
  for (const status of ['input_required', 'working', 'input_required', 'completed', 'working'])
    story.poll(revised(undefined, { status }));
  const { task } = worldOf(story);
  expect(stateSteps(task).map(({ from, to, times, legal }) => [from, to, times, legal])).toEqual([
    ['working', 'input_required', 2, true],
    ['input_required', 'working', 1, true],
    ['input_required', 'completed', 1, true],
    ['completed', 'working', 1, false],
  ]);
});

test('R2: four lifetimes: metadata end with the request, transport with its response, a continuation with its retry, a task with its server’s word', () => {
  const story = new Story();
  const first = story.ask('tools/call', { name: 'work', arguments: {} });
  story.result(first, { resultType: 'input_required', requestState: 's' });
  story.call(revised(1));
  const cut = story.ask('tasks/get', { taskId: 'a' });
  story.add({
    kind: 'fail',
    exchange: cut,
    data: { kind: 'network', code: 'x', message: 'm', next: 'n' },
  });
  const { world } = worldOf(story);
  const lives = lifetimesOf(world.exchanges, world.tasks.values());
  expect(lives.metadata).toHaveLength(3);
  expect(lives.transport.map(({ died }) => died)).toEqual([false, false, true]);
  expect(lives.continuation).toEqual([{ from: expect.any(Number), to: expect.any(Number), died: false }]);
  expect(lives.tasks).toEqual([{ from: expect.any(Number), to: undefined, died: false }]);
});
