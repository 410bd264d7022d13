import { memo, type ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';
import { toneClass } from '../../ui/Status.tsx';
import type { Mark, MarkKind } from './marks.ts';
import styles from './timeline.module.css';

/** Vertical places within a lane, px. */
export const BAR = { top: 17, height: 16 } as const;
const TICK = { top: 36, height: 7 } as const;
const CAPTION = 54;

export interface MarkProps {
  readonly mark: Mark;
  readonly selected: boolean;
  readonly hovered: boolean;
  readonly focusable: boolean;
  /** Beside it, where there is room. */
  readonly caption: string | undefined;
  /** Text goes to the left of the mark where the right has no room. */
  readonly captionLeft: boolean;
  readonly onSelect: (mark: Mark) => void;
  readonly onHover: (mark: Mark | undefined) => void;
}

/** One mark: a button inside the drawing, reached by the lane's arrow keys. */
export const MarkShape = memo(function MarkShape(props: MarkProps): ReactNode {
  const { mark, selected, hovered, focusable, caption } = props;
  const tone = mark.status === undefined ? undefined : toneClass(mark.status);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button element cannot live in a drawing
    <g
      className={cx(styles.mark, tone, selected && styles.selected, hovered && styles.hovered)}
      role="button"
      aria-label={mark.name}
      aria-pressed={selected}
      tabIndex={focusable ? 0 : -1}
      data-mark={mark.id}
      data-kind={mark.kind}
      transform={`translate(${mark.x.toFixed(1)} 0)`}
      onClick={() => props.onSelect(mark)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        props.onSelect(mark);
      }}
      onPointerEnter={() => props.onHover(mark)}
      onPointerLeave={() => props.onHover(undefined)}
    >
      <title>{mark.name}</title>
      <rect className={styles.hit} {...boxOf(mark)} />
      <rect className={styles.ring} {...boxOf(mark)} rx={3} />
      <Drawn kind={mark.kind} news={mark.name.includes('(')} />
      {caption !== undefined && (
        <text
          className={styles.caption}
          x={props.captionLeft ? -8 : 8}
          y={CAPTION + 4}
          textAnchor={props.captionLeft ? 'end' : 'start'}
        >
          {caption}
        </text>
      )}
    </g>
  );
});

function boxOf(mark: Mark): { x: number; y: number; width: number; height: number } {
  if (mark.kind === 'question' || mark.kind === 'update' || mark.kind === 'update-failed')
    return { x: -7, y: CAPTION - 7, width: 14, height: 14 };
  if (mark.kind === 'cancel' || mark.kind === 'gone') return { x: -6, y: 4, width: 12, height: 54 };
  return { x: -5, y: TICK.top - 3, width: 10, height: TICK.height + 6 };
}

/** The shape of a mark. @param news it told something new */
export function Drawn({ kind, news }: { readonly kind: MarkKind; readonly news: boolean }): ReactNode {
  const middle = TICK.top + TICK.height / 2;
  switch (kind) {
    case 'poll':
      return <path className={news ? styles.news : styles.tick} d={`M0 ${TICK.top}v${TICK.height}`} />;
    case 'push':
      return <path className={styles.shape} d={`M0 ${middle - 5}l5 5-5 5-5-5z`} />;
    case 'handle':
      return <path className={styles.shape} d={`M-3.5 ${middle - 5}l8 5-8 5z`} />;
    case 'failure':
      return <path className={styles.cross} d={`M-4 ${middle - 4}l8 8m0-8l-8 8`} />;
    case 'question':
      return <path className={cx(styles.shape, styles.input)} d={`M0 ${CAPTION - 5}l5 5-5 5-5-5z`} />;
    case 'update':
      return <path className={styles.stroke} d={`M-4 ${CAPTION}l3 3.5 5.5-7`} fill="none" />;
    case 'update-failed':
      return <path className={styles.cross} d={`M-4 ${CAPTION - 4}l8 8m0-8l-8 8`} />;
    case 'cancel':
      return (
        <path
          className={styles.stroke}
          d={`M0 ${BAR.top - 4}v${BAR.height + 8}M-3.5 ${CAPTION - 3.5}h7v7h-7z`}
        />
      );
    case 'gone':
      return <path className={styles.cross} d={`M0 ${BAR.top - 3}v${BAR.height + 6}`} />;
  }
}
