import type { ReactNode } from 'react';
import { keyLedger, type LedgerRow } from '../../engine/derive/ledger.ts';
import type { TaskHistory, World } from '../../engine/derive/model.ts';
import { truthKey } from '../../engine/derive/truth.ts';
import { cx } from '../../ui/cx.ts';
import { offset } from '../../ui/format.ts';
import { visible } from '../../ui/label.ts';
import { Scroll } from '../../ui/Scroll.tsx';
import { Section } from '../../ui/Section.tsx';
import styles from './story.module.css';
import { QUESTION_WORDS } from './words.ts';

const AGAIN: Readonly<Record<LedgerRow['again'][number]['kind'], string>> = {
  reuse: 'asked anew with an old key, which is forbidden',
  stale: 'told again by an old answer',
  unclear: 'listed again: reuse or an old answer, without revisions nobody can tell',
};

/** What became of each key of `inputRequests`, from its issue to its end. */
export function KeyLedger({ task, world }: { readonly task: TaskHistory; readonly world: World }): ReactNode {
  const rows = keyLedger(task, world.exchangeById, world.truths?.get(truthKey(task.endpoint, task.taskId)));
  if (rows.length === 0) return null;
  return (
    <Section title="Keys of this task" side={rows.length}>
      <Scroll className={styles.scroll} label="Keys of this task">
        <table className={styles.ledger}>
          <thead>
            <tr>
              {['Key', 'Issued', 'Shown', 'Answered', 'Acked', 'Gone', 'State'].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ question, issued, shown, answered, acked, gone, again }) => (
              <tr key={question.key}>
                <th scope="row">{visible(question.key)}</th>
                {[issued, shown, answered, acked, gone].map((at, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name
                  <td key={i}>{at === undefined ? '—' : offset(at)}</td>
                ))}
                <td>
                  <span
                    className={cx(
                      (question.state === 'open' || question.state === 'send-failed') && styles.open,
                    )}
                  >
                    {QUESTION_WORDS[question.state]}
                  </span>
                  {again.map(({ at, kind }) => (
                    <span key={at} className={cx(styles.again, kind === 'reuse' && styles.bad)}>
                      {offset(at)}: {AGAIN[kind]}
                    </span>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <p className={styles.hint}>
        Seconds of the recording. Issued: as the lab told it; without a lab nobody knows. Acked: the answer
        arrived, no more.
      </p>
    </Section>
  );
}
