import { type ReactNode, useEffect, useState } from 'react';
import type { Deleted, Engine, StoredMeta } from '../../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import { count, wallDate } from '../../ui/format.ts';
import styles from './settings.module.css';

/** The recordings that this browser keeps. The present one is marked and cannot be deleted; what is deleted can be taken back while this view is open. */
export function StoredRecordings({ engine }: { readonly engine: Engine }): ReactNode {
  const [list, setList] = useState<readonly StoredMeta[]>();
  const [last, setLast] = useState<{ readonly name: string; readonly of: Deleted }>();
  useEffect(() => {
    let left = false;
    void engine.recordings().then((found) => {
      if (!left) setList(found);
    });
    return () => {
      left = true;
    };
  }, [engine]);
  if (list === undefined || (list.length === 0 && last === undefined)) return null;
  const again = async (): Promise<void> => setList(await engine.recordings());
  const remove = async ({ id, startedAt }: StoredMeta): Promise<void> => {
    setLast({ name: wallDate(startedAt), of: await engine.deleteRecording(id) });
    await again();
  };
  const takeBack = async (undo: () => Promise<void>): Promise<void> => {
    setLast(undefined);
    await undo();
    await again();
  };
  return (
    <section className={styles.part} aria-label="Stored recordings">
      <h2>Stored recordings</h2>
      <ul className={styles.list}>
        {list.map((stored) => (
          <li key={stored.id}>
            <span>
              {wallDate(stored.startedAt)} · {count(stored.events, 'event')}
              {stored.endpoint !== null && <code> {stored.endpoint}</code>}
            </span>
            {stored.current ? (
              <span>this one</span>
            ) : (
              <Button
                variant="ghost"
                aria-label={`Delete the recording of ${wallDate(stored.startedAt)}`}
                onClick={() => void remove(stored)}
              >
                Delete
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className={styles.why} role="status">
        {last !== undefined && <Outcome {...last} onUndo={(undo) => void takeBack(undo)} />}
      </p>
    </section>
  );
}

interface OutcomeProps {
  readonly name: string;
  readonly of: Deleted;
  readonly onUndo: (undo: () => Promise<void>) => void;
}

function Outcome({ name, of, onUndo }: OutcomeProps): ReactNode {
  if (!of.ok)
    return (
      <>
        The recording of {name} is kept. {of.reason}
      </>
    );
  return (
    <>
      The recording of {name} is deleted. <Button onClick={() => onUndo(of.undo)}>Undo</Button>
    </>
  );
}
