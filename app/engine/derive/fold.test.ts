import { describe, expect, test } from 'vitest';
import { acknowledged, taskNotification } from '../../../server/protocol/subscriptions.ts';
import { AT, aTask, Story } from './events.suite.ts';
import { fold } from './fold.ts';
import { emptyWorld } from './folded.ts';
import { type TaskHistory, taskKey } from './model.ts';
import { diffByPath } from './paths.ts';
import { exchangesOf, openQuestions, pollTiming, tasksAlive } from './select.ts';
import { shownHeaders } from './shown-headers.ts';

const world = (story: Story) => fold(emptyWorld(), story.events);

function taskOf(story: Story, id = 'a'): TaskHistory {
  const task = world(story).tasks.get(taskKey(AT, id));
  if (task === undefined) throw new Error(`no task ${id}`);
  return task;
}

function called(fields = {}): Story {
  const story = new Story();
  story.call(aTask(fields));
  return story;
}

const question = (n = 1) => ({ method: 'elicitation/create', params: { message: `q${n}` } });
const asking = (...keys: string[]) => ({
  status: 'input_required',
  inputRequests: Object.fromEntries(keys.map((key) => [key, question()])),
});

describe('observations', () => {
  test('R32 a handle makes a lane; the outer resultType and the status are kept apart', () => {
    const story = called();
    story.poll(aTask({ status: 'completed', result: { resultType: 'complete', content: [] } }));
    expect(taskOf(story)).toMatchObject({
      tool: 'work',
      startSeq: 2,
      status: 'completed',
      pollCount: 1,
      segments: [{ status: 'working' }, { status: 'completed', to: undefined }],
    });
    const [call, poll] = [...world(story).exchanges];
    expect(call).toMatchObject({ outcome: { resultType: 'task' }, taskStatus: 'working', taskIds: ['a'] });
    expect(poll).toMatchObject({ outcome: { resultType: 'complete' }, taskStatus: 'completed', name: 'a' });
  });

  test('what changed is told by path', () => {
    const story = called();
    story.poll(aTask());
    story.poll(aTask({ statusMessage: 'half', pollIntervalMs: 500, _meta: { x: 1 } }));
    story.poll(aTask({ ...asking('approve_outline'), lastUpdatedAt: '2026-07-28T12:00:05.000Z' }));
    expect([...taskOf(story).observations].map(({ changed }) => changed)).toEqual([
      ['status'],
      [],
      ['pollIntervalMs', '+ statusMessage'],
      ['status', 'pollIntervalMs', '+ inputRequests.approve_outline', '- statusMessage'],
    ]);
    expect([...world(story).exchanges].slice(1).map(({ note }) => note)).toEqual([
      'no change',
      'pollIntervalMs, + statusMessage',
      'status, pollIntervalMs, + inputRequests.approve_outline, - statusMessage',
    ]);
  });

  test('R30 a terminal state that is left is shown and marked', () => {
    const story = called();
    story.poll(aTask({ status: 'completed', result: { resultType: 'complete', content: [] } }));
    story.poll(aTask());
    expect(taskOf(story)).toMatchObject({ status: 'working', segments: { length: 3 } });
    expect(taskOf(story).latest?.problems).toEqual(['completed → working: illegal, completed is final']);
    story.poll(aTask({ status: 'failed', error: { code: 1 } }));
    story.poll(aTask({ status: 'failed', error: { code: 2 } }));
    expect(taskOf(story).latest?.problems).toEqual(['error changed after the task had ended']);
  });

  test('an answer that crossed a newer one changes nothing', () => {
    const story = called({ _meta: { 'dev.taskscope/revision': 1 } });
    const poll = story.ask('tasks/get', { taskId: 'a' });
    story.action('push-on', { taskId: 'a' });
    const listen = story.ask('subscriptions/listen', { notifications: { taskIds: ['a'] } });
    story.head(listen, 200, 'text/event-stream');
    story.frame(listen, acknowledged(3, { taskIds: ['a'] }));
    const done = {
      status: 'completed',
      result: { resultType: 'complete', content: [] },
      _meta: { 'dev.taskscope/revision': 3 },
    };
    story.frame(listen, taskNotification(3, aTask(done)));
    story.result(poll, aTask({ _meta: { 'dev.taskscope/revision': 2 } }));
    expect(taskOf(story)).toMatchObject({ status: 'completed', observations: { size: 3 } });
    expect(taskOf(story).observations.at(2)).toMatchObject({ stale: true, changed: [] });
    // Asked for afterwards, the same answer is a step back.
    story.poll(aTask({ _meta: { 'dev.taskscope/revision': 2 } }));
    expect(taskOf(story).status).toBe('working');
    expect(taskOf(story).latest?.problems).toContain('revision went back from 3 to 2');
  });

  test('tasks of one id at two endpoints, and two tasks at one, are kept apart', () => {
    const story = called();
    story.call(aTask({ taskId: 'b' }));
    story.poll(aTask({ taskId: 'b', status: 'cancelled' }));
    story.add({ kind: 'action', endpoint: 'http://other/', data: { name: 'attach', taskId: 'a' } });
    expect(
      [...world(story).tasks.values()].map(({ endpoint, taskId, status }) => [endpoint, taskId, status]),
    ).toEqual([
      [AT, 'a', 'working'],
      [AT, 'b', 'cancelled'],
      ['http://other/', 'a', undefined],
    ]);
  });
});

