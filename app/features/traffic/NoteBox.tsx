import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import styles from './menu.module.css';

export interface NoteBoxProps {
  readonly at: { readonly x: number; readonly y: number };
  readonly text: string;
  readonly onSave: (text: string) => void;
  readonly onClose: () => void;
}

/** A note about a message, being written. */
export function NoteBox({ at, text, onSave, onClose }: NoteBoxProps): ReactNode {
  const [said, setSaid] = useState(text);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <form
      role="dialog"
      aria-label="Note about this message"
      className={styles.menu}
      style={{
        left: Math.max(0, Math.min(at.x, innerWidth - 330)),
        top: Math.max(0, Math.min(at.y, innerHeight - 90)),
      }}
      onSubmit={(event) => {
        event.preventDefault();
        onSave(said);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <label className={styles.item}>
        Note{' '}
        <input
          ref={input}
          className={styles.note}
          maxLength={200}
          value={said}
          onChange={(event) => setSaid(event.target.value)}
        />
      </label>
      <span className={styles.actions}>
        <Button type="submit" variant="primary">
          Save note
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </span>
    </form>
  );
}
