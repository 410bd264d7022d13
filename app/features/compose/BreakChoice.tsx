import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';
import { BREAKS, type Break, type Surroundings } from './breaks.ts';
import styles from './compose.module.css';

export interface BreakChoiceProps {
  readonly chosen: Break;
  readonly around: Surroundings;
  readonly onChoose: (id: string) => void;
}

/** What to break on purpose, one thing at a time, and what a conforming server makes of it. */
export function BreakChoice({ chosen, around, onChoose }: BreakChoiceProps): ReactNode {
  return (
    <fieldset className={styles.breaks}>
      <legend>Break one thing on purpose</legend>
      {BREAKS.map((one) => {
        const whyNot = one.whyNot?.(around);
        return (
          <div key={one.id}>
            <label className={cx(styles.check, whyNot !== undefined && styles.off)}>
              <input
                type="radio"
                name="break"
                value={one.id}
                checked={one.id === chosen.id}
                disabled={whyNot !== undefined}
                aria-describedby={whyNot === undefined ? undefined : `break-${one.id}`}
                onChange={() => onChoose(one.id)}
              />
              {one.label}
            </label>
            {whyNot !== undefined && (
              <p id={`break-${one.id}`} className={styles.why}>
                {whyNot}
              </p>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}

/** What the answer must be. */
export function Must({ chosen, around }: Omit<BreakChoiceProps, 'onChoose'>): ReactNode {
  return (
    <p className={styles.must} role="note" aria-label="What a conforming server must answer">
      <b>Must answer:</b> {chosen.must(around)}{' '}
      <a href={chosen.link} target="_blank" rel="noreferrer">
        The rule
      </a>
    </p>
  );
}
