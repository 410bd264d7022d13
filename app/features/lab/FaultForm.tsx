import { type ReactNode, useId, useState } from 'react';
import { isObject, type JsonObject, type JsonValue, own, ownString } from '../../../server/protocol/json.ts';
import type { FaultFacts } from '../../../server/protocol/lab.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './lab.module.css';

export interface FaultFormProps {
  readonly fault: FaultFacts;
  /** Its parameters where it is on. */
  readonly active: JsonObject | undefined;
  readonly onSwitch: (params: JsonObject | undefined) => void;
}

/** One fault: what breaks, what to look at, its parameters and its switch. */
export function FaultForm({ fault, active, onSwitch }: FaultFormProps): ReactNode {
  const id = useId();
  const properties = own(fault.schema, 'properties');
  const fields = isObject(properties) ? Object.entries(properties) : [];
  const [set, setSet] = useState<JsonObject>({});
  const fieldOf = (key: string, schema: JsonValue | undefined): JsonValue =>
    set[key] ?? active?.[key] ?? own(schema, 'default') ?? null;
  const params = (): JsonObject =>
    Object.fromEntries(fields.map(([key, schema]) => [key, fieldOf(key, schema)]));
  const changed =
    active !== undefined && fields.some(([key]) => set[key] !== undefined && set[key] !== active[key]);
  return (
    <li className={active === undefined ? styles.fault : styles.faultOn}>
      <div className={styles.head}>
        <h3 id={id}>{fault.title}</h3>
        <code>{fault.name}</code>
        {changed && (
          <Button onClick={() => onSwitch(params())} aria-label={`Set anew: ${fault.name}`}>
            Set anew
          </Button>
        )}
        <Button
          pressed={active !== undefined}
          aria-label={`${fault.title}: Switch ${active === undefined ? 'on' : 'off'}`}
          onClick={() => onSwitch(active === undefined ? params() : undefined)}
        >
          {active === undefined ? 'Switch on' : 'Switch off'}
        </Button>
      </div>
      <p>{fault.breaks}</p>
      <p className={styles.why}>Look at: {fault.look}</p>
      {fields.length > 0 && (
        <div className={styles.fields}>
          {fields.map(([key, schema]) => (
            <Field
              key={key}
              schema={schema}
              value={fieldOf(key, schema)}
              onChange={(value) => setSet({ ...set, [key]: value })}
            />
          ))}
        </div>
      )}
    </li>
  );
}

interface FieldProps {
  readonly schema: JsonValue | undefined;
  readonly value: JsonValue;
  readonly onChange: (value: JsonValue) => void;
}

function Field({ schema, value, onChange }: FieldProps): ReactNode {
  const title = ownString(schema, 'title');
  const options = own(schema, 'enum');
  if (own(schema, 'type') === 'boolean')
    return (
      <label>
        <input
          type="checkbox"
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        />{' '}
        {title}
      </label>
    );
  if (Array.isArray(options))
    return (
      <label>
        {title}{' '}
        <select value={String(value)} onChange={(event) => onChange(event.target.value)}>
          {options.map((option) => (
            <option key={String(option)}>{String(option)}</option>
          ))}
        </select>
      </label>
    );
  return (
    <label>
      {title}{' '}
      <input
        type="number"
        min={Number(own(schema, 'minimum'))}
        max={Number(own(schema, 'maximum'))}
        value={String(value)}
        onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
      />
    </label>
  );
}
