import type { ChangeEvent, ReactNode } from 'react';
import styles from '../forms.module.css';
import { controlProps, useFrame } from '../info.ts';
import { type ControlProps, shown } from './control.ts';

const KEYBOARDS: { readonly [format: string]: 'email' | 'url' } = {
  email: 'email',
  uri: 'url',
  'uri-reference': 'url',
};

export interface TextControlProps extends ControlProps {
  readonly format: string | undefined;
  readonly long: boolean;
}

/**
 * Text. Never `type="email"` or `"url"`: browsers strip spaces from those without a word, and what is sent must be what was
 * typed; the right keyboard comes from `inputMode`. An input of one line would drop line breaks, so a text with some gets an area.
 */
export function TextControl({ value, onChange, format, long }: TextControlProps): ReactNode {
  const frame = useFrame();
  const text = shown(value);
  const change = (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>): void =>
    onChange(event.target.value === '' ? undefined : event.target.value);
  const common = { ...controlProps(frame), className: styles.input, value: text, onChange: change };
  if (long || /[\r\n]/.test(text))
    return <textarea {...common} rows={Math.min(12, text.split('\n').length + 2)} />;
  const keyboard = format === undefined ? undefined : KEYBOARDS[format];
  return (
    <input
      {...common}
      type="text"
      inputMode={keyboard}
      autoComplete={keyboard === 'email' ? 'email' : 'off'}
      autoCapitalize="off"
      spellCheck={format === undefined}
    />
  );
}
