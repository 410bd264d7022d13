import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Exchange } from '../../engine/index.ts';
import { exchange } from '../tasks/history.suite.ts';
import { TrafficRow, withPlace } from './TrafficRow.tsx';

afterEach(cleanup);

function show(one: Exchange, narrow = false): HTMLElement {
  const row = { key: one.id, slot: 0, level: 0, exchange: one, frame: undefined, mono: one.sentAt };
  const nothing = (): void => {};
  render(
    <div role="treegrid" tabIndex={-1}>
      <TrafficRow
        row={row}
        id="r"
        index={0}
        top={0}
        selected={false}
        hovered={false}
        mine={false}
        lit={false}
        pinned={false}
        remark={undefined}
        onToggle={nothing}
        focusable
        narrow={narrow}
        place={undefined}
        onClick={nothing}
        onHover={nothing}
      />
    </div>,
  );
  return screen.getAllByRole('row').at(-1) ?? document.body;
}

const kindOf = (text: HTMLElement): string | null | undefined =>
  text.closest('[data-kind]')?.getAttribute('data-kind');

test('R32 resultType and task status have a look of their own, also where their words are the same', () => {
  const row = show(
    exchange({
      method: 'tools/call',
      taskStatus: 'input_required',
      outcome: { kind: 'result', id: 1, resultType: 'input_required', code: undefined, message: undefined },
    }),
  );
  const both = within(row).getAllByText('input_required');
  expect(both.map(kindOf)).toEqual(['result-type', 'task-status']);
  expect(both[0]?.className).not.toBe(both[1]?.className);
});

test('R32 narrow, where the resultType has no column, it stands below the method, apart from the status', () => {
  const row = show(
    exchange({
      taskStatus: 'working',
      outcome: { kind: 'result', id: 1, resultType: 'complete', code: undefined, message: undefined },
    }),
    true,
  );
  const method = within(row).getByText('tasks/get').closest<HTMLElement>('[role="gridcell"]');
  expect(kindOf(within(method ?? document.body).getByText('complete'))).toBe('result-type');
  expect(method?.textContent).not.toContain('working');
});

test('an RPC error stands where a resultType would, and never as a success', () => {
  const row = show(
    exchange({
      taskStatus: undefined,
      outcome: { kind: 'error', id: 1, resultType: undefined, code: -32602, message: 'Task not found' },
    }),
  );
  expect(within(row).getByText('error -32602')).toBeTruthy();
  expect(within(row).getByText('Task not found')).toBeTruthy();
  expect(row.querySelector('[data-kind]')).toBeNull();
});

test('a resultType that the protocol does not know is marked as odd', () => {
  show(
    exchange({ outcome: { kind: 'result', id: 1, resultType: 'done', code: undefined, message: undefined } }),
  );
  show(
    exchange({
      outcome: { kind: 'result', id: 1, resultType: 'complete', code: undefined, message: undefined },
    }),
  );
  expect(screen.getByText('done').className).not.toBe(screen.getByText('complete').className);
});

test('a folded row says once how many messages it has, and which of them is selected', () => {
  expect(withPlace('3 of 11', '11 messages · 5 failed')).toBe('message 3 of 11 · 5 failed');
  expect(withPlace('3 of 6', 'no change')).toBe('3 of 6, no change');
  expect(withPlace('1 of 1', '11 messages')).toBe('1 of 1, 11 messages');
  expect(withPlace(undefined, '11 messages')).toBe('11 messages');
});
