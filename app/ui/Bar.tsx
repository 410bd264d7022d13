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
  /** Makes a button of it. */
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

/** A small framed fact. */
export function Chip({ tone, mono, title, onClick, children }: ChipProps): ReactNode {
  const names = cx(styles.chip, tone === 'input' && styles.input, mono === true && styles.mono);
  return onClick === undefined ? (
    <span className={names} title={title}>
      {children}
    </span>
  ) : (
    <button type="button" className={names} title={title} onClick={onClick}>
      {children}
    </button>
  );
}

function Grow(): ReactNode {
  return <span className={styles.grow} />;
}

Bar.Chip = Chip;
Bar.Grow = Grow;
