import type { ReactNode } from 'react';
import { taskKey, type World } from '../../engine/index.ts';
import { duration } from '../../ui/format.ts';
import styles from './lab.module.css';
import type { LabView } from './session.ts';

/** Transitions shown at most. */
const MOST = 30;

export interface TruthProps {
  readonly world: World;
  readonly endpoint: string;
  readonly view: LabView;
  readonly onTask: (taskId: string) => void;
}

/** What was true, joined by revision to when it was seen: by the first answer that tells this revision or a later one. */
export function Truth({ world, endpoint, view, onTask }: TruthProps): ReactNode {
  const rows = view.transitions.slice(-MOST).reverse();
  return (
    <section aria-label="What was true">
      <h2>What was true, and when it was seen</h2>
      {rows.length === 0 ? (
        <p className={styles.why}>Nothing yet: call a tool.</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Task</th>
              <th scope="col">Revision</th>
              <th scope="col">What happened</th>
              <th scope="col">Status</th>
              <th scope="col">Seen</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const task = world.tasks.get(taskKey(endpoint, row.taskId));
              const seen = [...(task?.observations ?? [])].find(
                (one) => one.revision !== undefined && one.revision >= row.revision,
              );
              return (
                <tr key={row.seq}>
                  <td>
                    <button type="button" onClick={() => onTask(row.taskId)}>
                      <code>{row.taskId.slice(-6)}</code>
                    </button>
                  </td>
                  <td>{row.revision}</td>
                  <td>{row.kind.replace('_', ' ')}</td>
                  <td>{row.from === row.to || row.from === null ? row.to : `${row.from} → ${row.to}`}</td>
                  <td>
                    {seen === undefined
                      ? 'not yet'
                      : `${seen.revision === row.revision ? `by ${seen.via}` : `passed over: ${seen.via} saw ${seen.revision}`}, ${duration(Math.max(0, seen.wall - row.serverTime))} later`}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </section>
  );
}
