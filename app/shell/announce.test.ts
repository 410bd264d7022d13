import { expect, test } from 'vitest';
import { history, observation, question, world } from '../features/tasks/history.suite.ts';
import { announcements, titleOf } from './announce.ts';
import { commandOf } from './keyboard.ts';

const working = history([observation(1)]);

test('status changes and new questions are told once', () => {
  const asking = history([observation(2, { status: 'input_required' })], { questions: [question()] });
  expect(announcements(world([]), world([working]))).toEqual(['generate_report tsk_7f3a…e19d is working.']);
  expect(announcements(world([working]), world([asking]))).toEqual([
    'generate_report tsk_7f3a…e19d is input_required.',
    'generate_report tsk_7f3a…e19d asks: Approve the generated report outline?',
  ]);
  expect(announcements(world([asking]), world([{ ...asking }]))).toEqual([]);
});

test('a forgotten task is not spoken of', () => {
  expect(announcements(world([]), world([{ ...working, forgotten: true }]))).toEqual([]);
});

test('the title says how many wait', () => {
  expect([titleOf(0), titleOf(1)]).toEqual(['Taskscope', '(1) Taskscope']);
});

test('plain keys do nothing while something is typed; Ctrl+K always works', () => {
  const key = (name: string, more: object = {}) => ({
    key: name,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...more,
  });
  expect(commandOf(key('f'), false)).toBe('fit');
  expect(commandOf(key('f'), true)).toBeUndefined();
  expect(commandOf(key('f', { ctrlKey: true }), false)).toBeUndefined();
  expect(commandOf(key('k', { metaKey: true }), true)).toBe('palette');
});
