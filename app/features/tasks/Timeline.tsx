import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type TaskHistory, taskKey } from '../../engine/derive/model.ts';
import { isAlive } from '../../engine/index.ts';
import { cx } from '../../ui/cx.ts';
import { shortId, visible } from '../../ui/label.ts';
import { type Ticking, useMedia, useNow, useSize } from '../../ui/live.ts';
import { StatusText } from '../../ui/Status.tsx';
import { Axis } from './Axis.tsx';
import { LanePlot } from './LanePlot.tsx';
import { LANE_HEIGHT, laneName, layLane, scaleOf, statusWords } from './layout.ts';
import type { Mark } from './marks.ts';
import { moved, type Spot } from './roving.ts';
import styles from './timeline.module.css';
import { usePlotGestures } from './usePlotGestures.ts';
import { panned, ticksOf, type ViewMode, viewOf, zoomed } from './view.ts';

export interface TimelineProps {
  /** In the order of the lanes. */
  readonly tasks: readonly TaskHistory[];
  readonly clock: Ticking;
  readonly mono: () => number;
  readonly mode: ViewMode;
  readonly onMode: (mode: ViewMode) => void;
  readonly selectedTask: string | undefined;
  readonly selectedExchange: string | undefined;
  readonly selectedSeq: number | undefined;
  readonly hoveredExchange: string | undefined;
  readonly onSelectTask: (task: TaskHistory) => void;
  readonly onSelectMark: (mark: Mark, task: TaskHistory) => void;
  readonly onHover: (exchange: string | undefined) => void;
}

/** Width of the lane labels, px: what is left is the plot's, so the style sheet takes it from here. */
const LABEL = { wide: 208, narrow: 128 } as const;

/** One lane a task over a shared axis. What goes where is in layout.ts; this wires it to the page. */
export function Timeline(props: TimelineProps): ReactNode {
  const { tasks, mode, onMode } = props;
  const calm = useMedia('(prefers-reduced-motion: reduce)');
  const every = calm || !tasks.some(isAlive) ? 1000 : 100;
  const now = useNow(props.clock, every, props.mono);
  const [sizeRef, size] = useSize();
  const label = size.width < 560 ? LABEL.narrow : LABEL.wide;
  const width = Math.max(0, size.width - label);
  const [scrollTop, setScrollTop] = useState(0);
  const [spot, setSpot] = useState<Spot>();
  const lanesRef = useRef<HTMLDivElement | null>(null);
  const refocus = useRef(false);

  const view = viewOf(mode, tasks, now);
  const x = scaleOf(view, width);
  const nowX = now >= view.from && now <= view.to ? x(now) : undefined;
  const ticks = ticksOf(view, width).map((tick) => ({ tick, x: x(tick.at) }));
  const first = Math.max(0, Math.floor(scrollTop / LANE_HEIGHT) - 2);
  const last = Math.ceil((scrollTop + size.height) / LANE_HEIGHT) + 2;
  const apart = new Set(
    [spot?.mark, props.selectedExchange, props.hoveredExchange].filter((v) => v !== undefined),
  );
  const lanes =
    width === 0
      ? []
      : tasks
          .slice(first, last)
          .map((task) =>
            layLane({ key: taskKey(task.endpoint, task.taskId), task, view, width, now, apart }),
          );

  usePlotGestures(lanesRef, view, width, now, onMode);
  useEffect(() => {
    if (!refocus.current || spot === undefined) return;
    refocus.current = false;
    const lane = lanesRef.current?.querySelector(`[data-lane="${CSS.escape(spot.lane)}"]`);
    const target =
      spot.mark === undefined
        ? lane?.querySelector('button')
        : lane?.querySelector(`[data-mark="${CSS.escape(spot.mark)}"]`);
    if (target instanceof HTMLElement || target instanceof SVGElement) target.focus();
    lane?.scrollIntoView({ block: 'nearest' });
  }, [spot]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const zoom = event.key === '+' || event.key === '=' ? 2 : event.key === '-' ? 0.5 : undefined;
    const pan = event.shiftKey ? { ArrowLeft: -0.2, ArrowRight: 0.2 }[event.key] : undefined;
    if (zoom !== undefined) onMode(zoomed(view, zoom, now));
    else if (pan !== undefined) onMode(panned(view, pan));
    else {
      const next = moved(lanes, spot, event.key);
      if (next === undefined) return;
      refocus.current = true;
      setSpot(next);
    }
    event.preventDefault();
  };
  // The same function at every render: with a new one React would take the element off the observer and give it back each time.
  const setLanes = useCallback(
    (element: HTMLDivElement | null) => {
      lanesRef.current = element;
      sizeRef(element);
    },
    [sizeRef],
  );
  const onHover = useCallback((mark: Mark | undefined) => props.onHover(mark?.exchange), [props.onHover]);

  const tabLane = lanes.some((lane) => lane.key === spot?.lane) ? spot?.lane : lanes[0]?.key;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      className={styles.timeline}
      style={{ '--label': `${label}px` } as CSSProperties}
      role="group"
      aria-label="Tasks over time"
    >
      <Axis width={width} ticks={ticks} nowX={nowX} now={now} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the lanes and marks inside */}
      <div
        className={styles.lanes}
        ref={setLanes}
        onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
        onKeyDown={onKeyDown}
      >
        <div className={styles.space} style={{ height: tasks.length * LANE_HEIGHT }}>
          {lanes.map((lane, i) => {
            const isSpot = lane.key === tabLane;
            const mark = isSpot && lane.marks.some((m) => m.id === spot?.mark) ? spot?.mark : undefined;
            const name = laneName(lane.task);
            return (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
              <div
                key={lane.key}
                className={cx(styles.lane, lane.key === props.selectedTask && styles.chosen)}
                style={{ top: (first + i) * LANE_HEIGHT }}
                role="group"
                aria-label={name}
                data-lane={lane.key}
                onFocus={(event) => {
                  const id = event.target.getAttribute('data-mark') ?? undefined;
                  if (spot?.lane !== lane.key || spot.mark !== id) setSpot({ lane: lane.key, mark: id });
                }}
              >
                <LaneLabel
                  task={lane.task}
                  tabIndex={isSpot && mark === undefined ? 0 : -1}
                  pressed={lane.key === props.selectedTask}
                  onClick={() => props.onSelectTask(lane.task)}
                />
                <LanePlot
                  lane={lane}
                  width={width}
                  gridX={ticks.map((tick) => tick.x)}
                  nowX={nowX}
                  selected={props.selectedExchange}
                  selectedSeq={props.selectedSeq}
                  hovered={props.hoveredExchange}
                  focusable={mark}
                  name={name}
                  onSelect={(chosen) => props.onSelectMark(chosen, lane.task)}
                  onHover={onHover}
                />
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

interface LaneLabelProps {
  readonly task: TaskHistory;
  readonly tabIndex: number;
  readonly pressed: boolean;
  readonly onClick: () => void;
}

function LaneLabel({ task, tabIndex, pressed, onClick }: LaneLabelProps): ReactNode {
  const state = task.gone !== undefined ? 'gone' : (task.status ?? 'unknown');
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
        <StatusText status={state === 'gone' ? 'failed' : state}>
          <span>{statusWords(task)}</span>
        </StatusText>
      </span>
    </button>
  );
}
