import type { ReactNode } from 'react';
import styles from './answers.module.css';

/** What the three answers to a question say. */
export function Meanings(): ReactNode {
  return (
    <dl className={styles.meanings}>
      <dt>Send answer</dt>
      <dd>accepts, with what the form says.</dd>
      <dt>Decline</dt>
      <dd>says no to the question; the server decides what that means for the task.</dd>
      <dt>Cancel question</dt>
      <dd>
        says that you dismissed it without choosing; what follows is the server’s choice again. No
        tasks/cancel is sent.
      </dd>
    </dl>
  );
}
