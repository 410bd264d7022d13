import { Fragment, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';
import styles from './section.module.css';

export interface SectionProps {
  readonly title: string;
  /** At the right of the title: a count, a state, a button. */
  readonly side?: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A titled part of a panel. */
export function Section({ title, side, className, children }: SectionProps): ReactNode {
  const id = useId();
  return (
    <section className={cx(styles.section, className)} aria-labelledby={id}>
      <div className={cx(styles.head, children === null && styles.alone)}>
        <h2 className={styles.title} id={id}>
          {title}
        </h2>
        {side !== undefined && <span className={styles.side}>{side}</span>}
      </div>
      {children}
    </section>
  );
}

export type Fact = readonly [name: string, value: ReactNode] | false;

/** Names and values in two columns; `false` entries are left out. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }): ReactNode {
  return (
    <dl className={styles.facts}>
      {facts.map((fact) =>
        fact === false ? null : (
          <Fragment key={fact[0]}>
            <dt>{fact[0]}</dt>
            <dd>{fact[1]}</dd>
          </Fragment>
        ),
      )}
    </dl>
  );
}

export function Mono({ children }: { readonly children: ReactNode }): ReactNode {
  return <span className={styles.mono}>{children}</span>;
}

export interface EmptyProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** Set while something is on its way. */
  readonly busy?: boolean;
}

/** What a view says when it has nothing to show yet, or waits. */
export function Empty({ title, busy, children }: EmptyProps): ReactNode {
  return (
    <div className={styles.empty} aria-busy={busy === true ? true : undefined}>
      {busy === true && <span className={styles.pulse} aria-hidden="true" />}
      <p className={styles.emptyTitle}>{title}</p>
      {children !== undefined && <div className={styles.emptyText}>{children}</div>}
    </div>
  );
}
