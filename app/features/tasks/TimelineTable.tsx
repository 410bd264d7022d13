import type { ReactNode } from 'react';
import { type TaskHistory, taskKey, type World } from '../../engine/derive/model.ts';
import { offset } from '../../ui/format.ts';
import { Scroll } from '../../ui/Scroll.tsx';
import { laneName } from './layout.ts';
import styles from './legend.module.css';
import { type Mark, marksOf } from './marks.ts';
import { truthOf } from './truth-of.ts';
import { gapWords } from './words.ts';

export interface TimelineTableProps {
  readonly tasks: readonly TaskHistory[];
  readonly world: World;
  readonly past: World | undefined;
  readonly now: number;
  readonly onSelectTask: (task: TaskHistory) => void;
  readonly onSelectMark: (mark: Mark, task: TaskHistory) => void;
}

/** The newest so many of a task, or the page would hold 50,000 rows. */
const MOST = 100;
const ALL = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/** The timeline as a table: each task with what was told of it, in the order of time. */
export function TimelineTable(props: TimelineTableProps): ReactNode {
  return (
    <Scroll className={styles.scroll} label="Tasks over time">
      <table className={styles.table} aria-label="Tasks over time, as a table">
        <thead>
          <tr>
            <th scope="col">Task</th>
            <th scope="col">Time, s</th>
            <th scope="col">What happened</th>
          </tr>
        </thead>
        {props.tasks.map((task) => (
          <TaskRows key={taskKey(task.endpoint, task.taskId)} {...props} task={task} />
        ))}
      </table>
    </Scroll>
  );
}

function TaskRows(props: TimelineTableProps & { readonly task: TaskHistory }): ReactNode {
  const { task, past, world, now } = props;
  const shown = past === undefined ? task : past.tasks.get(taskKey(task.endpoint, task.taskId));
  const until = past === undefined ? ALL : { ...ALL, to: now };
  const marks = marksOf(task, until, () => 0, new Set(), 0);
  const last = marks.slice(-MOST);
  const gaps = truthOf(task, world, now)?.gaps ?? [];
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" rowSpan={last.length + gaps.length + 1}>
          <button type="button" onClick={() => props.onSelectTask(task)}>
            {laneName(task, shown)}
          </button>
        </th>
        <td>{offset(task.startMono)}</td>
        <td>
          begins here
          {last.length < marks.length && `; ${marks.length - last.length} earlier entries are in the traffic`}
        </td>
      </tr>
      {gaps.map((gap) => (
        <tr key={`${gap.kind}${gap.revision}`}>
          <td>{offset(gap.from)}</td>
          <td>not as it was true: {gapWords(gap)}</td>
        </tr>
      ))}
      {last.map((mark) => (
        <tr key={mark.id}>
          <td>{offset(mark.mono)}</td>
          <td>
            <button type="button" onClick={() => props.onSelectMark(mark, task)}>
              {mark.name}
            </button>
          </td>
        </tr>
      ))}
    </tbody>
  );
}
