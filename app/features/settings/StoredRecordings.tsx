import { type ReactNode, useEffect, useState } from 'react';
import type { Engine, StoredMeta } from '../../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import { count, wallDate } from '../../ui/format.ts';
import styles from './settings.module.css';

/** The recordings that this browser keeps. The present one is marked and cannot be deleted. */
export function StoredRecordings({ engine }: { readonly engine: Engine }): ReactNode {
  const [list, setList] = useState<readonly StoredMeta[]>();
  const [sure, setSure] = useState<string>();
  useEffect(() => {
    let left = false;
    void engine.recordings().then((found) => {
      if (!left) setList(found);
    });
    return () => {
      left = true;
    };
  }, [engine]);
  if (list === undefined || list.length === 0) return null;
  const remove = (id: string): void => {
    setSure(undefined);
    void engine
      .deleteRecording(id)
      .then(() => engine.recordings())
      .then(setList);
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
            ) : sure === stored.id ? (
              <span>
                <Button variant="danger" onClick={() => remove(stored.id)}>
                  Delete for good
                </Button>
                <Button variant="ghost" onClick={() => setSure(undefined)}>
                  Keep
                </Button>
              </span>
            ) : (
              <Button variant="ghost" onClick={() => setSure(stored.id)}>
                Delete…
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
