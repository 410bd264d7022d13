import type { ButtonHTMLAttributes, ReactNode } from 'react';
import styles from './button.module.css';
import { cx } from './cx.ts';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: 'plain' | 'primary' | 'danger' | 'ghost';
  readonly size?: 'normal' | 'big' | 'icon';
  /** For a toggle: whether it is on. Also sets `aria-pressed`. */
  readonly pressed?: boolean;
}

/** A button. `type` is `button` unless said otherwise, so that none submits a form by accident. */
export function Button({ variant, size, pressed, className, ...rest }: ButtonProps): ReactNode {
  const names = cx(
    styles.button,
    variant === 'primary' && styles.primary,
    variant === 'danger' && styles.danger,
    variant === 'ghost' && styles.ghost,
    size === 'big' && styles.big,
    size === 'icon' && styles.icon,
    pressed === true && styles.on,
    className,
  );
  return <button type="button" aria-pressed={pressed} {...rest} className={names} />;
}
