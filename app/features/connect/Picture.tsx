import type { ReactNode } from 'react';
import styles from './connect.module.css';

const POLLS = [46, 70, 94, 118, 142, 166, 190, 214, 238, 262, 286, 310];

/** What a task looks like on the timeline: working, waiting for a person, done. A picture, nothing to operate. */
export function Picture(): ReactNode {
  return (
    <svg
      className={styles.picture}
      viewBox="0 0 420 66"
      role="img"
      aria-label="A task on a timeline: it works, waits for you, works again and is completed"
    >
      <rect className={styles.working} x="22" y="12" width="110" height="20" rx="4" />
      <rect className={styles.waiting} x="132" y="12" width="124" height="20" rx="4" />
      <rect className={styles.working} x="256" y="12" width="54" height="20" rx="4" />
      <rect className={styles.done} x="310" y="12" width="88" height="20" rx="4" />
      <g className={styles.words}>
        <text x="31" y="26">
          working
        </text>
        <text x="141" y="26">
          waiting for you
        </text>
        <text x="319" y="26">
          completed
        </text>
      </g>
      {POLLS.map((x) => (
        <path key={x} className={styles.poll} d={`M${x} 38v7`} />
      ))}
      <path className={styles.waiting} d="M132 48l5 5-5 5-5-5z" />
      <text className={styles.small} x="142" y="57">
        a question
      </text>
      <path className={styles.tick} d="M252 53l3 3.5 5.5-7" />
      <text className={styles.small} x="266" y="57">
        your answer
      </text>
    </svg>
  );
}
