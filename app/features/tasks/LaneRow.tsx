import type { ReactNode } from 'react';
import type { TaskHistory } from '../../engine/derive/model.ts';
import { cx } from '../../ui/cx.ts';
import { shortId, visible } from '../../ui/label.ts';
import { StatusText } from '../../ui/Status.tsx';
import { toneStatus } from '../../ui/tone.ts';
import { LanePlot } from './LanePlot.tsx';
import { type Lane, laneName, statusWords } from './layout.ts';
import type { Mark } from './marks.ts';
import type { Spot } from './roving.ts';
import styles from './timeline.module.css';

export interface LaneRowProps {
  readonly lane: Lane;
  /** The task at the moment that is shown; undefined where it was not there yet. */
  readonly shown: TaskHistory | undefined;
  readonly top: number;
  readonly width: number;
  readonly gridX: readonly number[];
  readonly nowX: number | undefined;
  /** It is the lane that Tab reaches. */
  readonly isSpot: boolean;
  readonly spot: Spot | undefined;
  readonly onSpot: (spot: Spot) => void;
  readonly chosen: boolean;
  readonly selected: string | undefined;
  readonly selectedSeq: number | undefined;
  readonly hovered: string | undefined;
  readonly onSelectTask: (task: TaskHistory) => void;
  readonly onSelectMark: (mark: Mark, task: TaskHistory) => void;
  readonly onHover: (mark: Mark | undefined) => void;
}

/** One task: its label and its plot. */
export function LaneRow(props: LaneRowProps): ReactNode {
  const { lane, shown, spot, isSpot, chosen } = props;
  const mark = isSpot && lane.marks.some((m) => m.id === spot?.mark) ? spot?.mark : undefined;
  const name = laneName(lane.task, shown);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      className={cx(styles.lane, chosen && styles.chosen)}
      style={{ top: props.top }}
      role="group"
      aria-label={name}
      data-lane={lane.key}
      onFocus={(event) => {
        const id = event.target.getAttribute('data-mark') ?? undefined;
        if (spot?.lane !== lane.key || spot.mark !== id) props.onSpot({ lane: lane.key, mark: id });
      }}
    >
      <LaneLabel
        task={lane.task}
        shown={shown}
        tabIndex={isSpot && mark === undefined ? 0 : -1}
        pressed={chosen}
        onClick={() => props.onSelectTask(lane.task)}
      />
      <LanePlot
        lane={lane}
        width={props.width}
        gridX={props.gridX}
        nowX={props.nowX}
        selected={props.selected}
        selectedSeq={props.selectedSeq}
        hovered={props.hovered}
        focusable={mark}
        name={name}
        onSelect={(selected) => props.onSelectMark(selected, lane.task)}
        onHover={props.onHover}
      />
    </div>
  );
}

interface LaneLabelProps {
  readonly task: TaskHistory;
  readonly shown: TaskHistory | undefined;
  readonly tabIndex: number;
  readonly pressed: boolean;
  readonly onClick: () => void;
}

function LaneLabel({ task, shown, tabIndex, pressed, onClick }: LaneLabelProps): ReactNode {
  const state = shown?.gone !== undefined ? 'gone' : (shown?.status ?? 'unknown');
  return (
    <button
      type="button"
      className={styles.label}
      tabIndex={tabIndex}
      aria-pressed={pressed}
      title={`${visible(task.tool ?? 'task')} ${visible(task.taskId)}`}
      onClick={onClick}
    >
      <span className={styles.tool}>{visible(task.tool ?? 'attached task')}</span>
      <span className={styles.id}>{shortId(task.taskId)}</span>
      <span className={styles.state}>
        <StatusText status={state === 'gone' ? 'failed' : toneStatus(state, task.latest?.toolError === true)}>
          <span>{statusWords(shown)}</span>
        </StatusText>
      </span>
    </button>
  );
}
