import type { ReactNode } from 'react';
import type { Gap } from '../../engine/derive/gaps.ts';
import { cx } from '../../ui/cx.ts';
import { offset } from '../../ui/format.ts';
import { toneClass } from '../../ui/Status.tsx';
import type { TruthLane } from './layout.ts';
import { BAR } from './MarkShape.tsx';
import styles from './truth.module.css';
import { gapWords } from './words.ts';

/** Vertical place within a lane, px. */
const TRUE = { text: 8, top: 10, height: 4 } as const;
const CHARACTER = 5.6;

/** What was true, as the lab told it, above what was seen; where the two differ in a way that matters, the words for it. */
export function TrueBar({ truth, width }: { readonly truth: TruthLane; readonly width: number }): ReactNode {
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a drawing within a drawing
    <g role="img" aria-label={truthName(truth)}>
      <title>{truthName(truth)}</title>
      {truth.blocks.map((block) => (
        <rect
          key={block.x}
          className={cx(styles.block, toneClass(block.status))}
          x={block.x}
          y={TRUE.top}
          width={block.width}
          height={TRUE.height}
        />
      ))}
      {truth.gaps.map((placed, i) => (
        <GapMark key={`${placed.gap.kind}${placed.gap.revision}`} placed={placed} width={width} row={i} />
      ))}
    </g>
  );
}

interface GapMarkProps {
  readonly placed: TruthLane['gaps'][number];
  readonly width: number;
  readonly row: number;
}

function GapMark({ placed, width }: GapMarkProps): ReactNode {
  const { gap, x, to, labelled } = placed;
  const text = gapWords(gap);
  const left = Math.min(x, Math.max(0, width - text.length * CHARACTER));
  return (
    <g className={gap.kind === 'lost-race' || gap.kind === 'missed' ? styles.mild : styles.bad}>
      {gap.kind !== 'missed' && (
        <path
          className={styles.edge}
          d={`M${x} ${TRUE.top}V${BAR.top + BAR.height}M${to} ${TRUE.top}V${BAR.top + BAR.height}`}
        />
      )}
      <path className={styles.span} d={`M${x} ${TRUE.top - 1}H${Math.max(to, x + 2)}`} />
      {labelled && (
        <text x={left} y={TRUE.text}>
          {text}
        </text>
      )}
    </g>
  );
}

/** The accessible name: the states with their times, then what differed. */
function truthName(truth: TruthLane): string {
  const states = truth.history.segments.map(({ status, from }) => `${status} at ${offset(from)} s`);
  const gaps = truth.history.gaps.map((gap: Gap) => gapWords(gap));
  return `True, as the lab told it: ${[states.join(', '), ...gaps].join('; ')}`;
}
