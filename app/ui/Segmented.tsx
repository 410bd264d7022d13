import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';
import styles from './segmented.module.css';

export interface SegmentedProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: ReactNode; readonly name?: string }[];
  readonly onChange: (value: T) => void;
}

/** One choice of a few, side by side: real radio buttons, so that keys and readers work as everywhere. */
export function Segmented<T extends string>(props: SegmentedProps<T>): ReactNode {
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend className="sr-only">{props.label}</legend>
      {props.options.map((option) => (
        <label key={option.value} className={cx(styles.option)}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === props.value}
            aria-label={option.name}
            onChange={() => props.onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
