import { type ReactNode, useState } from 'react';
import { type JsonValue, parseJson, sameJson } from '../../../server/protocol/json.ts';
import styles from '../forms.module.css';
import { controlProps, useFrame } from '../info.ts';
import { scanJson } from '../json-text.ts';
import type { ControlProps } from './control.ts';

/** A value that the form has no control for, as JSON. Text that is not JSON is a text value, and said to be one. */
export function JsonControl({ value, onChange }: ControlProps): ReactNode {
  const frame = useFrame();
  const [typed, setTyped] = useState('');
  const text = sameJson(read(typed), value)
    ? typed
    : value === undefined
      ? ''
      : JSON.stringify(value, null, 2);
  const error = text.trim() === '' ? undefined : scanJson(text).error;
  const noteId = `${frame.id}/json`;
  return (
    <>
      <textarea
        {...controlProps(frame)}
        aria-describedby={[frame.describedBy, error && noteId].filter(Boolean).join(' ') || undefined}
        className={styles.code}
        rows={Math.min(12, Math.max(2, text.split('\n').length))}
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(read(event.target.value));
        }}
      />
      <p id={noteId} className={styles.hint} hidden={!error}>
        {error &&
          `Not JSON at line ${error.line}, column ${error.column} (${error.message}): it would be sent as text.`}
      </p>
    </>
  );
}

function read(text: string): JsonValue | undefined {
  if (text.trim() === '') return undefined;
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : text;
}
