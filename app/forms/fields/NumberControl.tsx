import { type ReactNode, useState } from 'react';
import { sameJson } from '../../../server/protocol/json.ts';
import styles from '../forms.module.css';
import { controlProps, useFrame } from '../info.ts';
import { readNumber } from '../number-text.ts';
import { type ControlProps, shown } from './control.ts';

/**
 * A number, typed as text: a number input hides what it does not understand and steps on the mouse wheel. The typed text stays
 * (`1.`, `1e`), as long as the value is what it says.
 */
export function NumberControl({
  value,
  onChange,
  integer,
}: ControlProps & { readonly integer: boolean }): ReactNode {
  const frame = useFrame();
  const [typed, setTyped] = useState('');
  const text = sameJson(readNumber(typed), value) ? typed : shown(value);
  return (
    <input
      {...controlProps(frame)}
      className={styles.number}
      type="text"
      inputMode={integer ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={text}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(readNumber(event.target.value));
      }}
    />
  );
}
