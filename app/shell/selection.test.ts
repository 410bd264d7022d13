import { describe, expect, test } from 'vitest';
import { exchange, history, observation, question, world } from '../features/tasks/history.suite.ts';
import { findTask, fromSearch, NOTHING, select, stepped, tabOf, toSearch } from './selection.ts';

const waiting = history([observation(1, { status: 'input_required' })], { questions: [question()] });

describe('the tab that nobody chose', () => {
  test('a task that asks shows its question, any other its state', () => {
    expect(tabOf({ ...NOTHING, task: 't' }, waiting)).toBe('answer');
    expect(tabOf({ ...NOTHING, task: 't' }, history([observation(1)]))).toBe('state');
    // A legacy server asks in its session, which is no part of the task.
    expect(tabOf({ ...NOTHING, task: 't' }, history([observation(1)]), true)).toBe('answer');
  });

  test('what was not answered stays when the task ends: what was typed must not vanish', () => {
    const ended = { ...waiting, status: 'cancelled' as const, questions: [question({ state: 'gone' })] };
    expect(tabOf({ ...NOTHING, task: 't' }, ended)).toBe('answer');
    const answered = { ...waiting, status: 'working' as const, questions: [question({ state: 'answered' })] };
    expect(tabOf({ ...NOTHING, task: 't' }, answered)).toBe('state');
  });

  test('a chosen one stays', () =>
    expect(tabOf({ ...NOTHING, task: 't', tab: 'headers' }, waiting)).toBe('headers'));
});

describe('choosing', () => {
  test('a message brings its task, and keeps the message tab in use', () => {
    const headers = select(NOTHING, { type: 'tab', tab: 'headers' });
    expect(select(headers, { type: 'row', row: 'x1', taskIds: ['a', 'b'] })).toMatchObject({
      task: 'a',
      row: 'x1',
      tab: 'headers',
    });
  });

  test('a message about the selected task among others keeps it', () => {
    expect(select({ ...NOTHING, task: 'b' }, { type: 'row', row: 'l', taskIds: ['a', 'b'] }).task).toBe('b');
    expect(select({ ...NOTHING, task: 'b' }, { type: 'row', row: 'd', taskIds: [] }).task).toBeUndefined();
  });

  test('one thing is selected at a time: a tool, or a task, or a message with its task', () => {
    const message = select(NOTHING, { type: 'row', row: 'x1', taskIds: ['a'] });
    const tool = select(message, { type: 'tool', tool: 'x' });
    expect(tool).toEqual({ ...NOTHING, tool: 'x' });
    expect(tabOf(tool, undefined)).toBe('call');
    const task = select(tool, { type: 'task', task: 'a' });
    expect(task).toEqual({ ...NOTHING, task: 'a' });
    expect(select(tool, { type: 'row', row: 'x1', taskIds: [] })).toMatchObject({
      row: 'x1',
      tool: undefined,
    });
    expect(select(message, { type: 'task', task: 'b' })).toMatchObject({ task: 'b', row: undefined });
    expect(select(message, { type: 'task', task: 'a', keepsRow: true })).toMatchObject({
      task: 'a',
      row: 'x1',
    });
  });

  test('a task that is forgotten leaves the message that was read', () => {
    const message = select(NOTHING, { type: 'row', row: 'x1', taskIds: ['a'] });
    expect(select(message, { type: 'task', task: undefined })).toMatchObject({ task: undefined, row: 'x1' });
  });
});

test('the address holds the selection and gives it back', () => {
  const selection = { ...NOTHING, task: 'tsk_1', row: 'l#2' };
  const search = toSearch(selection, 'http://x/mcp');
  expect(fromSearch(search)).toEqual(selection);
  expect(new URLSearchParams(search).get('endpoint')).toBe('http://x/mcp');
  const past = select(select(selection, { type: 'cursor', cursor: 5514.00004 }), {
    ...{ type: 'range', range: { from: 1000, to: 6000.5 } },
  });
  expect(past).toMatchObject({ task: 'tsk_1', cursor: 5514.001 });
  expect(fromSearch(toSearch(past, undefined))).toEqual(past);
  expect(fromSearch('?at=-1&range=7-3')).toEqual(NOTHING);
  expect(fromSearch('?tool=generate_report')).toEqual({ ...NOTHING, tool: 'generate_report' });
  expect(fromSearch('?task=tsk_1&tool=generate_report')).toEqual({ ...NOTHING, task: 'tsk_1' });
  expect(toSearch(NOTHING, undefined)).toBe('');
});

test('of equal ids the task of the endpoint in use is meant', () => {
  const other = { ...waiting, endpoint: 'http://other/' };
  const w = world([other, waiting]);
  expect(findTask(w, waiting.taskId, waiting.endpoint)).toBe(waiting);
  expect(findTask(w, waiting.taskId, 'http://third/')).toBeDefined();
});

test('stepping stays within the messages', () => {
  const w = world([], [exchange({ id: 'a', index: 0 }), exchange({ id: 'b', index: 1 })]);
  expect(stepped(w, NOTHING, 1)?.id).toBe('a');
  expect(stepped(w, NOTHING, -1)?.id).toBe('b');
  const ofTask = world(
    [],
    ['a', 'b', 'c'].map((id, index) => exchange({ id, index, taskIds: id === 'b' ? ['tsk_1'] : [] })),
  );
  expect(stepped(ofTask, { ...NOTHING, task: 'tsk_1' }, 1)?.id).toBe('b');
  expect(stepped(ofTask, { ...NOTHING, task: 'tsk_1' }, -1)?.id).toBe('b');
  expect(stepped(ofTask, { ...NOTHING, task: 'other' }, -1)?.id).toBe('c');
  expect(stepped(w, { ...NOTHING, row: 'a#3' }, 1)?.id).toBe('b');
  expect(stepped(w, { ...NOTHING, row: 'b' }, 1)?.id).toBe('b');
  expect(stepped(world([]), NOTHING, 1)).toBeUndefined();
});
