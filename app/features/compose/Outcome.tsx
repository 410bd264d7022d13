import type { ReactNode } from 'react';
import { type Heard, prettyJson } from '../../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Code } from '../../ui/Code.tsx';
import { cx } from '../../ui/cx.ts';
import { shortId } from '../../ui/label.ts';
import { ProblemCard } from '../../ui/ProblemCard.tsx';
import type { Break } from './breaks.ts';
import styles from './compose.module.css';
import type { Check } from './rules.ts';

export interface OutcomeProps {
  readonly heard: Heard;
  readonly broken: Break;
  readonly checks: readonly Check[];
  readonly onShow: (exchange: string) => void;
  readonly onTask: (taskId: string) => void;
}

/** What came back, and whether it is what the rules want. */
export function Outcome({ heard, broken, checks, onShow, onTask }: OutcomeProps): ReactNode {
  const { exchange, status, text, taskId, problem } = heard;
  const failed = checks.filter(({ ok }) => !ok).length;
  // Without any answer there is nothing to judge, only a way that failed.
  const isSilent = status === undefined && text === undefined;
  return (
    <section className={styles.outcome} aria-label="What came back">
      {isSilent ? (
        problem !== undefined && <ProblemCard problem={problem} />
      ) : (
        <div role="status">
          <h2>
            {failed === 0 ? 'As it must be' : 'Not as it must be'}
            {status !== undefined && `: HTTP ${status}`}
          </h2>
          <ul aria-label="Rules">
            {checks.map(({ rule, ok, found }) => (
              <li key={rule}>
                <b className={cx(ok ? styles.good : styles.bad)}>{ok ? '✓ pass' : '✗ fail'}</b> {rule}
                {!ok && <span className={styles.bad}>: {found}</span>}
              </li>
            ))}
          </ul>
          <p className={styles.why}>
            Judged by{' '}
            <a href={broken.link} target="_blank" rel="noreferrer">
              the rule for “{broken.label}”
            </a>
            .
          </p>
        </div>
      )}
      <div className={styles.actions}>
        {taskId !== undefined && (
          <Button variant="primary" onClick={() => onTask(taskId)}>
            Show the task {shortId(taskId)}
          </Button>
        )}
        <Button onClick={() => onShow(exchange)}>Show the message</Button>
      </div>
      {text !== undefined && text !== '' && (
        <>
          <h2>The response</h2>
          <Code label="The response" text={prettyJson(text)} />
        </>
      )}
    </section>
  );
}
