import { expect, test, vi } from 'vitest';
import type { Engine } from '../engine/index.ts';
import { history, observation } from '../features/tasks/history.suite.ts';
import { createNotices } from '../ui/notices.ts';
import { type PaletteParts, paletteItems } from './paletteItems.ts';

const nothing = (): void => {};
const parts: PaletteParts = {
  tools: [],
  tasks: [],
  waiting: 0,
  theme: 'dark',
  foldsPolls: true,
  engine: {} as Engine,
  notices: createNotices(),
  selected: undefined,
  onTheme: nothing,
  onFoldPolls: nothing,
  onTool: nothing,
  onTask: nothing,
  onView: nothing,
  onCommand: nothing,
  onWatch: undefined,
  onBundled: nothing,
  use: { connection: { kind: 'none' }, connect: nothing, disconnect: nothing, showOptions: nothing },
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

test('the selected task can be cancelled, polled and listened to, as long as it lives', () => {
  const did: string[] = [];
  const engine = {
    prepareCancel: () => ({}),
    cancel: async () => did.push('cancel'),
    refresh: () => did.push('poll'),
    setPush: (_endpoint: string, _task: string, on: boolean) => did.push(`push ${on}`),
  } as unknown as Engine;
  const alive = history([observation(1000)]);
  const items = paletteItems({ ...parts, engine, selected: alive });
  for (const label of [/^Cancel generate_report/, /^Poll generate_report.* now$/, /^Push updates on/])
    items.find((item) => label.test(item.label))?.run();
  expect(did).toEqual(['cancel', 'poll', 'push true']);
  const ended = labels({ selected: history([observation(1000, { status: 'completed' })]) }).join('\n');
  expect(ended).toMatch(/Poll generate_report/);
  expect(ended).not.toMatch(/Cancel generate_report|Push updates/);
});

test('a waiting question comes first, and takes the focus with it', () => {
  const onCommand = vi.fn();
  const [first] = paletteItems({ ...parts, waiting: 2, onCommand });
  expect(first).toMatchObject({ label: 'Go to the next question that waits for you', movesFocus: true });
  first?.run();
  expect(onCommand).toHaveBeenCalledExactlyOnceWith('waiting');
});
