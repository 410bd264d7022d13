import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import styles from './splitter.module.css';

export interface SplitterProps {
  readonly label: string;
  /** Height of the pane above, px. */
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}

const STEP = 24;

/** A bar between two panes, dragged or moved with the arrow keys, Home and End. */
export function Splitter({ label, value, min, max, onChange }: SplitterProps): ReactNode {
  const grab = useRef<{ readonly y: number; readonly value: number } | undefined>(undefined);
  const set = (next: number): void => onChange(Math.round(Math.min(max, Math.max(min, next))));
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = new Map([
      ['ArrowUp', value - STEP],
      ['ArrowDown', value + STEP],
      ['Home', min],
      ['End', max],
    ]).get(event.key);
    if (to === undefined) return;
    event.preventDefault();
    set(to);
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    grab.current = { y: event.clientY, value };
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr cannot be focused and moved
    <div
      className={styles.splitter}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation="horizontal"
      aria-valuenow={Math.round(value)}
      aria-valuemin={Math.round(min)}
      aria-valuemax={Math.round(max)}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={(event) => {
        if (grab.current !== undefined) set(grab.current.value + event.clientY - grab.current.y);
      }}
      onPointerUp={() => {
        grab.current = undefined;
      }}
    />
  );
}
