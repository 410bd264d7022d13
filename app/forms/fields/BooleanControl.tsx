import type { ReactNode } from 'react';
import styles from '../forms.module.css';
import { useFrame } from '../info.ts';
import choices from './choices.module.css';
import { type ControlProps, shown } from './control.ts';

const OPTIONS = [
  { label: 'Yes', value: true },
  { label: 'No', value: false },
  { label: 'unset', value: undefined },
] as const;

/** Yes, No, or unset: unset is left out. Nothing is false because nobody looked at it. */
export function BooleanControl({ value, onChange }: ControlProps): ReactNode {
  const frame = useFrame();
  const isForeign = value !== undefined && typeof value !== 'boolean';
  return (
    <div
      id={frame.id}
      role="radiogroup"
      aria-labelledby={frame.labelId}
      aria-describedby={frame.describedBy}
      aria-invalid={frame.invalid || undefined}
      aria-required={frame.required || undefined}
      className={choices.segments}
    >
      {OPTIONS.map((option) => (
        <label key={option.label} className={choices.segment}>
          <input
            type="radio"
            name={frame.id}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
      {isForeign && <code className={styles.foreign}>{shown(value)}</code>}
    </div>
  );
}
