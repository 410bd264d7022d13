import { lazy, type ReactNode, type RefObject, useCallback, useState } from 'react';
import { wallAt } from '../engine/derive/past.ts';
import { type Engine, type TaskHistory, taskKey, type World } from '../engine/index.ts';
import { IS_STATIC } from '../features/connect/demo-endpoints.ts';
import type { Mark } from '../features/tasks/marks.ts';
import { TimelineBar } from '../features/tasks/TimelineBar.tsx';
import { type ViewMode, viewOf, zoomed } from '../features/tasks/view.ts';
import type { Row } from '../features/traffic/row.ts';
import { Traffic } from '../features/traffic/Traffic.tsx';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { Guard } from '../ui/Guard.tsx';
import { useSize } from '../ui/live.ts';
import { Empty } from '../ui/Section.tsx';
import { Splitter } from '../ui/Splitter.tsx';
import { useStored } from '../ui/stored.ts';
import { exchangeOf, frameOf, type Range, type Selection } from './selection.ts';
import styles from './shell.module.css';

// Asked for as soon as this view is: a page without any task does not wait for it.
const timeline = import('../features/tasks/Timeline.tsx');
const Timeline = lazy(() => timeline.then((m) => ({ default: m.Timeline })));

export interface TasksPageProps {
  readonly className: string | undefined;
  /** Engine and world at the moment that is shown. */
  readonly engine: Engine;
  readonly world: World;
  /** The engine as it is now. */
  readonly live: Engine;
  /** As they are now, whatever moment is shown. */
  readonly tasks: readonly TaskHistory[];
  /** How many tasks and calls wait for the person. */
  readonly waiting: number;
  /** Connects to the demo; undefined where there is a server already, or one is asked. */
  readonly onBundled: (() => void) | undefined;
  readonly selection: Selection;
  readonly task: TaskHistory | undefined;
  readonly mode: ViewMode;
  readonly onMode: (mode: ViewMode) => void;
  readonly folded: boolean;
  readonly onFold: () => void;
  readonly filterRef: RefObject<HTMLInputElement | null>;
  /** On a narrow page only one of the two is shown. */
  readonly pane: 'both' | 'tasks' | 'traffic';
  readonly onTask: (task: TaskHistory) => void;
  readonly onLook: (look: Partial<Pick<Selection, 'filter' | 'highlight'>>) => void;
  readonly onRow: (row: string, taskIds: readonly string[]) => void;
  readonly onOpen: () => void;
  readonly onWaiting: () => void;
  readonly onCursor: (cursor: number | undefined) => void;
  readonly onRange: (range: Range | undefined) => void;
}

/** Heights that keep both panes usable, px. */
const LEAST = { timeline: 90, traffic: 150 } as const;
const AT_FIRST = 318;

