import type { ReactNode } from 'react';
import { type JsonValue, sameJson } from '../../../server/protocol/json.ts';
import styles from '../forms.module.css';
import { controlProps, useFrame } from '../info.ts';
import type { Choice } from '../plan.ts';
import marks from './choices.module.css';
import { type ControlProps, shown } from './control.ts';

interface ChoiceProps extends ControlProps {
  readonly choices: readonly Choice[];
}

const NONE = 'none';
const FOREIGN = 'foreign';

/** One of several. Nothing is chosen until someone chooses; a value that is none of them is shown as such. */
export function ChoiceControl({ value, onChange, choices }: ChoiceProps): ReactNode {
  const frame = useFrame();
  const index = choices.findIndex((choice) => sameJson(choice.value, value));
  const isForeign = index < 0 && value !== undefined;
  const chosen = choices[index];
  return (
    <>
      <select
        {...controlProps(frame)}
        className={styles.select}
        value={isForeign ? FOREIGN : index < 0 ? NONE : String(index)}
        onChange={(event) => {
          if (event.target.value !== FOREIGN) onChange(choices[Number(event.target.value)]?.value);
        }}
      >
        <option value={NONE}>— nothing chosen —</option>
        {isForeign && <option value={FOREIGN}>{shown(value)} (not one of the choices)</option>}
        {choices.map((choice, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a schema may offer the same choice twice, and choices never move
          <option key={i} value={String(i)}>
            {choice.label}
          </option>
        ))}
      </select>
      {chosen?.description !== undefined && <p className={styles.hint}>{chosen.description}</p>}
    </>
  );
}

/** Several of several, in the schema's order. Nothing ticked is left out; values that are no choice are kept and named. */
export function ChoicesControl({ value, onChange, choices }: ChoiceProps): ReactNode {
  const frame = useFrame();
  const chosen: readonly JsonValue[] = Array.isArray(value) ? value : [];
  const isOn = (choice: Choice): boolean => chosen.some((item) => sameJson(item, choice.value));
  const foreign = Array.isArray(value)
    ? chosen.filter((item) => !choices.some((choice) => sameJson(choice.value, item)))
    : value === undefined
      ? []
      : [value];

  const toggle = (choice: Choice, on: boolean): void => {
    const next = choices.filter((other) => (other === choice ? on : isOn(other))).map((other) => other.value);
    const all = [...next, ...foreign];
    onChange(all.length > 0 ? all : undefined);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot take its name from the label row above it
    <div
      id={frame.id}
      role="group"
      aria-labelledby={frame.labelId}
      aria-describedby={frame.describedBy}
      className={marks.checks}
    >
      {choices.map((choice, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a schema may offer the same choice twice, and choices never move
        <label key={i} className={marks.check}>
          <input
            type="checkbox"
            checked={isOn(choice)}
            aria-invalid={frame.invalid || undefined}
            onChange={(event) => toggle(choice, event.target.checked)}
          />
          <span>
            {choice.label}
            {choice.description !== undefined && <span className={styles.hint}> {choice.description}</span>}
          </span>
        </label>
      ))}
      {foreign.length > 0 && (
        <p className={styles.foreign}>not one of the choices: {foreign.map(shown).join(', ')}</p>
      )}
    </div>
  );
}
