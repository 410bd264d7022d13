import type { JsonValue } from '../../../server/protocol/json.ts';

/** What every control gets: the value as it would be sent (undefined: left out) and how to change it. */
export interface ControlProps {
  readonly value: JsonValue | undefined;
  readonly onChange: (value: JsonValue | undefined) => void;
}

/** A value as text in an input; what is not a text (from the JSON editor) is shown as JSON. */
export function shown(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
