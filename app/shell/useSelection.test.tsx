import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSelection } from './useSelection.ts';

beforeEach(() => {
  vi.useFakeTimers();
  history.replaceState(null, '', '/');
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  history.replaceState(null, '', '/');
});

const choose = (dispatch: ReturnType<typeof useSelection>[1], task: string | undefined): void =>
  act(() => dispatch({ type: 'task', task }));

test('a choice is in the address at once, so that a reload right after it finds it', () => {
  history.replaceState(null, '', '/?task=old');
  const { result } = renderHook(() => useSelection(undefined, false));
  choose(result.current[1], undefined);
  expect(location.search).toBe('');
});

test('quick successors wait, so that the browser does not refuse: at most four rewrites a second, the last one wins', () => {
  const replaced = vi.spyOn(history, 'replaceState');
  const { result } = renderHook(() => useSelection(undefined, false));
  for (let n = 0; n < 100; n += 1) {
    choose(result.current[1], `t${n}`);
    act(() => vi.advanceTimersByTime(10));
  }
  act(() => vi.advanceTimersByTime(250));
  expect(location.search).toBe('?task=t99');
  expect(replaced.mock.calls.length).toBeGreaterThan(1);
  expect(replaced.mock.calls.length).toBeLessThanOrEqual(6);
  replaced.mockRestore();
});

test('while a link asks for consent the address stays as it was opened', () => {
  history.replaceState(null, '', '/?endpoint=http%3A%2F%2Felsewhere.example%2Fmcp');
  const { result } = renderHook(() => useSelection(undefined, true));
  choose(result.current[1], 't');
  act(() => vi.advanceTimersByTime(1_000));
  expect(location.search).toBe('?endpoint=http%3A%2F%2Felsewhere.example%2Fmcp');
});
