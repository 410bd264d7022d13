import type { ReactNode } from 'react';
import type { Stretch } from './CursorAxis.tsx';
import styles from './cursor.module.css';
import type { Scale } from './view.ts';

export interface OverlayProps {
  /** Width of the labels at the left, px. */
  readonly label: number;
  readonly width: number;
  readonly scale: Scale;
  readonly cursor: number | undefined;
  readonly range: Stretch | undefined;
  readonly windows?: readonly TimeWindow[] | undefined;
}

/** A stretch of time with a name; `to` undefined: it goes on. */
export interface TimeWindow {
  readonly from: number;
  readonly to: number | undefined;
  readonly label: string;
}

/** What lies over all lanes: the cursor with what was still to come behind a veil, and the chosen stretch of time. */
export function Overlay({ label, width, scale, cursor, range, windows = [] }: OverlayProps): ReactNode {
  const inside = (mono: number): number => Math.min(width, Math.max(0, scale.x(mono)));
  const x = cursor === undefined ? undefined : scale.x(cursor);
  return (
    <div className={styles.overlay} style={{ left: label, width }} aria-hidden="true">
      {windows.map((it) => {
        const left = inside(it.from);
        const right = it.to === undefined ? width : inside(it.to);
        return right <= left ? null : (
          <div key={`${it.label}${it.from}`} className={styles.window} style={{ left, width: right - left }}>
            {it.label}
          </div>
        );
      })}
      {range !== undefined && (
        <div
          className={styles.range}
          style={{ left: inside(range.from), width: inside(range.to) - inside(range.from) }}
        />
      )}
      {cursor !== undefined && <div className={styles.later} style={{ left: inside(cursor) }} />}
      {x !== undefined && x >= 0 && x <= width && <div className={styles.line} style={{ left: x }} />}
    </div>
  );
}
