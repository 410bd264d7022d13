import { type ReactNode, useMemo } from 'react';
import { type Life, type Lifetimes as Lives, lifetimesOf } from '../../engine/derive/lifetimes.ts';
import type { Exchange, List, TaskHistory } from '../../engine/derive/model.ts';
import { cx } from '../../ui/cx.ts';
import { count } from '../../ui/format.ts';
import styles from './lifetimes.module.css';
import type { Scale } from './view.ts';

const ROW = 15;
const ROWS: readonly { readonly of: keyof Lives; readonly name: string; readonly words: string }[] = [
  { of: 'metadata', name: 'Protocol metadata', words: 'one request each, sent and checked again every time' },
  { of: 'transport', name: 'Transport work', words: 'one response or stream each' },
  { of: 'continuation', name: 'MRTR continuation', words: 'from a question in an answer to the retry' },
  { of: 'tasks', name: 'Durable tasks', words: 'across requests, connections and restarts' },
];

export interface LifetimesProps {
  readonly exchanges: List<Exchange>;
  readonly tasks: readonly TaskHistory[];
  readonly scale: Scale;
  readonly width: number;
  /** Up to here what lives has lived, `mono` ms. */
  readonly now: number;
}

/** The four lifetimes on the axis of the lanes (R2): what died with a connection, and what outlived it. */
export function Lifetimes({ exchanges, tasks, scale, width, now }: LifetimesProps): ReactNode {
  const lives = useMemo(() => lifetimesOf(exchanges, tasks), [exchanges, tasks]);
  return (
    <section className={styles.lifetimes} aria-label="Four lifetimes">
      {ROWS.map(({ of, name, words }) => {
        const all = lives[of];
        const died = all.filter((life) => life.died).length;
        const living = all.filter((life) => life.to === undefined).length;
        const text = `${count(all.length, 'life', 'lives')}, ${living} going on, ${died} cut off`;
        return (
          <div key={of} className={styles.row} title={`${name}: ${words}. ${text}.`}>
            <span className={styles.name}>{name}</span>
            <svg width={width} height={ROW} role="img" aria-label={`${name}, ${words}: ${text}`}>
              {merged(all, scale, width, now).map((bar) => (
                <rect
                  key={`${bar.x}${bar.died}`}
                  className={cx(styles[of], bar.died && styles.died)}
                  x={bar.x}
                  y={bar.died ? 2 : 4}
                  width={bar.width}
                  height={bar.died ? ROW - 4 : ROW - 8}
                />
              ))}
            </svg>
          </div>
        );
      })}
    </section>
  );
}

interface Bar {
  readonly x: number;
  readonly width: number;
  readonly died: boolean;
}

/** What is in view, neighbours of a kind that touch drawn as one: at most a bar a pixel, however many there are. */
function merged(lives: readonly Life[], scale: Scale, width: number, now: number): readonly Bar[] {
  const out: Bar[] = [];
  for (const { from, to, died } of lives) {
    const left = Math.max(0, scale.x(from));
    const right = Math.min(width, Math.max(left + 2, scale.x(to ?? now)));
    if (right <= 0 || left >= width) continue;
    const last = out.at(-1);
    if (last !== undefined && last.died === died && left <= last.x + last.width + 0.5)
      out[out.length - 1] = { ...last, width: Math.max(last.width, right - last.x) };
    else out.push({ x: left, width: right - left, died });
  }
  return out;
}
