import type { ReactNode } from 'react';
import { StatusText } from '../../ui/Status.tsx';
import { STATUSES } from '../../ui/tone.ts';
import styles from './legend.module.css';
import { Drawn } from './MarkShape.tsx';
import { MARK_WORDS, type MarkKind } from './marks.ts';

/** What shapes and colours mean, made from the tables that draw them. */
export function Legend(): ReactNode {
  return (
    <section className={styles.legend} aria-label="Legend of the timeline">
      {STATUSES.map((status) => (
        <StatusText key={status} status={status} />
      ))}
      {(Object.entries(MARK_WORDS) as [MarkKind, string][]).map(([kind, words]) => (
        <span key={kind} className={styles.mark}>
          <svg viewBox="-8 0 16 62" aria-hidden="true">
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