/** Timeline above, traffic below; what is selected or pointed at in one is marked in the other. */
export function TasksPage(props: TasksPageProps): ReactNode {
  const { engine, live, tasks, mode, selection, onRow, onCursor, pane } = props;
  const { cursor } = selection;
  const isPast = engine !== live;
  const [ref, size] = useSize();
  const [stored, setHeight] = useStored('timeline-height', String(AT_FIRST));
  const [hovered, setHovered] = useState<string>();
  const most = Math.max(LEAST.timeline, size.height - LEAST.traffic - 36);
  const height = Math.min(most, Math.max(LEAST.timeline, Number(stored) || AT_FIRST));
  const both = pane === 'both';
  const frame = frameOf(selection.row);
  const chosen = props.world.exchangeById.get(exchangeOf(selection.row) ?? '');
  const frameSeq = frame === undefined ? undefined : chosen?.frames.at(frame)?.seq;

  const onSelectMark = useCallback(
    (mark: Mark, task: TaskHistory) => {
      const id = mark.exchange ?? (mark.seq === undefined ? null : live.log.read(mark.seq).exchange);
      if (id === undefined || id === null) return;
      onRow(rowOf(live.world(), id, mark.seq), [task.taskId]);
      // Who looks at another moment goes to that of the mark.
      if (cursor !== undefined) onCursor(mark.mono);
    },
    [live, onRow, cursor, onCursor],
  );
  const onSelectRow = useCallback((row: Row) => onRow(row.key, row.exchange.taskIds), [onRow]);
  const bodyOf = useCallback((seq: number) => live.log.bodyText(seq), [live]);
  const onHoverRow = useCallback((row: Row | undefined) => setHovered(row?.exchange.id), []);

  return (
    <main className={cx(styles.main, props.className)} ref={ref}>
      {pane !== 'traffic' && (
        <>
          <TimelineBar
            tasks={tasks.length}
            waiting={props.waiting}
            onWaiting={props.onWaiting}
            mode={mode}
            folded={both && props.folded}
            onFold={both ? props.onFold : undefined}
            onFit={() => props.onMode({ kind: 'fit' })}
            onLive={() => props.onMode({ kind: 'auto' })}
            onZoom={(factor) => {
              const now = live.mono();
              props.onMode(zoomed(viewOf(mode, tasks, now), factor, now));
            }}
          />
          {!(both && props.folded) && (
            <>
              <div className={styles.timeline} style={both ? { height } : undefined}>
                {tasks.length === 0 && props.onBundled !== undefined ? (
                  <Empty title="Not connected">
                    <p>Type the address of a server at the top and press Enter, or see it all on the demo.</p>
                    <Button onClick={props.onBundled}>
                      {IS_STATIC ? 'Demo in this page' : 'Bundled demo server'}
                    </Button>
                  </Empty>
                ) : tasks.length === 0 ? (
                  <Empty title="No task yet">
                    Call a tool. Where the server answers with a task, it gets a lane here, and everything
                    about it is marked on it as it happens.
                  </Empty>
                ) : (
                  <Guard fallback={<Empty busy title="Loading the timeline" />}>
                    <Timeline
                      tasks={tasks}
                      world={live.world()}
                      windows={live.world().faults}
                      clock={live.clock}
                      mono={() => live.mono()}
                      wallAt={(mono) => wallAt(live.log, mono)}
                      cursor={cursor}
                      past={isPast ? props.world : undefined}
                      onCursor={onCursor}
                      range={selection.range}
                      onRange={props.onRange}
                      mode={mode}
                      onMode={props.onMode}
                      selectedTask={
                        selection.task === undefined ? undefined : laneOf(tasks, props.task, selection.task)
                      }
                      selectedExchange={exchangeOf(selection.row)}
                      selectedSeq={frameSeq}
                      hoveredExchange={hovered}
                      onSelectTask={props.onTask}
                      onSelectMark={onSelectMark}
                      onHover={setHovered}
                    />
                  </Guard>
                )}
              </div>
              {both && (
                <Splitter
                  label="Height of the timeline"
                  value={height}
                  min={LEAST.timeline}
                  max={most}
                  onChange={(next) => setHeight(String(next))}
                />
              )}
            </>
          )}
        </>
      )}
      {pane !== 'tasks' && (
        <Traffic
          exchanges={props.world.exchanges}
          bodyOf={bodyOf}
          filter={selection.filter}
          highlight={selection.highlight}
          onLook={props.onLook}
          range={selection.range}
          onRange={props.onRange}
          selected={selection.row}
          hovered={hovered}
          taskId={selection.task}
          filterRef={props.filterRef}
          onSelect={onSelectRow}
          onOpen={props.onOpen}
          onHover={onHoverRow}
        />
      )}
    </main>
  );
}

/** The lane of the selected task; one that was not there yet at the moment that is shown has its lane all the same. */
function laneOf(
  tasks: readonly TaskHistory[],
  task: TaskHistory | undefined,
  id: string,
): string | undefined {
  const found = task ?? tasks.find(({ taskId }) => taskId === id);
  return found === undefined ? undefined : taskKey(found.endpoint, found.taskId);
}

/** The row of a mark: a frame of a stream where the mark came as one. */
function rowOf(world: World, exchange: string, seq: number | undefined): string {
  const found = world.exchangeById.get(exchange);
  if (found === undefined || seq === undefined || found.method !== 'subscriptions/listen') return exchange;
  let n = 0;
  for (const frame of found.frames) {
    if (frame.seq === seq) return `${exchange}#${n}`;
    n += 1;
  }
  return exchange;
}
