import type { ReactNode } from 'react';
import { StatusText } from '../../ui/Status.tsx';
import { STATUSES } from '../../ui/tone.ts';
import styles from './legend.module.css';
import { Drawn } from './MarkShape.tsx';
import { MARK_WORDS, type MarkKind } from './marks.ts';

/** Where in a lane the marks that are not in the row of polls are drawn. */
const BOXES: ReadonlyMap<MarkKind, string> = new Map([
  ['question', '-8 46 16 16'],
  ['update', '-8 46 16 16'],
  ['update-failed', '-8 46 16 16'],
  ['cancel', '-24 11 48 48'],
  ['gone', '-13 12 26 26'],
]);

/** What shapes and colours mean, made from the tables that draw them. */
export function Legend(): ReactNode {
  return (
    <section className={styles.legend} aria-label="Legend of the timeline">
      {STATUSES.map((status) => (
        <StatusText key={status} status={status} />
      ))}
      {(Object.entries(MARK_WORDS) as [MarkKind, string][]).map(([kind, words]) => (
        <span key={kind} className={styles.mark}>
          <svg viewBox={BOXES.get(kind) ?? '-8 32 16 16'} aria-hidden="true">
            <Drawn kind={kind} news={false} />
          </svg>
          {words}
        </span>
      ))}
      <span>thin bar above: what was true, as the lab tells</span>
      <span>dotted line: until the task may be discarded (TTL)</span>
    </section>
  );
}
