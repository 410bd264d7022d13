import type { ReactNode } from 'react';
import { type Engine, tasksAlive, type World } from '../engine/index.ts';
import { Button } from '../ui/Button.tsx';
import { duration } from '../ui/format.ts';
import { taskLabel } from '../ui/label.ts';
import { useNow } from '../ui/live.ts';
import { StatusText } from '../ui/Status.tsx';
import styles from './shell.module.css';

export interface SilentServerProps {
  readonly engine: Engine;
  readonly world: World;
  readonly endpoint: string;
}

/** Tasks named in the bar; the timeline has them all. */
const MOST = 3;

/** The server has not answered: when it is asked next, and what was known of its tasks before. */
export function SilentServer({ engine, world, endpoint }: SilentServerProps): ReactNode {
  const now = useNow(engine.clock, 500, () => engine.mono());
  const tasks = tasksAlive(world).filter((task) => task.endpoint === endpoint);
  const retries = tasks.map(({ poll }) => poll).filter((poll) => poll.kind === 'retrying');
  const due = Math.min(...retries.map((poll) => poll.due));
  return (
    <section className={styles.strip} aria-label="The server does not answer">
      <span role="status">
        <b>{new URL(endpoint).host || endpoint} does not answer.</b>{' '}
        {tasks.length === 0
          ? 'Nothing is lost here; ask again once it runs.'
          : 'Its tasks are asked about again by themselves.'}
      </span>
      {Number.isFinite(due) && (
        <span className={styles.next}>
          Next try {due > now ? `in ${Math.ceil((due - now) / 1000)} s` : 'now'}
        </span>
      )}
      {tasks.slice(0, MOST).map((task) => (
        <span key={task.taskId}>
          {taskLabel(task)}, last known:{' '}
          {task.status === undefined ? 'nothing' : <StatusText status={task.status} />}
          {task.latest !== undefined && ` ${duration(now - task.latest.mono)} ago`}
        </span>
      ))}
      {tasks.length > MOST && <span>and {tasks.length - MOST} more</span>}
      <span className={styles.grow} />
      <Button
        onClick={() => {
          for (const task of tasks) engine.refresh(endpoint, task.taskId);
          if (tasks.length === 0) void engine.discover(endpoint);
        }}
      >
        Try now
      </Button>
    </section>
  );
}
