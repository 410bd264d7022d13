import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';
import { toneClass } from '../../ui/Status.tsx';
import { type Fuse, LANE_HEIGHT, type Lane } from './layout.ts';
import { BAR, MarkShape } from './MarkShape.tsx';
import type { Mark } from './marks.ts';
import { TrueBar } from './TrueBar.tsx';
import styles from './timeline.module.css';

export interface LanePlotProps {
  readonly lane: Lane;
  readonly width: number;
  readonly gridX: readonly number[];
  readonly nowX: number | undefined;
  readonly selected: string | undefined;
  /** Event of the selected frame: pushes on one stream share their exchange. */
  readonly selectedSeq: number | undefined;
  readonly hovered: string | undefined;
  /** Id of the mark that Tab reaches. */
  readonly focusable: string | undefined;
  readonly name: string;
  readonly onSelect: (mark: Mark) => void;
  readonly onHover: (mark: Mark | undefined) => void;
}

/** Draws one lane as laid out. */
export function LanePlot(props: LanePlotProps): ReactNode {
  const { lane, width, nowX } = props;
  const captions = captionPlaces(lane.marks, width);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a drawing
    <svg
      className={styles.plot}
      width={width}
      height={LANE_HEIGHT}
      role="group"
      aria-label={`Marks of ${props.name}`}
    >
      {props.gridX.map((at) => (
        <path key={at} className={styles.grid} d={`M${at.toFixed(1)} 0V${LANE_HEIGHT}`} />
      ))}
      {lane.blocks.map((block) => (
        <g key={`${block.status}${block.x}`} className={toneClass(block.status)}>
          <rect
            className={styles.block}
            x={block.x}
            y={BAR.top}
            width={(block.thinFrom ?? block.x + block.width) - block.x}
            height={BAR.height}
            rx={3}
          />
          {block.thinFrom !== undefined && (
            <rect
              className={styles.block}
              x={block.thinFrom}
              y={BAR.top + BAR.height / 2 - 1.5}
              width={block.x + block.width - block.thinFrom}
              height={3}
            />
          )}
          {block.label !== undefined && (
            <text
              className={block.thinFrom === undefined ? styles.blockText : styles.endText}
              x={block.labelX}
              y={BAR.top + 12}
            >
              {block.label}
            </text>
          )}
        </g>
      ))}
      {lane.gone !== undefined && lane.gone.width > 1 && (
        <rect
          className={styles.goneBlock}
          x={lane.gone.x}
          y={BAR.top + 3}
          width={lane.gone.width}
          height={BAR.height - 6}
        />
      )}
      {lane.away !== undefined && (
        <text
          className={styles.caption}
          x={lane.away === 'before' ? 6 : width - 6}
          y={BAR.top + 12}
          textAnchor={lane.away === 'before' ? 'start' : 'end'}
        >
          {lane.away === 'before' ? '◂ earlier' : 'later ▸'}
        </text>
      )}
      {lane.truth !== undefined && <TrueBar truth={lane.truth} width={width} />}
      {lane.fuse !== undefined && <FuseLine fuse={lane.fuse} width={width} />}
      {nowX !== undefined && <path className={styles.now} d={`M${nowX.toFixed(1)} 0V${LANE_HEIGHT}`} />}
      {lane.marks.map((mark) => {
        const place = captions.get(mark.id);
        return (
          <MarkShape
            key={mark.id}
            mark={mark}
            selected={isSelected(mark, props.selected, props.selectedSeq)}
            hovered={mark.exchange !== undefined && mark.exchange === props.hovered}
            focusable={mark.id === props.focusable}
            caption={place === undefined ? undefined : mark.caption}
            captionLeft={place === 'left'}
            onSelect={props.onSelect}
            onHover={props.onHover}
          />
        );
      })}
    </svg>
  );
}

function isSelected(mark: Mark, exchange: string | undefined, seq: number | undefined): boolean {
  if (mark.exchange === undefined || mark.exchange !== exchange || mark.kind === 'question') return false;
  return mark.kind !== 'push' || mark.seq === seq;
}

function FuseLine(props: { readonly fuse: Fuse; readonly width: number }): ReactNode {
  const { fuse, width } = props;
  const end = fuse.x ?? (fuse.mono < 0 ? 0 : width);
  const start = fuse.from ?? width;
  const middle = BAR.top + BAR.height / 2;
  const room = Math.min(end, width) - start;
  const text = room > fuse.label.length * 5.7 + 14 ? fuse.label : room > 100 ? fuse.short : undefined;
  return (
    <g>
      {start < end && <path className={styles.fuse} d={`M${start + 3} ${middle}H${end}`} />}
      {fuse.x !== undefined && (
        <path className={styles.fuseEnd} d={`M${fuse.x} ${BAR.top - 2}v${BAR.height + 4}`} />
      )}
      <title>{fuse.label}</title>
      {text !== undefined && (
        <text
          className={cx(styles.caption, fuse.passed && styles.warn)}
          x={Math.min(end, width) - 5}
          y={middle - 5}
          textAnchor="end"
        >
          {text}
        </text>
      )}
    </g>
  );
}

/** Which captions have room, left or right of their mark; one that would overlap its neighbour is left to the tooltip. */
function captionPlaces(marks: readonly Mark[], width: number): ReadonlyMap<string, 'left' | 'right'> {
  const out = new Map<string, 'left' | 'right'>();
  let taken = Number.NEGATIVE_INFINITY;
  const captioned = marks.filter((mark) => mark.caption !== undefined);
  captioned.forEach((mark, i) => {
    const length = (mark.caption?.length ?? 0) * 5.7 + 10;
    const next = captioned[i + 1]?.x ?? Number.POSITIVE_INFINITY;
    if (mark.x + length < Math.min(width, next - 8)) {
      out.set(mark.id, 'right');
      taken = mark.x + length;
    } else if (mark.x - length > Math.max(0, taken + 8)) {
      out.set(mark.id, 'left');
      taken = mark.x + 8;
    }
  });
  return out;
}
