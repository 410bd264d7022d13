import { type ListedTool, type TaskHistory, taskKey } from '../engine/index.ts';
import type { UseConnection } from '../features/connect/useConnection.ts';
import { taskLabel, visible } from '../ui/label.ts';
import type { Command } from './keyboard.ts';
import { VIEWS } from './LeftPanel.tsx';
import type { PaletteItem } from './Palette.tsx';

export interface PaletteParts {
  readonly tools: readonly ListedTool[];
  readonly tasks: readonly TaskHistory[];
  readonly onTool: (tool: string) => void;
  readonly onTask: (taskId: string) => void;
  readonly onView: (path: string) => void;
  readonly onCommand: (command: Command) => void;
  readonly onBundled: () => void;
  readonly use: Pick<UseConnection, 'connection' | 'disconnect' | 'showOptions'>;
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
  const { connection, disconnect, showOptions } = parts.use;
  const connected = connection.kind === 'connected' ? connection.url : undefined;
  return [
    ...parts.tools.map((tool, i) => ({
      id: `tool-${i}`,
      label: `Call ${visible(tool.name)}`,
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
    { id: 'bundled', label: 'Connect to the bundled demo server', run: parts.onBundled },
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
    command('filter', 'Traffic: filter', '/'),
    command('help', 'Keys', '?'),
    { id: 'new', label: 'Start a new recording', run: parts.onStartNew },
  ];
}
