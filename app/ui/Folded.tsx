import { type ReactNode, useState } from 'react';
import styles from './folded.module.css';
import { Guard } from './Guard.tsx';

/** A part whose code and contents are there for who opens it. */
export function Folded(props: { readonly summary: string; readonly children: () => ReactNode }): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.folded} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{props.summary}</summary>
      {open && <Guard fallback={<p>Loading</p>}>{props.children()}</Guard>}
    </details>
  );
}
