import type { ReactNode } from 'react';
import { offset } from '../../ui/format.ts';
import { axisLabels } from './axis-labels.ts';
import styles from './timeline.module.css';
import type { Tick } from './view.ts';

export interface AxisProps {
  readonly width: number;
  readonly ticks: readonly { readonly tick: Tick; readonly x: number }[];
  readonly nowX: number | undefined;
  readonly now: number;
}

/** The time axis, with the present on it. */
export function Axis({ width, ticks, nowX, now }: AxisProps): ReactNode {
  const text = `${offset(now).replace(/\.(\d)\d+$/, '.$1')} s`;
  const labels = axisLabels(ticks, width, nowX === undefined ? undefined : { x: nowX, text });
  return (
    <svg width={width} height={22} aria-hidden="true">
      {labels.ticks.map((label) => (
        <text key={label.text} x={(label.left + label.right) / 2} y={15} textAnchor="middle">
          {label.text}
        </text>
      ))}
      {nowX !== undefined && <circle className={styles.nowDot} cx={nowX} cy={18} r={3.5} />}
      {nowX !== undefined && labels.now !== undefined && (
        <text
          className={styles.nowText}
          x={labels.now.left > nowX ? labels.now.left : labels.now.right}
          y={15}
          textAnchor={labels.now.left > nowX ? 'start' : 'end'}
        >
          {text}
        </text>
      )}
    </svg>
  );
}