describe('questions', () => {
  const answer = (story: Story, keys: string[]) =>
    story.ask('tasks/update', {
      taskId: 'a',
      inputResponses: Object.fromEntries(keys.map((key) => [key, { action: 'accept' }])),
    });
  const states = (story: Story) => taskOf(story).questions.map(({ key, state }) => [key, state]);

  test('R41 R43 R45 one question a key, from open to answered, though the server lags', () => {
    const story = called();
    story.poll(aTask(asking('k1', 'k2')));
    story.poll(aTask(asking('k1', 'k2')));
    expect(states(story)).toEqual([
      ['k1', 'open'],
      ['k2', 'open'],
    ]);
    const update = answer(story, ['k1']);
    expect(states(story)).toEqual([
      ['k1', 'sending'],
      ['k2', 'open'],
    ]);
    story.result(update, {});
    story.poll(aTask(asking('k1', 'k2')));
    expect(states(story)).toEqual([
      ['k1', 'acknowledged'],
      ['k2', 'open'],
    ]);
    story.poll(aTask(asking('k2')));
    expect(states(story)).toEqual([
      ['k1', 'answered'],
      ['k2', 'open'],
    ]);
    expect(openQuestions(world(story)).map(({ question: q }) => q.key)).toEqual(['k2']);
    story.poll(aTask());
    expect(states(story)).toEqual([
      ['k1', 'answered'],
      ['k2', 'gone'],
    ]);
  });

  test('a failed update keeps the answer, and its task is not touched by it', () => {
    const story = called();
    story.poll(aTask(asking('k1')));
    story.error(answer(story, ['k1']), -32602);
    expect(taskOf(story).questions[0]).toMatchObject({
      state: 'send-failed',
      response: { action: 'accept' },
      problem: { number: -32602 },
    });
    expect(taskOf(story)).toMatchObject({
      status: 'input_required',
      gone: undefined,
      updates: [{ keys: ['k1'] }],
    });
  });

  test('R42 a key that is asked again after it had gone is marked', () => {
    const story = called();
    story.poll(aTask(asking('k1')));
    story.poll(aTask());
    story.poll(aTask(asking('k1')));
    expect(states(story)).toEqual([['k1', 'open']]);
    expect(taskOf(story).latest?.problems).toEqual([
      expect.stringContaining('inputRequests.k1 is asked again'),
    ]);
  });
});

