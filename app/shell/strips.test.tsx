import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { ManualClock } from '../../server/ports/manual-clock.ts';
import { type Engine, recordingLock, type StoredMeta } from '../engine/index.ts';
import { history, observation, world } from '../features/tasks/history.suite.ts';
import { OtherTab } from './OtherTab.tsx';
import { ResumeNotice } from './ResumeNotice.tsx';
import { SilentServer } from './SilentServer.tsx';
import { StartNew } from './StartNew.tsx';

const ENDPOINT = 'http://127.0.0.1:6280/mcp';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('R5 a resumed recording says what it resumed, can be left for a new one, and is old news after a minute', async () => {
  const resumed = { seq: 100, events: 99, tasks: 2, lostTail: false };
  const onStartNew = vi.fn();
  const clock = new ManualClock(0);
  const notice = (now = world([history([])], [], { resumed })) => (
    <ResumeNotice clock={clock} world={now} onStartNew={onStartNew} />
  );
  const { rerender } = render(notice());
  expect(screen.getByRole('status').textContent).toBe('Resumed recording: 2 tasks, 0 messages.');
  await userEvent.click(screen.getByRole('button', { name: 'Start new' }));
  expect(onStartNew).toHaveBeenCalledOnce();
  await act(() => clock.advance(59_000));
  expect(screen.getByRole('status')).toBeDefined();
  await act(() => clock.advance(1_000));
  expect(screen.queryByRole('status')).toBeNull();
  rerender(notice(world([history([])], [], { resumed: { ...resumed, seq: 200 } })));
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  expect(screen.queryByRole('status')).toBeNull();
  rerender(notice(world([], [])));
  expect(screen.queryByRole('status')).toBeNull();
});

test('a server that does not answer: what was known of its tasks, when they are asked about next, and a try at once', async () => {
  const clock = new ManualClock(0);
  const refresh = vi.fn();
  const engine = { clock, mono: () => clock.mono(), refresh } as unknown as Engine;
  const task = history([observation(0)], {
    poll: { kind: 'retrying', due: 4_000, attempt: 3, problem: undefined },
  });
  render(<SilentServer engine={engine} world={world([task], [])} endpoint={ENDPOINT} />);
  const bar = screen.getByRole('region', { name: 'The server does not answer' });
  expect(bar.textContent).toMatch(/does not answer.*Next try in 4 s.*last known: working/);
  await act(() => clock.advance(2_500));
  expect(bar.textContent).toMatch(/Next try in 2 s/);
  // What changes every second is not read aloud.
  expect(screen.getByRole('status').textContent).not.toMatch(/Next try/);
  await userEvent.click(screen.getByRole('button', { name: 'Try now' }));
  expect(refresh).toHaveBeenCalledExactlyOnceWith(ENDPOINT, task.taskId);
});

test('an empty tab says that another one records, and only while that one has its recording', async () => {
  const meta = (id: string, more: Partial<StoredMeta> = {}): StoredMeta => ({
    ...{ id, startedAt: 0, updatedAt: 0, endpoint: ENDPOINT, events: 9, open: true, current: false },
    ...more,
  });
  const metas = [meta('mine', { current: true }), meta('left'), meta('theirs', { name: 'Theirs' })];
  const held = [recordingLock('mine'), recordingLock('theirs')].map((name) => ({ name }));
  vi.stubGlobal('navigator', { ...navigator, locks: { query: async () => ({ held }) } });
  const engine = { recordings: async () => metas } as unknown as Engine;
  render(<OtherTab engine={engine} />);
  const bar = await screen.findByRole('region', { name: 'Another tab records' });
  expect(bar.textContent).toMatch(/Another tab of this browser records: Theirs\. /);
  expect(screen.getByRole('link', { name: 'Recordings' }).getAttribute('href')).toBe('/recordings');
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  expect(screen.queryByRole('region')).toBeNull();
});

test('a new recording while tasks are alive is begun only once a person has said so', async () => {
  const onStartNew = vi.fn();
  const onClose = vi.fn();
  const now = world([history([observation(0)])], []);
  render(<StartNew world={now} onStartNew={onStartNew} onClose={onClose} />);
  await waitFor(() =>
    expect(screen.getByRole('dialog').textContent).toMatch(/1 task of this recording is still/),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Keep this one' }));
  expect([onStartNew.mock.calls.length, onClose.mock.calls.length]).toEqual([0, 1]);
  await userEvent.click(screen.getByRole('button', { name: 'Start new' }));
  expect([onStartNew.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 2]);
});
