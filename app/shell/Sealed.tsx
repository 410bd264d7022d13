import type { ReactNode } from 'react';
import styles from './detail.module.css';

export interface SealedProps {
  /** Why nothing can be sent; undefined where it can. */
  readonly reason: string | undefined;
  /** The reason stands elsewhere on the page. */
  readonly quiet?: boolean;
  readonly children: ReactNode;
}

/** In a recording, and in the past, what would be sent is shown, and cannot be. What was typed stays. */
export function Sealed({ reason, quiet = false, children }: SealedProps): ReactNode {
  const open = reason === undefined;
  return (
    <fieldset
      disabled={!open}
      className={open || quiet ? styles.open : styles.sealed}
      role={open || quiet ? 'none' : undefined}
    >
      {!open && !quiet && <legend>{reason}</legend>}
      {children}
    </fieldset>
  );
}
