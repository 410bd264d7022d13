import type { ReactNode } from 'react';
import type { TaskHistory } from '../../engine/derive/model.ts';
import { diffByPath, type PathChange } from '../../engine/derive/paths.ts';
import type { Engine } from '../../engine/index.ts';
import { offset } from '../../ui/format.ts';
import { Empty } from '../../ui/Section.tsx';
import { comparable, observedIn, rawAt, snapshotOf } from './snapshot.ts';
import styles from './state.module.css';

export interface ChangesTabProps {
  readonly engine: Engine;
  readonly task: TaskHistory | undefined;
  readonly exchange: string | undefined;
  /** Event of the frame, where a frame is selected. */
  readonly frameSeq: number | undefined;
}

/** What a message said anew about its task, compared with the snapshot before, by path. */
export function ChangesTab({ engine, task, exchange, frameSeq }: ChangesTabProps): ReactNode {
  if (task === undefined)
    return (
      <Empty title="No task here">Choose a message that tells of a task, or a lane of the timeline.</Empty>
    );
  const found = observedIn(task, exchange, frameSeq);
  if (found === undefined)
    return (
      <Empty title="This message tells no state of the task">
        Acknowledgements and failures carry no snapshot to compare.
      </Empty>
    );
  const { here, before } = found;
  const was = snapshotOf(engine, before);
  const is = snapshotOf(engine, here);
  const value = comparable(is);
  if (value === undefined)
    return (
      <Empty title="This snapshot cannot be compared">
        It nests too deep. Its text is in the Message tab.
      </Empty>
    );
  const changes = diffByPath(comparable(was), value);
  return (
    <>
      <p className={styles.lead}>
        {before === undefined
          ? `The first snapshot of this task, at ${offset(here.mono)} s: everything in it is new.`
          : `Snapshot at ${offset(here.mono)} s (${here.via}), compared with the one at ${offset(before.mono)} s (${before.via}).`}
      </p>
      {changes.length === 0 ? (
        <p className={styles.lead}>Nothing changed: it told the same once more.</p>
      ) : (
        <table className={styles.changes}>
          <thead>
            <tr>
              <th scope="col">Path</th>
              <th scope="col">{before === undefined ? 'Value' : 'Before → now'}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <tr key={`${change.kind}${change.path}`}>
                <th scope="row">{change.path === '' ? '(whole)' : change.path}</th>
                <td>
                  <Change
                    kind={change.kind}
                    before={rawAt(was, change.path)}
                    after={rawAt(is, change.path)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

interface ChangeProps {
  readonly kind: PathChange['kind'];
  /** The texts of the values, as sent. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

function Change({ kind, before, after }: ChangeProps): ReactNode {
  return (
    <>
      {kind !== 'added' && <span className={styles.removed}>{short(before)}</span>}
      {kind === 'changed' && ' → '}
      {kind !== 'removed' && <span className={styles.added}>{short(after)}</span>}
    </>
  );
}

const LONGEST = 2_000;

function short(text = ''): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}… (${text.length} characters)` : text;
}