describe('cancel, polls and endpoints', () => {
  test('R51 the ack of a cancel changes no status', () => {
    const story = called();
    const cancel = story.ask('tasks/cancel', { taskId: 'a' });
    expect(taskOf(story).cancel?.state).toBe('sending');
    story.result(cancel, {});
    expect(taskOf(story)).toMatchObject({
      status: 'working',
      cancel: { state: 'acknowledged' },
      segments: { length: 1 },
    });
    story.poll(aTask({ status: 'completed', result: { resultType: 'complete', content: [] } }));
    expect(taskOf(story).status).toBe('completed');
  });

  test('another tab decides nothing here, but what it saw is seen', () => {
    const story = called();
    story.add({ kind: 'stop', tab: 'other', data: { what: 'poll', why: 'ended', taskId: 'a' } });
    story.add({ kind: 'action', tab: 'other', data: { name: 'forget', taskId: 'a' } });
    const poll = story.ask('tasks/get', { taskId: 'a' }, { tab: 'other' });
    expect(taskOf(story)).toMatchObject({ forgotten: false, poll: { kind: 'idle' }, pollCount: 1 });
    story.result(poll, aTask({ statusMessage: 'seen' }));
    expect(taskOf(story).latest).toMatchObject({ via: 'poll', statusMessage: 'seen' });
    expect(exchangesOf(world(story), taskOf(story)).map(({ own }) => own)).toEqual([true, false]);
  });

  test('whether a poll was early, on time or late', () => {
    const story = called();
    const times = [10, 1_005, 2_000].map((wait) => {
      story.mono += wait - 10;
      story.poll(aTask());
      return pollTiming(taskOf(story), [...world(story).exchanges].at(-1) ?? (undefined as never))?.verdict;
    });
    expect(times).toEqual(['early', 'on time', 'late']);
    expect(tasksAlive(world(story))).toHaveLength(1);
  });

  test('an endpoint remembers its last usable discovery and its last problem', () => {
    const story = new Story();
    story.action('connect');
    const first = story.ask('server/discover', {});
    story.result(first, { supportedVersions: [], capabilities: {} });
    story.got(story.ask('server/discover', {}), 'oops', 500);
    expect(world(story).endpoints.get(AT)).toMatchObject({
      discoverExchange: first,
      lastProblem: { kind: 'http', number: 500 },
    });
    expect(world(story)).toMatchObject({ connected: AT });
  });
});

test('differences by path', () => {
  const before = { a: 1, b: { 'x y': [1, 2], c: true }, gone: null };
  const after = { a: 1, b: { 'x y': [1, 3, 4], c: true }, __proto_: 1 };
  expect(diffByPath(before, after)).toEqual([
    { path: 'b["x y"][1]', kind: 'changed', before: 2, after: 3 },
    { path: 'b["x y"][2]', kind: 'added', before: undefined, after: 4 },
    { path: '__proto_', kind: 'added', before: undefined, after: 1 },
    { path: 'gone', kind: 'removed', before: null, after: undefined },
  ]);
  expect(diffByPath(after, after)).toEqual([]);
  expect(diffByPath([1, 2, 3], [4, 5, 6], 2)).toHaveLength(2);
});

test('R31 headers that mirror the body say whether they agree', () => {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tasks/get',
    params: { taskId: 'a', _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } },
  });
  const shown = shownHeaders(
    [
      ['Accept', '*/*'],
      ['mcp-method', 'tasks/get'],
      ['Mcp-Name', 'tasks/get'],
    ],
    body,
  );
  expect(shown.map(({ pair, verdict }) => [pair[0], verdict])).toEqual([
    ['Accept', 'unchecked'],
    ['mcp-method', 'agrees'],
    ['Mcp-Name', 'differs'],
    ['MCP-Protocol-Version', 'missing'],
  ]);
  expect(shownHeaders([['a', 'b']], '{')).toEqual([
    { pair: ['a', 'b'], mirrors: undefined, verdict: 'unchecked' },
  ]);
});
