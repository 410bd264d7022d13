import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './news.module.css';

/** What a line says; the engine's news fit. */
export interface NewsLine {
  readonly seq: number;
  readonly kind: string;
  readonly level?: string;
  readonly logger?: string;
  readonly progress?: number;
  readonly total?: number;
  readonly text: string;
}

export interface NewsProps {
  readonly label: string;
  readonly items: readonly NewsLine[];
  /** At the end of each line. */
  readonly side?: (item: NewsLine) => ReactNode;
}

const SEVERE: ReadonlySet<string> = new Set(['error', 'critical', 'alert', 'emergency']);

/** What a server says beside its answers, line by line, as text. */
export function News({ label, items, side }: NewsProps): ReactNode {
  return (
    <ul className={styles.news} aria-label={label}>
      {items.map((item) => (
        <li key={item.seq}>
          <span
            className={cx(styles.kind, item.level !== undefined && SEVERE.has(item.level) && styles.severe)}
          >
            {item.level ?? KINDS[item.kind] ?? item.kind}
          </span>
          <span className={styles.text}>
            {item.logger !== undefined && <b>{item.logger}: </b>}
            {item.progress !== undefined && <Progress value={item.progress} total={item.total} />}
            {item.kind === 'list' ? `The list of ${item.text} has changed.` : item.text}
          </span>
          {side?.(item)}
        </li>
      ))}
    </ul>
  );
}

const KINDS: Readonly<Record<string, string>> = { list: 'list changed', resource: 'resource changed' };

function Progress({
  value,
  total,
}: {
  readonly value: number;
  readonly total: number | undefined;
}): ReactNode {
  return (
    <>
      {total !== undefined && total > 0 && (
        <progress aria-hidden="true" value={Math.min(value, total)} max={total} className={styles.progress} />
      )}
      {total === undefined ? `${value}` : `${value} of ${total}`}{' '}
    </>
  );
}
