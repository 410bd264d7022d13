import type { ReactNode } from 'react';
import { offset } from '../../ui/format.ts';
import styles from './timeline.module.css';
import type { Tick } from './view.ts';

export interface AxisProps {
  readonly width: number;
  readonly ticks: readonly { readonly tick: Tick; readonly x: number }[];
  readonly nowX: number | undefined;
  readonly now: number;
}

/** Room that the present's own label takes, and half of a tick's. */
const ROOM = 62;
const HALF = 18;

/** The time axis, with the present on it. */
export function Axis({ width, ticks, nowX, now }: AxisProps): ReactNode {
  const right = nowX !== undefined && nowX > width - ROOM;
  return (
    <div className={styles.axis} aria-hidden="true">
      <span className={styles.axisName}>Task</span>
      <svg width={width} height={22} aria-hidden="true">
        {ticks
          .filter(({ x }) => {
            if (nowX === undefined) return true;
            return x < nowX - (right ? ROOM : 0) - HALF || x > nowX + (right ? 0 : ROOM) + HALF;
          })
          .map(({ tick, x }) => (
            <text key={tick.at} x={Math.max(2, x)} y={15} textAnchor={x < 14 ? 'start' : 'middle'}>
              {tick.label}
            </text>
          ))}
        {nowX !== undefined && (
          <>
            <circle className={styles.nowDot} cx={nowX} cy={18} r={3.5} />
            <text
              className={styles.nowText}
              x={right ? nowX - 8 : nowX + 8}
              y={15}
              textAnchor={right ? 'end' : 'start'}
            >
              {offset(now).replace(/\.(\d)\d+$/, '.$1')} s
            </text>
          </>
        )}
      </svg>
    </div>
  );
}
