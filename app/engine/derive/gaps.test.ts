import { describe, expect, test } from 'vitest';
import { AT, aTask, Story } from './events.suite.ts';
import { fold } from './fold.ts';
import { emptyWorld } from './folded.ts';
import { trueHistory } from './gaps.ts';
import { taskKey } from './model.ts';
import { truthKey } from './truth.ts';

const revised = (revision: number, fields = {}) =>
  aTask({ ...fields, _meta: { 'dev.taskscope/revision': revision } });

/** The lab tells a transition now. */
function tell(story: Story, revision: number, kind: string, from: string | null, to: string): void {
  const lab = { seq: revision, taskId: 'a', revision, kind, from, to, serverTime: 0, at: story.mono + 10 };
  story.add({ kind: 'note', data: { text: 'x', lab } });
}

function told(story: Story, now = story.mono) {
  const world = fold(emptyWorld(), story.events);
  const task = world.tasks.get(taskKey(AT, 'a'));
  const truths = world.truths.get(truthKey(AT, 'a'));
  if (task === undefined || truths === undefined) throw new Error('no task, or nothing true of it');
  return trueHistory(task, truths, world.exchangeById, now);
}

const gaps = (story: Story, now?: number) =>
  told(story, now).gaps.map(({ kind, revision, ms }) => [kind, revision, ms]);

function begun(): Story {
  const story = new Story();
  tell(story, 1, 'created', null, 'working');
  story.call(revised(1));
  return story;
}

describe('true beside seen, joined by revision', () => {
  test('what was true reaches the history though its handle came later, and no state is told twice', () => {
    const story = begun();
    tell(story, 2, 'step', 'working', 'working');
    tell(story, 3, 'asked', 'working', 'input_required');
    story.poll(revised(3, { status: 'input_required', inputRequests: {} }));
    const { segments, seen } = told(story);
    expect(segments.map(({ status }) => status)).toEqual(['working', 'input_required']);
    expect(seen.map(({ seenAt }) => seenAt !== undefined)).toEqual([true, true, true]);
    expect(gaps(story)).toEqual([]);
  });

  test('a poll that was sent after the change and is told the state before is a stale read', () => {
    const story = begun();
    tell(story, 2, 'asked', 'working', 'input_required');
    story.poll(revised(1));
    story.poll(revised(1));
    story.poll(revised(2, { status: 'input_required', inputRequests: {} }));
    expect(gaps(story)).toEqual([['stale', 2, 50]]);
  });

  test('a poll that was under way when it changed is none', () => {
    const story = begun();
    const exchange = story.ask('tasks/get', { taskId: 'a' });
    tell(story, 2, 'asked', 'working', 'input_required');
    story.result(exchange, revised(1));
    expect(gaps(story)).toEqual([]);
  });

  test('an answer that is faster than the lab counts: nothing is seen before it is true', () => {
    const story = begun();
    story.poll(revised(2, { status: 'completed', result: {} }));
    tell(story, 2, 'completed', 'working', 'completed');
    const [, row] = told(story).seen;
    expect(row?.at).toBe(row?.seenAt);
  });

  test('a state that was over before anybody looked was missed', () => {
    const story = begun();
    tell(story, 2, 'asked', 'working', 'input_required');
    tell(story, 3, 'cancelled', 'input_required', 'cancelled');
    story.poll(revised(3, { status: 'cancelled' }));
    expect(gaps(story)).toEqual([['missed', 2, 10]]);
  });

  test('a stream that was open and did not tell has lost its push; a later one comes late', () => {
    const story = begun();
    story.action('push-on', { taskId: 'a' });
    const listen = story.ask('subscriptions/listen', { notifications: { taskIds: ['a'] } });
    story.head(listen, 200, 'text/event-stream');
    const ack = { notifications: { taskIds: ['a'] }, _meta: { 'io.modelcontextprotocol/subscriptionId': 2 } };
    story.frame(listen, {
      ...{ jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged' },
      params: ack,
    });
    tell(story, 2, 'asked', 'working', 'input_required');
    const { mono } = story;
    expect(gaps(story, mono + 1_000)).toEqual([]);
    expect(gaps(story, mono + 1_600)).toEqual([['lost-push', 2, 1_600]]);
    story.mono += 1_990;
    story.frame(listen, {
      ...{ jsonrpc: '2.0', method: 'notifications/tasks' },
      params: revised(2, { status: 'input_required', inputRequests: {} }),
    });
    expect(gaps(story, mono + 4_000)).toEqual([['lost-push', 2, 2_000]]);
  });

  test('R56: a cancel that came after the end was too late, one before it lost the race', () => {
    for (const [late, expected] of [
      [true, 'late-cancel'],
      [false, 'lost-race'],
    ] as const) {
      const story = begun();
      if (late) tell(story, 2, 'completed', 'working', 'completed');
      const cancel = story.ask('tasks/cancel', { taskId: 'a' });
      if (!late) tell(story, 2, 'completed', 'working', 'completed');
      story.result(cancel, {});
      expect(gaps(story)).toEqual([[expected, 2, 10]]);
    }
  });
});
