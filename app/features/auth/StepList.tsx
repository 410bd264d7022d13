import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import styles from './auth.module.css';
import type { Step, StepState } from './steps.ts';

const WORDS: Readonly<Record<StepState, string>> = {
  done: 'done',
  now: 'your turn',
  failed: 'failed',
  open: 'not yet',
};
const SIGNS: Readonly<Record<StepState, string>> = { done: '✓', now: '●', failed: '✕', open: '○' };

/** The steps in their order, each with what it has proved. */
export function StepList({
  steps,
  onShow,
}: {
  readonly steps: readonly Step[];
  readonly onShow: (exchange: string) => void;
}): ReactNode {
  return (
    <ol className={styles.steps} aria-label="Steps of the sign-in">
      {steps.map(({ id, title, state, words, exchange }) => (
        <li key={id} data-step={id} className={styles[state]}>
          <span className={cx(styles.sign, styles[state])} aria-hidden="true">
            {SIGNS[state]}
          </span>
          <div>
            <h2>
              {title} <span className={styles.state}>{WORDS[state]}</span>
            </h2>
            <p>{words}</p>
            {exchange !== undefined && (
              <Button
                variant="ghost"
                aria-label={`Show the message: ${title}`}
                onClick={() => onShow(exchange)}
              >
                Show the message
              </Button>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
