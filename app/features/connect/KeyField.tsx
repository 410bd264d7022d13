import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { keepKey, keyIn, keyOfPage, ownAddress } from './key.ts';
import styles from './options.module.css';

/** For a page that was opened without the printed link: a place to paste it. */
export function KeyField(): ReactNode {
  const [has, setHas] = useState(() => keyOfPage() !== undefined);
  const [open, setOpen] = useState(!has);
  const [pasted, setPasted] = useState('');
  const id = useId();
  const key = keyIn(pasted);
  const address = ownAddress(location);
  if (!open)
    return (
      <p className={styles.why} role="status">
        This page has a key for the bridge.{' '}
        <Button variant="ghost" onClick={() => setOpen(true)}>
          Paste another one
        </Button>
      </p>
    );
  return (
    <div className={styles.key}>
      <label htmlFor={id}>
        {has
          ? 'The link that the terminal shows'
          : 'The bridge needs the link that the terminal shows; paste it here'}
      </label>
      {address !== undefined && (
        <p className={styles.why}>
          This page was opened as {location.host}. The printed link begins with {address}/#key= and belongs
          there: open it in place of this page.
        </p>
      )}
      <div className={styles.row}>
        <input
          id={id}
          type="password"
          autoComplete="off"
          spellCheck={false}
          value={pasted}
          onChange={(event) => setPasted(event.target.value)}
        />
        <Button
          disabled={key === undefined}
          onClick={() => {
            if (key === undefined) return;
            keepKey(key);
            setPasted('');
            setHas(true);
            setOpen(false);
          }}
        >
          Use the key
        </Button>
      </div>
    </div>
  );
}
