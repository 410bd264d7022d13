import { expect, test } from 'vitest';
import { now } from './demo.suite.ts';
import {
  ASKING,
  DONE,
  historyOf,
  namedIds,
  type Request,
  result,
  SCRIPTED,
  scripted,
  snapshot,
  TASK,
} from './scripted.suite.ts';
import { fakeBrowser } from './tabs.suite.ts';

async function twoTabs(answer: (request: Request) => Parameters<typeof snapshot>[0]) {
  const made = scripted((request) =>
    result(request, request.method === 'tasks/get' ? snapshot(answer(request)) : {}),
  );
  const browser = fakeBrowser();
  const a = browser.tab();
  const b = browser.tab();
  const first = await made.engine({ ...a, ids: namedIds('a') });
  const second = await made.engine({ ...b, ids: namedIds('b') });
  return { ...made, a, b, first, second };
}

test('two tabs that watch one task do not double its polls, and both see all of them', async () => {
  const { clock, first, second, at } = await twoTabs((request) => (request.nth < 8 ? {} : DONE));
  first.attach(SCRIPTED, TASK);
  await clock.advance(500);
  second.attach(SCRIPTED, TASK);
  await clock.advance(60_000);
  // One look of the second tab when it attached, and then the first tab's.
  expect(at('tasks/get')).toEqual([0, 500, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000]);
  expect(historyOf(first)).toMatchObject({ status: 'completed', poll: { kind: 'stopped', why: 'ended' } });
  expect(historyOf(second)).toMatchObject({ status: 'completed', poll: { kind: 'stopped', why: 'ended' } });
  const followed = [...second.world().exchanges].filter(({ own }) => !own);
  expect(followed.map(({ tab, state }) => [tab, state])).toEqual(Array(6).fill([first.tab, 'done']));
  for (const { causeSeq } of followed)
    expect(second.log.read(causeSeq ?? -1)).toMatchObject({ kind: 'timer', tab: first.tab });
});

test('the following tab says so, and takes over when the polling one goes', async () => {
  const { clock, a, first, second, sent } = await twoTabs(() => ({}));
  first.attach(SCRIPTED, TASK);
  second.attach(SCRIPTED, TASK);
  await clock.advance(2_500);
  expect(historyOf(first).poll.kind).toBe('scheduled');
  expect(historyOf(second).poll).toEqual({ kind: 'followed' });
  a.kill();
  await first.close();
  await clock.advance(0);
  expect(historyOf(second).poll).toMatchObject({ kind: 'scheduled', due: 3_000 });
  const before = sent.length;
  await clock.advance(2_600);
  expect(sent.length - before).toBe(3);
});

test('a tab that forgets the task lets the other poll it', async () => {
  const { clock, first, second, at } = await twoTabs(() => ({}));
  first.attach(SCRIPTED, TASK);
  second.attach(SCRIPTED, TASK);
  await clock.advance(1_500);
  first.forget(SCRIPTED, TASK);
  await clock.advance(2_000);
  expect(at('tasks/get')).toEqual([0, 0, 1_000, 2_000, 3_000]);
  expect(historyOf(second).poll).toMatchObject({ kind: 'scheduled', due: 4_000 });
  expect(historyOf(first)).toMatchObject({ forgotten: true, poll: { why: 'forgotten' } });
});

test('an answer given in one tab is seen in the other', async () => {
  const { clock, first, second } = await twoTabs(() => ASKING);
  first.attach(SCRIPTED, TASK);
  second.attach(SCRIPTED, TASK);
  await clock.advance(1_100);
  await now(clock, second.update(second.prepareUpdate(SCRIPTED, TASK, { approve: { action: 'decline' } })));
  expect(historyOf(second).questions[0]?.state).toBe('acknowledged');
  expect(historyOf(first).questions[0]).toMatchObject({
    state: 'acknowledged',
    response: { action: 'decline' },
  });
});

test('a person may look from a following tab; it goes on following', async () => {
  const { clock, first, second, at } = await twoTabs(() => ({}));
  first.attach(SCRIPTED, TASK);
  second.attach(SCRIPTED, TASK);
  await clock.advance(1_300);
  second.refresh(SCRIPTED, TASK);
  await clock.advance(0);
  expect(historyOf(second).poll).toEqual({ kind: 'followed' });
  await clock.advance(2_000);
  expect(at('tasks/get')).toEqual([0, 0, 1_000, 1_300, 2_000, 3_000]);
});

test('what another tab does about tasks that this one does not know is not taken', async () => {
  const { clock, first, second } = await twoTabs(() => ({}));
  first.attach(SCRIPTED, TASK);
  await clock.advance(5_000);
  expect(second.world().exchanges.size).toBe(0);
});
