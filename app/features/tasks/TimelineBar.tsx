import type { ReactNode } from 'react';
import { Bar } from '../../ui/Bar.tsx';
import { Button } from '../../ui/Button.tsx';
import { count } from '../../ui/format.ts';
import styles from './timeline.module.css';
import type { ViewMode } from './view.ts';
import { WaitingChip } from './WaitingChip.tsx';

export interface TimelineBarProps {
  readonly tasks: number;
  readonly waiting: number;
  readonly mode: ViewMode;
  readonly folded: boolean;
  /** Undefined where there is nothing to make room for. */
  readonly onFold: (() => void) | undefined;
  readonly onWaiting: () => void;
  readonly onFit: () => void;
  readonly onLive: () => void;
  readonly onZoom: (factor: number) => void;
}

/** The timeline's head: what it holds, zoom, and why it does not follow the present when it does not. */
export function TimelineBar(props: TimelineBarProps): ReactNode {
  const stopped = props.mode.kind === 'fixed';
  return (
    <Bar title="Timeline">
      <span className={styles.desk}>{count(props.tasks, 'task')}</span>
      <WaitingChip waiting={props.waiting} onWaiting={props.onWaiting} />
      <Bar.Grow />
      {!props.folded && (
        <>
          {stopped && (
            <span className={styles.desk}>You moved the view; it does not follow the present.</span>
          )}
          <Button
            size="icon"
            variant="ghost"
            aria-label="Zoom out"
            title="Zoom out (-)"
            onClick={() => props.onZoom(0.5)}
          >
            −
          </Button>
          <Button
            size="icon"
            variant="ghost"
            aria-label="Zoom in"
            title="Zoom in (+)"
            onClick={() => props.onZoom(2)}
          >
            +
          </Button>
          <Button
            variant="ghost"
            pressed={props.mode.kind === 'fit'}
            title="Show all tasks (f)"
            onClick={props.onFit}
          >
            Fit
          </Button>
          <Button
            pressed={props.mode.kind === 'auto' || props.mode.kind === 'follow'}
            title="Follow the present"
            onClick={props.onLive}
          >
            Live
          </Button>
        </>
      )}
      {props.onFold !== undefined && (
        <Button
          variant="ghost"
          aria-expanded={!props.folded}
          title={props.folded ? 'Unfold the timeline (t)' : 'Fold the timeline (t)'}
          onClick={props.onFold}
        >
          {props.folded ? 'Unfold' : 'Fold'}
        </Button>
      )}
    </Bar>
  );
}
