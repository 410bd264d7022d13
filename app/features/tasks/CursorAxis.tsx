import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { offset, wallTime } from '../../ui/format.ts';
import { Axis } from './Axis.tsx';
import styles from './cursor.module.css';
import type { Scale, Tick } from './view.ts';

export interface Stretch {
  readonly from: number;
  readonly to: number;
}

export interface CursorAxisProps {
  readonly width: number;
  readonly scale: Scale;
  readonly ticks: readonly { readonly tick: Tick; readonly x: number }[];
  /** `mono` ms. */
  readonly now: number;
  /** Wall time of a moment, ms since the epoch. */
  readonly wallAt: (mono: number) => number;
  readonly cursor: number | undefined;
  readonly onCursor: (mono: number | undefined) => void;
  /** A stretch is being drawn, or (at its end, `done`) chosen. */
  readonly onRange: (range: Stretch | undefined, done: boolean) => void;
}

/** What the pointer does since it went down. */
type Drag = { readonly kind: 'cursor' } | { readonly kind: 'range' | 'perhaps'; readonly x: number };
/** Less is a click, px. */
const MOVED = 4;

/**
 * The axis with the cursor on it. Its handle is a slider: dragged, or moved by arrows. A click on the axis puts it there, dragging over
 * the axis chooses a stretch of time, a double click takes the choice back.
 */
export function CursorAxis(props: CursorAxisProps): ReactNode {
  const { width, scale, now, cursor, onCursor } = props;
  const drag = useRef<Drag>(undefined);
  /** Where the cursor was before the last click: a double click is none. */
  const before = useRef<number>(undefined);
  const clicked = useRef<number>(undefined);
  const [dragged, setDragged] = useState(false);
  const at = cursor ?? now;
  // Out of view it waits at the edge: who moves it with keys must not lose it.
  const x = Math.min(width, Math.max(0, scale.x(at)));
  const nowX = scale.x(now);

  const xOf = (event: PointerEvent<HTMLElement>): number =>
    Math.min(width, Math.max(0, event.clientX - event.currentTarget.getBoundingClientRect().left));
  const put = (mono: number): void => onCursor(mono >= now ? undefined : Math.max(0, mono));
  const stretch = (a: number, b: number): Stretch => ({
    from: Math.max(0, Math.floor(scale.mono(Math.min(a, b)))),
    to: Math.ceil(scale.mono(Math.max(a, b))),
  });
  const onDown = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    const onHandle = event.target instanceof Element && event.target.closest('[role="slider"]') !== null;
    drag.current = onHandle ? { kind: 'cursor' } : { kind: 'perhaps', x: xOf(event) };
    setDragged(onHandle);
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onMove = (event: PointerEvent<HTMLElement>): void => {
    const it = drag.current;
    if (it === undefined) return;
    const to = xOf(event);
    if (it.kind === 'cursor') put(scale.mono(to));
    else if (it.kind === 'range' || Math.abs(to - it.x) >= MOVED) {
      drag.current = { kind: 'range', x: it.x };
      props.onRange(stretch(it.x, to), false);
    }
  };
  const onUp = (event: PointerEvent<HTMLElement>): void => {
    const it = drag.current;
    drag.current = undefined;
    setDragged(false);
    clicked.current = it?.kind === 'perhaps' ? it.x : undefined;
    if (it?.kind === 'range') props.onRange(stretch(it.x, xOf(event)), true);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = (scale.mono(width) - scale.mono(0)) / (event.shiftKey ? 10 : 100);
    const next = new Map([
      ['ArrowLeft', at - step],
      ['ArrowDown', at - step],
      ['ArrowRight', at + step],
      ['ArrowUp', at + step],
      ['Home', 0],
      ['End', now],
    ]).get(event.key);
    if (next === undefined) return;
    put(next);
    event.preventDefault();
    event.stopPropagation();
  };
  const text = cursor === undefined ? 'now' : `${offset(at)} s, ${wallTime(props.wallAt(at))}`;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what it does, the slider on it does with keys
    // biome-ignore lint/a11y/useKeyWithClickEvents: the slider's own keys
    <div
      className={styles.axis}
      style={{ width }}
      onPointerDown={onDown}
      onPointerMove={onMove}
      onPointerUp={onUp}
      onPointerCancel={() => {
        drag.current = undefined;
        setDragged(false);
      }}
      onClick={(event) => {
        if (clicked.current === undefined || event.detail !== 1) return;
        before.current = cursor;
        put(scale.mono(clicked.current));
      }}
      onDoubleClick={() => {
        onCursor(before.current);
        props.onRange(undefined, true);
      }}
      title="Click: show that moment. Drag: choose a stretch of time for the traffic. Double click: all of it again."
    >
      <Axis
        width={width}
        ticks={props.ticks}
        nowX={nowX >= 0 && nowX <= width ? nowX : undefined}
        now={now}
      />
      {width > 0 && (
        <div
          className={cursor === undefined ? styles.handle : styles.handlePast}
          style={{ left: x }}
          role="slider"
          tabIndex={0}
          aria-label="Moment that is shown"
          aria-valuemin={0}
          aria-valuemax={Math.round(now)}
          aria-valuenow={Math.round(at)}
          aria-valuetext={text}
          data-dragged={dragged || undefined}
          onKeyDown={onKeyDown}
        />
      )}
    </div>
  );
}
