import type { ReactNode } from 'react';
import styles from './problem.module.css';

/** What a card needs of a problem; the protocol's `Problem` has it. */
export interface ShownProblem {
  readonly kind: string;
  readonly code: string;
  readonly message: string;
  readonly detail?: string;
  readonly next: string;
  readonly number?: number;
}

export interface ProblemCardProps {
  readonly problem: ShownProblem;
  /** Buttons: retry, show the exchange. */
  readonly children?: ReactNode;
}

/** A failure in plain words: what happened, the underlying text, what to do next. */
export function ProblemCard({ problem, children }: ProblemCardProps): ReactNode {
  const number = problem.number === undefined ? '' : ` ${problem.number}`;
  return (
    <div className={styles.card} role="alert" data-problem={`${problem.kind}/${problem.code}`}>
      <p className={styles.what}>{problem.message}</p>
      {problem.detail !== undefined && problem.detail !== problem.message && (
        <p className={styles.detail}>{problem.detail}</p>
      )}
      <p className={styles.next}>{problem.next}</p>
      <div className={styles.foot}>
        {children}
        <span className={styles.code}>
          {problem.kind}/{problem.code}
          {number}
        </span>
      </div>
    </div>
  );
}
