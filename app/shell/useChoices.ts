import { type Dispatch, type RefObject, useCallback, useRef } from 'react';
import { type Engine, type OpenQuestion, openQuestions, type TaskHistory } from '../engine/index.ts';
import { isWaiting } from '../features/tasks/alive.ts';
import type { OpenRound } from '../features/tools/open-rounds.ts';
import { taskLabel } from '../ui/label.ts';
import type { Notices } from '../ui/notices.ts';
import { readStored } from '../ui/stored.ts';
import { exchangeOf, type Select, type Selection, stepped } from './selection.ts';
import type { Pane } from './TabBar.tsx';
import type { FocusAsked } from './useFocusAsked.ts';

export interface ChoicesParts {
  readonly engine: Engine;
  readonly endpoint: string | undefined;
  /** Calls that wait to be made again, of this endpoint. */
  readonly rounds: readonly OpenRound[];
  readonly selection: Selection;
  readonly dispatch: Dispatch<Select>;
  readonly narrow: boolean;
  readonly notices: Notices;
  /** The panel at the right. */
  readonly rightRef: RefObject<HTMLElement | null>;
  readonly onPane: (pane: Pane) => void;
  /** Shows the main view. */
  readonly onMain: () => void;
  readonly onFocus: (asked: FocusAsked) => void;
}

/** What a person can choose, and how the selection, the shown pane and the focus follow. */
export interface Choices {
  readonly onRow: (row: string, taskIds: readonly string[]) => void;
  /** Shows an exchange, from whatever view. */
  readonly onShow: (exchange: string) => void;
  readonly onTask: (taskId: string) => void;
  /** A call has become a task. */
  readonly onHandle: (taskId: string) => void;
  readonly onTool: (tool: string) => void;
  readonly onAttach: (taskId: string) => void;
  readonly onForget: (task: TaskHistory) => void;
  readonly onStep: (by: 1 | -1) => void;
  /** The next question that waits for the person, oldest first, from the last one that this led to; then calls that ask before they go on. */
  readonly onWaiting: () => void;
  readonly onStartNew: () => void;
  /** Shows the moment of the selected message, or the last one at which something happened; undefined: the present. */
  readonly onMoment: () => void;
}

export function useChoices(parts: ChoicesParts): Choices {
  const { engine, endpoint, selection, dispatch, narrow, notices, onPane, onMain } = parts;
  const visited = useRef<OpenQuestion>(undefined);
  const onRow = useCallback(
    (row: string, taskIds: readonly string[]) => {
      dispatch({ type: 'row', row, taskIds });
      if (narrow) onPane('detail');
    },
    [dispatch, narrow, onPane],
  );
  const onShow = (exchange: string): void => {
    onRow(exchange, engine.world().exchangeById.get(exchange)?.taskIds ?? []);
    onMain();
  };
  const onTask = (id: string): void => {
    const message = engine.world().exchangeById.get(exchangeOf(selection.row) ?? '');
    dispatch({ type: 'task', task: id, keepsRow: message?.taskIds.includes(id) === true });
    if (narrow) onPane('detail');
    onMain();
  };
  const onHandle = (id: string): void => {
    if (endpoint !== undefined && readStored('push') === 'on') engine.setPush(endpoint, id, true);
    // The form that had the focus makes way for the task; a person who has gone elsewhere is left there.
    const at = document.activeElement;
    if (at === document.body || parts.rightRef.current?.contains(at)) parts.onFocus('panel');
    onTask(id);
  };
  const onTool = (tool: string): void => {
    dispatch({ type: 'tool', tool });
    if (narrow) onPane('detail');
    onMain();
  };
  const onAttach = (id: string): void => {
    if (endpoint === undefined) return;
    engine.attach(endpoint, id);
    onTask(id);
  };
  const onForget = (forgotten: TaskHistory): void => {
    const { endpoint: of, taskId } = forgotten;
    engine.forget(of, taskId);
    dispatch({ type: 'task', task: undefined });
    const run = (): void => {
      engine.restore(of, taskId);
      dispatch({ type: 'task', task: taskId });
    };
    notices.show(`${taskLabel(forgotten, 'Task')} is forgotten.`, { label: 'Undo', run });
  };
  const onStep = (by: 1 | -1): void => {
    const next = stepped(engine.world(), selection, by);
    if (next !== undefined) onRow(next.id, next.taskIds);
  };
  const onWaiting = (): void => {
    const questions = openQuestions(engine.world()).filter(({ task }) => isWaiting(task));
    const last = visited.current;
    const asked = questions.findIndex(
      ({ task, question }) =>
        task.taskId === selection.task &&
        task.taskId === last?.task.taskId &&
        question.key === last.question.key,
    );
    // Questions of tasks first, then calls that wait to be made again.
    const round = parts.rounds.findIndex(({ tool }) => tool === selection.tool);
    const at = round >= 0 ? questions.length + round : asked;
    const next = (at + 1) % (questions.length + parts.rounds.length);
    const found = questions[next];
    visited.current = found;
    if (found !== undefined) {
      onTask(found.task.taskId);
      dispatch({ type: 'tab', tab: 'answer' });
      parts.onFocus({ question: found.question.key });
      return;
    }
    const call = parts.rounds[next - questions.length];
    if (call !== undefined) {
      parts.onFocus('panel');
      onTool(call.tool);
      return;
    }
    const id = notices.show('No question waits for you.');
    // As soon as one does, that is not true any more.
    const leave = engine.log.subscribe(() => {
      if (openQuestions(engine.world()).some(({ task }) => isWaiting(task))) notices.dismiss(id);
      if (notices.current()?.id !== id) leave();
    });
  };
  const onStartNew = (): void => {
    dispatch({ type: 'row', row: undefined, taskIds: [] });
    dispatch({ type: 'task', task: undefined });
    dispatch({ type: 'range', range: undefined });
    dispatch({ type: 'cursor', cursor: undefined });
    void engine
      .startNewRecording()
      .then(() => notices.show('A new recording has begun. The old one stays stored.'));
  };
  const onMoment = (): void => {
    const message = engine.world().exchangeById.get(exchangeOf(selection.row) ?? '');
    const at = message?.endAt ?? message?.sentAt ?? engine.log.read(engine.log.length - 1).mono;
    dispatch({ type: 'cursor', cursor: selection.cursor === undefined ? at : undefined });
  };
  return {
    ...{ onRow, onShow, onTask, onHandle, onTool, onAttach, onForget, onStep, onWaiting, onStartNew },
    onMoment,
  };
}
