import { type Engine, isAlive, type ListedTool, type TaskHistory, taskKey } from '../engine/index.ts';
import { IS_STATIC, inPageUrl } from '../features/connect/demo-endpoints.ts';
import type { UseConnection } from '../features/connect/useConnection.ts';
import { taskLabel, visible } from '../ui/label.ts';
import type { Notices } from '../ui/notices.ts';
import type { Theme } from '../ui/theme.ts';
import type { Command } from './keyboard.ts';
import type { PaletteItem } from './Palette.tsx';
import { VIEWS } from './views.ts';

export interface PaletteParts {
  readonly tools: readonly ListedTool[];
  readonly tasks: readonly TaskHistory[];
  /** How many tasks wait for the person. */
  readonly waiting: number;
  readonly theme: Theme;
  readonly foldsPolls: boolean;
  readonly engine: Engine;
  readonly notices: Notices;
  readonly selected: TaskHistory | undefined;
  readonly onTheme: (theme: Theme) => void;
  readonly onFoldPolls: (folds: boolean) => void;
  readonly onTool: (tool: string) => void;
  readonly onTask: (taskId: string) => void;
  readonly onView: (path: string) => void;
  readonly onCommand: (command: Command) => void;
  /** Undefined where nothing is connected. */
  readonly onWatch: (() => void) | undefined;
  readonly onBundled: () => void;
  readonly use: Pick<UseConnection, 'connection' | 'connect' | 'disconnect' | 'showOptions'>;
  readonly onLive: () => void;
  readonly onStartNew: () => void;
}

/** Everything that can be done from the palette, the most wanted first. */
export function paletteItems(parts: PaletteParts): readonly PaletteItem[] {
  const command = (id: Command, label: string, hint: string): PaletteItem => ({
    id,
    label,
    hint,
    run: () => parts.onCommand(id),
  });
  const selected = parts.selected && taskCommands(parts, parts.selected);
  const { connection, disconnect, showOptions } = parts.use;
  const connected = connection.kind === 'connected' ? connection.url : undefined;
  return [
    ...(parts.waiting === 0
      ? []
      : [{ ...command('waiting', 'Go to the next question that waits for you', 'w'), movesFocus: true }]),
    ...when('cancel', `Cancel ${selected?.label}`, selected?.onCancel),
    ...when('poll', `Poll ${selected?.label} now`, selected?.onPoll),
    ...when(
      'push',
      `Push updates ${selected?.pushes === true ? 'off' : 'on'} for ${selected?.label}`,
      selected?.onPush,
    ),
    ...parts.tools.map((tool, i) => ({
      id: `tool-${i}`,
      label: `${tool.excluded === undefined ? 'Call' : 'Why not call'} ${visible(tool.name)}`,
      movesFocus: true,
      run: () => parts.onTool(tool.name),
    })),
    ...parts.tasks.map((task) => ({
      id: `task-${taskKey(task.endpoint, task.taskId)}`,
      label: `Go to ${taskLabel(task)}`,
      hint: task.gone === undefined ? task.status : 'gone',
      movesFocus: true,
      run: () => parts.onTask(task.taskId),
    })),
    ...VIEWS.map((view) => ({
      id: `view-${view.path}`,
      label: `View: ${view.label}`,
      run: () => parts.onView(view.path),
    })),
    ...when('watch', 'Watch a known task id', parts.onWatch).map((item) => ({ ...item, movesFocus: true })),
    ...(IS_STATIC
      ? []
      : [{ id: 'bundled', label: 'Connect to the bundled demo server', run: parts.onBundled }]),
    { id: 'in-page', label: 'Connect to the demo in this page', run: () => parts.use.connect(inPageUrl()) },
    ...(connected === undefined
      ? []
      : [
          { id: 'disconnect', label: 'Disconnect', run: disconnect },
          {
            id: 'options',
            label: 'Endpoint options: way, token, headers',
            movesFocus: true,
            run: () => showOptions(connected),
          },
        ]),
    command('fit', 'Timeline: show all tasks', 'f'),
    { id: 'live', label: 'Timeline: follow the present', run: parts.onLive },
    command('fold', 'Timeline: fold or unfold', 't'),
    { ...command('filter', 'Traffic: filter', '/'), movesFocus: true },
    {
      id: 'polls',
      label: parts.foldsPolls ? 'Traffic: list every poll' : 'Traffic: fold polls without news',
      run: () => parts.onFoldPolls(!parts.foldsPolls),
    },
    ...THEMES.filter(({ theme }) => theme !== parts.theme).map(({ theme, label }) => ({
      id: `theme-${theme}`,
      label,
      run: () => parts.onTheme(theme),
    })),
    command('help', 'Keys', '?'),
    { id: 'new', label: 'Start a new recording', run: parts.onStartNew },
  ];
}

const THEMES: readonly { readonly theme: Theme; readonly label: string }[] = [
  { theme: 'light', label: 'Theme: light' },
  { theme: 'dark', label: 'Theme: dark' },
  { theme: 'system', label: 'Theme: as the system has it' },
];

/** An entry where there is something to do, else none. */
function when(id: string, label: string, run: (() => void) | undefined): PaletteItem[] {
  return run === undefined ? [] : [{ id, label, run }];
}

/** Commands about the selected task; undefined where they make no sense. */
interface TaskCommands {
  readonly label: string;
  /** Push updates are on. */
  readonly pushes: boolean;
  readonly onCancel: (() => void) | undefined;
  readonly onPoll: () => void;
  readonly onPush: (() => void) | undefined;
}

/** What can be done about the selected task. */
function taskCommands({ engine, notices }: PaletteParts, task: TaskHistory): TaskCommands {
  const { endpoint, taskId, push, cancel } = task;
  const label = taskLabel(task);
  const alive = isAlive(task);
  const pushes = push.kind !== 'off' && push.kind !== 'refused';
  const asked = cancel !== undefined && cancel.state !== 'failed';
  return {
    label,
    pushes,
    onCancel:
      alive && !asked
        ? () => {
            void engine.cancel(engine.prepareCancel(endpoint, taskId));
            notices.show(`The server is asked to cancel ${label}.`);
          }
        : undefined,
    onPoll: () => {
      engine.refresh(endpoint, taskId);
      notices.show(`${label} is polled now.`);
    },
    onPush: alive ? () => engine.setPush(endpoint, taskId, !pushes) : undefined,
  };
}
