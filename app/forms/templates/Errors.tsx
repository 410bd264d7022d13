import type { ReactNode } from 'react';
import styles from '../forms.module.css';

/** What is wrong with a field, next to it. Nothing where nothing is wrong, so that no reference dangles. */
export function Errors({
  id,
  messages,
}: {
  readonly id: string;
  readonly messages: readonly string[];
}): ReactNode {
  if (messages.length === 0) return null;
  return (
    <ul id={id} className={styles.errors}>
      {messages.map((message) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  );
}
