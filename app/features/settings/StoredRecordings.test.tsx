import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { Engine, StoredMeta } from '../../engine/index.ts';
import { StoredRecordings } from './StoredRecordings.tsx';

afterEach(cleanup);

const stored = (id: string, current: boolean): StoredMeta => ({
  id,
  startedAt: 1_785_240_000_000,
  updatedAt: 1_785_240_100_000,
  endpoint: null,
  events: 3,
  open: current,
  current,
});

test('a recording is deleted at once, said to be, and can be taken back', async () => {
  let list = [stored('now', true), stored('old', false)];
  const engine = {
    recordings: async () => list,
    deleteRecording: async (id: string) => {
      const before = list;
      list = list.filter((one) => one.id !== id);
      const undo = async () => {
        list = before;
      };
      return { ok: true, undo };
    },
  } as unknown as Engine;
  render(<StoredRecordings engine={engine} />);
  const button = await screen.findByRole('button', { name: /^Delete the recording of/ });
  expect(screen.getAllByRole('listitem'), 'the present one has no button').toHaveLength(2);
  await userEvent.click(button);
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(list.map(({ id }) => id)).toEqual(['now']);
  expect(screen.getByRole('status').textContent).toMatch(/^The recording of .* is deleted/);
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
  expect(screen.getByRole('status').textContent).toBe('');
});

test('one that another tab is writing is kept, and why is said', async () => {
  const list = [stored('now', true), stored('busy', false)];
  const engine = {
    recordings: async () => list,
    deleteRecording: async () => ({ ok: false, reason: 'Another tab is writing it.' }),
  } as unknown as Engine;
  render(<StoredRecordings engine={engine} />);
  await userEvent.click(await screen.findByRole('button', { name: /^Delete the recording of/ }));
  await waitFor(() =>
    expect(screen.getByRole('status').textContent).toMatch(/is kept\. Another tab is writing it\./),
  );
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});
