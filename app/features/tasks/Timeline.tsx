import {
  type CSSProperties,
  type KeyboardEvent,
  lazy,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type TaskHistory, taskKey, type World } from '../../engine/derive/model.ts';
import { isAlive } from '../../engine/index.ts';
import { Guard } from '../../ui/Guard.tsx';
import { type Ticking, useMedia, useNow, useSize } from '../../ui/live.ts';
import { useStored } from '../../ui/stored.ts';
import { CursorAxis, type Stretch } from './CursorAxis.tsx';
import { LaneRow } from './LaneRow.tsx';
import { LANE_HEIGHT, layLane } from './layout.ts';
import legendStyles from './legend.module.css';
import type { Mark } from './marks.ts';
import { Overlay, type TimeWindow } from './Overlay.tsx';
import { moved, type Spot } from './roving.ts';
import styles from './timeline.module.css';
import { truthOf } from './truth-of.ts';
import { usePlotGestures } from './usePlotGestures.ts';
import { panned, ticksOf, timeScale, type ViewMode, viewOf, zoomed } from './view.ts';

export interface TimelineProps {
  /** In the order of the lanes. */
  readonly tasks: readonly TaskHistory[];
  /** As it is now: what was true of the tasks, and their exchanges. */
  readonly world: World;
  /** Stretches to shade over all lanes: a fault that was on, for example. */
  readonly windows?: readonly TimeWindow[];
  readonly clock: Ticking;
  /** The present, whatever moment is shown. */
  readonly mono: () => number;
  /** Wall time of a moment, ms since the epoch. */
  readonly wallAt: (mono: number) => number;
  /** The moment that is shown, and the world at it; undefined: the present. */
  readonly cursor: number | undefined;
  readonly past: World | undefined;
  readonly onCursor: (mono: number | undefined) => void;
  readonly range: Stretch | undefined;
  readonly onRange: (range: Stretch | undefined) => void;
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

const Legend = lazy(() => import('./Legend.tsx').then((m) => ({ default: m.Legend })));
const Lifetimes = lazy(() => import('./Lifetimes.tsx').then((m) => ({ default: m.Lifetimes })));
const TimelineTable = lazy(() => import('./TimelineTable.tsx').then((m) => ({ default: m.TimelineTable })));

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
  const [legend, setLegend] = useState(false);
  const [table, setTable] = useState(false);
  const [lifetimes, setLifetimes] = useStored('lifetimes', 'hidden');
  const [drawn, setDrawn] = useState<Stretch>();
  const lanesRef = useRef<HTMLDivElement | null>(null);
  const refocus = useRef(false);

  const view = viewOf(mode, tasks, now);
  const scale = timeScale(view, width);
  const nowX = now >= view.from && now <= view.to ? scale.x(now) : undefined;
  const ticks = ticksOf(view, width).map((tick) => ({ tick, x: scale.x(tick.at) }));
  const gridX = ticks.map((tick) => tick.x);
  const first = Math.max(0, Math.floor(scrollTop / LANE_HEIGHT) - 2);
  const last = Math.ceil((scrollTop + size.height) / LANE_HEIGHT) + 2;
  const apart = new Set(
    [spot?.mark, props.selectedExchange, props.hoveredExchange].filter((v) => v !== undefined),
  );
  const lanes =
    width === 0
      ? []
      : tasks.slice(first, last).map((task) => {
          const truth = truthOf(task, props.world, now);
          return layLane({ key: taskKey(task.endpoint, task.taskId), task, truth, view, width, now, apart });
        });

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

  // A moment that is stepped to comes into view.
  const cursorAt = useRef(props.cursor);
  useEffect(() => {
    const before = cursorAt.current;
    cursorAt.current = props.cursor;
    if (props.cursor === undefined || props.cursor === before) return;
    const half = (view.to - view.from) / 2;
    if (props.cursor < view.from || props.cursor > view.to)
      onMode({ kind: 'fixed', from: props.cursor - half, to: props.cursor + half });
  }, [props.cursor, view.from, view.to, onMode]);

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

  // The selected lane is the one that Tab reaches, as long as no other has had the focus.
  const home = lanes.find((lane) => lane.key === props.selectedTask) ?? lanes[0];
  const tabLane = lanes.some((lane) => lane.key === spot?.lane) ? spot?.lane : home?.key;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      className={styles.timeline}
      style={{ '--label': `${label}px` } as CSSProperties}
      role="group"
      aria-label="Tasks over time"
    >
      <div className={styles.axis}>
        <span className={legendStyles.tools}>
          Task
          <button type="button" aria-pressed={legend} onClick={() => setLegend(!legend)}>
            Legend
          </button>
          <button type="button" aria-pressed={table} onClick={() => setTable(!table)}>
            Table
          </button>
          <button
            type="button"
            aria-pressed={lifetimes === 'shown'}
            onClick={() => setLifetimes(lifetimes === 'shown' ? 'hidden' : 'shown')}
          >
            Lifetimes
          </button>
        </span>
        <CursorAxis
          {...{ width, scale, ticks, now }}
          wallAt={props.wallAt}
          cursor={props.cursor}
          onCursor={props.onCursor}
          onRange={(stretch, done) => {
            setDrawn(done ? undefined : stretch);
            if (done) props.onRange(stretch);
          }}
        />
      </div>
      <Guard fallback={null}>
        {legend && <Legend />}
        {table && (
          <TimelineTable
            {...{ tasks, now }}
            world={props.world}
            past={props.past}
            onSelectTask={props.onSelectTask}
            onSelectMark={props.onSelectMark}
          />
        )}
      </Guard>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the lanes and marks inside */}
      <div
        className={styles.lanes}
        hidden={table}
        ref={setLanes}
        onDoubleClick={() => props.onRange(undefined)}
        onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
        onKeyDown={onKeyDown}
      >
        <div className={styles.space} style={{ height: tasks.length * LANE_HEIGHT }}>
          {lanes.map((lane, i) => (
            <LaneRow
              key={lane.key}
              lane={lane}
              shown={props.past === undefined ? lane.task : props.past.tasks.get(lane.key)}
              top={(first + i) * LANE_HEIGHT}
              {...{ width, gridX, nowX }}
              isSpot={lane.key === tabLane}
              spot={spot}
              onSpot={setSpot}
              chosen={lane.key === props.selectedTask}
              selected={props.selectedExchange}
              selectedSeq={props.selectedSeq}
              hovered={props.hoveredExchange}
              onSelectTask={props.onSelectTask}
              onSelectMark={props.onSelectMark}
              onHover={onHover}
            />
          ))}
        </div>
      </div>
      {lifetimes === 'shown' && (
        <Guard fallback={null}>
          <Lifetimes {...{ tasks, scale, width, now }} exchanges={props.world.exchanges} />
        </Guard>
      )}
      {!table && (
        <Overlay
          {...{ label, scale, width }}
          cursor={props.cursor}
          range={drawn ?? props.range}
          windows={props.windows}
        />
      )}
    </div>
  );
}
