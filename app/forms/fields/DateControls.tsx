import { type ReactNode, useState } from 'react';
import { isDate, localZone, readDateTime, writeDateTime } from '../date-text.ts';
import styles from '../forms.module.css';
import { controlProps, useFrame } from '../info.ts';
import type { ControlProps } from './control.ts';
import { TextControl } from './TextControl.tsx';

/** A date. A value that is none (a wrong default, say) is shown as text: a date input would show it as empty. */
export function DateControl(props: ControlProps): ReactNode {
  const frame = useFrame();
  const { value, onChange } = props;
  if (value !== undefined && !(typeof value === 'string' && isDate(value))) {
    return <TextControl {...props} format="date" long={false} />;
  }
  return (
    <input
      {...controlProps(frame)}
      className={styles.date}
      type="date"
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
    />
  );
}

const HERE = 'here';

function zoneLabel(zone: string, here: string | undefined): string {
  if (zone === HERE) return here === undefined ? 'local time' : `local time (UTC${here})`;
  return zone === 'Z' ? 'UTC' : `UTC${zone}`;
}

/** A date and time with the zone that it is sent in: this browser's own, or UTC, or the one that the value came with. */
export function DateTimeControl(props: ControlProps): ReactNode {
  const frame = useFrame();
  const { value, onChange } = props;
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const parts = typeof value === 'string' ? readDateTime(value) : undefined;
  if (value !== undefined && !parts) return <TextControl {...props} format="date-time" long={false} />;

  const local = parts?.local ?? '';
  const here = local === '' ? undefined : localZone(local);
  const zone = parts ? (parts.zone === here ? HERE : parts.zone) : (chosen ?? HERE);
  const zones = [...new Set([HERE, 'Z', zone])];
  const send = (text: string, to: string): void =>
    onChange(
      text === '' ? undefined : writeDateTime({ local: text, zone: to === HERE ? localZone(text) : to }),
    );
  return (
    <div className={styles.dateTime}>
      <input
        {...controlProps(frame)}
        className={styles.date}
        type="datetime-local"
        step="1"
        value={local}
        onChange={(event) => send(event.target.value, zone)}
      />
      <select
        aria-label="Time zone"
        aria-describedby={frame.labelId}
        className={styles.select}
        value={zone}
        onChange={(event) => {
          setChosen(event.target.value);
          send(local, event.target.value);
        }}
      >
        {zones.map((option) => (
          <option key={option} value={option}>
            {zoneLabel(option, here)}
          </option>
        ))}
      </select>
      {parts && <code className={styles.sent}>{value as string}</code>}
    </div>
  );
}
