import { type RefObject, useState } from 'react';
import { type Engine, type ListedTool, type TaskHistory, tasksAlive } from '../engine/index.ts';
import type { UseConnection } from '../features/connect/useConnection.ts';
import type { ViewMode } from '../features/tasks/view.ts';
import type { Notices } from '../ui/notices.ts';
import { useStored } from '../ui/stored.ts';
import { useTheme } from '../ui/theme.ts';
import type { DialogName } from './Dialogs.tsx';
import { type Command, useShortcuts } from './keyboard.ts';
import type { PaletteParts } from './paletteItems.ts';
import type { Pane } from './TabBar.tsx';
import type { Choices } from './useChoices.ts';
import type { FocusAsked } from './useFocusAsked.ts';

export interface CommandsParts {
  readonly engine: Engine;
  readonly choices: Choices;
  readonly tools: readonly ListedTool[];
  readonly tasks: readonly TaskHistory[];
  /** The selected task. */
  readonly task: TaskHistory | undefined;
  readonly waiting: number;
  readonly narrow: boolean;
  readonly notices: Notices;
  readonly filterRef: RefObject<HTMLInputElement | null>;
  readonly attachRef: RefObject<HTMLInputElement | null>;
  readonly onFold: () => void;
  readonly onMode: (mode: ViewMode) => void;
  readonly onPane: (pane: Pane) => void;
  readonly onView: (path: string) => void;
  readonly onFocus: (asked: FocusAsked) => void;
  readonly onBundled: () => void;
  readonly use: UseConnection;
}

/** The keys of the page and the commands of its palette. */
export function useCommands(parts: CommandsParts): {
  readonly dialog: DialogName | undefined;
  readonly onDialog: (dialog: DialogName | undefined) => void;
  /** What the palette offers now. */
  readonly palette: () => PaletteParts;
  /** Begins a new recording, once a person has said so where tasks are alive. */
  readonly onStartNew: () => void;
} {
  const { choices, filterRef, attachRef, narrow, onMode, onPane, onFocus } = parts;
  const [dialog, onDialog] = useState<DialogName>();
  const [quiet, setQuiet] = useStored('quiet-polls', 'folded');
  const [theme, onTheme] = useTheme();
  const focus = (pane: Pane, ref: RefObject<HTMLElement | null>): void => {
    if (!narrow) ref.current?.focus();
    else {
      onPane(pane);
      // A pane that was not shown takes the focus only once it is.
      requestAnimationFrame(() => ref.current?.focus());
    }
  };
  /** From the palette: once its dialog has let go of the focus. */
  const later = (act: () => void): void => void requestAnimationFrame(act);
  const run: Readonly<Record<Command, () => void>> = {
    palette: () => onDialog('palette'),
    help: () => onDialog('help'),
    filter: () => focus('traffic', filterRef),
    next: () => choices.onStep(1),
    previous: () => choices.onStep(-1),
    waiting: choices.onWaiting,
    fit: () => onMode({ kind: 'fit' }),
    fold: parts.onFold,
    moment: choices.onMoment,
    escape: () => {
      if (document.activeElement === filterRef.current) filterRef.current?.blur();
    },
  };
  const onStartNew = (): void => {
    if (tasksAlive(parts.engine.world()).length === 0) choices.onStartNew();
    else onDialog('start-new');
  };
  const onCommand = (command: Command): void => {
    // A dialog whose code is still on its way has the keys already.
    if (dialog === undefined) run[command]();
    else if (command === 'escape') onDialog(undefined);
  };
  useShortcuts(onCommand);
  const palette = (): PaletteParts => ({
    tools: parts.tools,
    tasks: parts.tasks,
    waiting: parts.waiting,
    theme,
    foldsPolls: quiet === 'folded',
    onTheme,
    onFoldPolls: (folds) => setQuiet(folds ? 'folded' : 'listed'),
    onTool: (tool) => {
      onFocus('panel');
      choices.onTool(tool);
    },
    onTask: (id) => {
      onFocus('panel');
      choices.onTask(id);
    },
    ...{ engine: parts.engine, notices: parts.notices, selected: parts.task },
    onView: (path) => {
      parts.onView(path);
      onPane('tasks');
    },
    onCommand: (command) => later(run[command]),
    onWatch:
      parts.use.connection.kind !== 'connected' ? undefined : () => later(() => focus('server', attachRef)),
    onBundled: parts.onBundled,
    use: parts.use,
    onLive: () => onMode({ kind: 'auto' }),
    // Once the palette, a dialog itself, is gone.
    onStartNew: () => later(onStartNew),
  });
  return { dialog, onDialog, palette, onStartNew };
}
