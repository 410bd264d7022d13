import { expect, test, vi } from 'vitest';
import { type PaletteParts, paletteItems } from './paletteItems.ts';

const nothing = (): void => {};
const parts: PaletteParts = {
  tools: [],
  tasks: [],
  waiting: 0,
  theme: 'dark',
  foldsPolls: true,
  selected: undefined,
  onTheme: nothing,
  onFoldPolls: nothing,
  onTool: nothing,
  onTask: nothing,
  onView: nothing,
  onCommand: nothing,
  onWatch: undefined,
  onBundled: nothing,
  use: { connection: { kind: 'none' }, disconnect: nothing, showOptions: nothing },
  onLive: nothing,
  onStartNew: nothing,
};
const labels = (more: Partial<PaletteParts> = {}): string[] =>
  paletteItems({ ...parts, ...more }).map(({ label }) => label);

test('what makes no sense now is not offered', () => {
  const offered = labels().join('\n');
  expect(offered).not.toMatch(/waits for you|Cancel|Poll|Push|Watch|Disconnect|Theme: dark/);
  expect(offered).toMatch(/Theme: light\nTheme: as the system has it/);
});

test('the selected task can be cancelled, polled and listened to', () => {
  const selected = { label: 'X', pushes: true, onCancel: vi.fn(), onPoll: vi.fn(), onPush: vi.fn() };
  const items = paletteItems({ ...parts, selected });
  for (const label of ['Cancel X', 'Poll X now', 'Push updates off for X'])
    items.find((item) => item.label === label)?.run();
  expect(selected.onCancel).toHaveBeenCalledOnce();
  expect(selected.onPoll).toHaveBeenCalledOnce();
  expect(selected.onPush).toHaveBeenCalledOnce();
  expect(labels({ selected: { ...selected, onCancel: undefined } })).not.toContain('Cancel X');
});

test('a waiting question comes first, and takes the focus with it', () => {
  const onCommand = vi.fn();
  const [first] = paletteItems({ ...parts, waiting: 2, onCommand });
  expect(first).toMatchObject({ label: 'Go to the next question that waits for you', movesFocus: true });
  first?.run();
  expect(onCommand).toHaveBeenCalledExactlyOnceWith('waiting');
});
