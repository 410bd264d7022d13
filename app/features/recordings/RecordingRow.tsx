import { type ReactNode, useState } from 'react';
import type { StoredMeta } from '../../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import { bytes, count, duration, wallDate } from '../../ui/format.ts';
import { visible } from '../../ui/label.ts';
import styles from './recordings.module.css';

export interface RecordingRowProps {
  readonly stored: StoredMeta;
  readonly onOpen: () => void;
  readonly onExport: () => void;
  readonly onDelete: () => void;
  readonly onRename: (name: string) => void;
}

/** What a recording is called, for eyes and for the names of its buttons. */
export function titleOf({
  name,
  startedAt,
}: {
  readonly name?: string | undefined;
  readonly startedAt: number;
}): string {
  return name === undefined || name === '' ? `Recording of ${wallDate(startedAt)}` : visible(name);
}

/** One recording of the list, with what can be done with it. */
export function RecordingRow(props: RecordingRowProps): ReactNode {
  const { stored } = props;
  const [typed, setTyped] = useState<string>();
  const title = titleOf(stored);
  const facts = [
    wallDate(stored.startedAt),
    stored.imported ? undefined : `over ${duration(stored.updatedAt - stored.startedAt)}`,
    count(stored.events, 'event'),
    stored.size === undefined ? undefined : bytes(stored.size),
  ].filter((fact) => fact !== undefined);
  return (
    <li>
      <div className={styles.about}>
        {typed === undefined ? (
          <b>{title}</b>
        ) : (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              setTyped(undefined);
              props.onRename(typed);
            }}
          >
            <input
              // biome-ignore lint/a11y/noAutofocus: the person has just asked to type here
              autoFocus
              aria-label={`New name of ${title}`}
              value={typed}
              maxLength={120}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Escape') setTyped(undefined);
              }}
            />
            <Button type="submit">Keep the name</Button>
          </form>
        )}
        {stored.current && <span className={styles.mark}>this one</span>}
        {stored.imported && <span className={styles.mark}>imported</span>}
        <div className={styles.why}>
          {facts.join(' · ')}
          {stored.endpoint !== null && <code> {visible(stored.endpoint)}</code>}
        </div>
      </div>
      <div className={styles.row}>
        {!stored.current && (
          <Button aria-label={`Open ${title}`} onClick={props.onOpen}>
            Open
          </Button>
        )}
        <Button aria-label={`Export ${title}`} onClick={props.onExport}>
          Export…
        </Button>
        <Button variant="ghost" aria-label={`Rename ${title}`} onClick={() => setTyped(stored.name ?? '')}>
          Rename
        </Button>
        {!stored.current && (
          <Button variant="ghost" aria-label={`Delete ${title}`} onClick={props.onDelete}>
            Delete
          </Button>
        )}
      </div>
    </li>
  );
}
