import type { ReactNode } from 'react';
import styles from './bar.module.css';
import { cx } from './cx.ts';

export interface BarProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** The head of a pane: its title, then whatever belongs there. */
export function Bar({ title, children }: BarProps): ReactNode {
  return (
    <div className={styles.bar}>
      <h2 className={styles.title}>{title}</h2>
      {children}
    </div>
  );
}

export interface ChipProps {
  readonly tone?: 'input' | undefined;
  readonly mono?: boolean;
  readonly title?: string;
  readonly children: ReactNode;
}

/** A small framed fact. */
export function Chip({ tone, mono, title, children }: ChipProps): ReactNode {
  return (
    <span
      className={cx(styles.chip, tone === 'input' && styles.input, mono === true && styles.mono)}
      title={title}
    >
      {children}
    </span>
  );
}

function Grow(): ReactNode {
  return <span className={styles.grow} />;
}

Bar.Chip = Chip;
Bar.Grow = Grow;
