import { lazy, type ReactNode, useMemo, useReducer, useRef, useState } from 'react';
import { type Clock, type Engine, type LoadedRecording, taskKey } from '../engine/index.ts';
import { titleOf } from '../features/recordings/RecordingRow.tsx';
import { shownTasks } from '../features/tasks/alive.ts';
import type { ViewMode } from '../features/tasks/view.ts';
import { Button } from '../ui/Button.tsx';
import { Guard } from '../ui/Guard.tsx';
import { Empty } from '../ui/Section.tsx';
import styles from './recorded.module.css';
import { Link } from './route.tsx';
import { findTask, fromSearch, NOTHING, select } from './selection.ts';
import { usePast } from './usePast.ts';

const CursorBar = lazy(() =>
  import('../features/tasks/CursorBar.tsx').then((m) => ({ default: m.CursorBar })),
);
const TasksPage = lazy(() => import('./TasksPage.tsx').then((m) => ({ default: m.TasksPage })));
const DetailPanel = lazy(() => import('./DetailPanel.tsx').then((m) => ({ default: m.DetailPanel })));

export interface RecordedPageProps {
  readonly recording: LoadedRecording;
  /** The recording as an engine that sends nothing. */
  readonly engine: Engine;
  /** By which it plays. */
  readonly clock: Clock;
  readonly onClose: () => void;
}

/** A recording in the views of the live page: timeline, traffic, detail. It is marked throughout, and nothing is sent from it. */
export function RecordedPage({ recording, engine, clock, onClose }: RecordedPageProps): ReactNode {
  const [selection, dispatch] = useReducer(select, location.search, (search) => ({
    ...NOTHING,
    cursor: fromSearch(search).cursor,
  }));
  const [mode, setMode] = useState<ViewMode>({ kind: 'fit' });
  const [folded, setFolded] = useState(false);
  const filterRef = useRef<HTMLInputElement>(null);
  const right = useRef<HTMLElement>(null);
  const world = engine.world();
  const tasks = useMemo(() => shownTasks(world.tasks.values()), [world.tasks]);
  const past = usePast(engine, selection.cursor);
  const shown = past ?? engine;
  const seen = past === undefined ? world : past.world();
  const task = findTask(seen, selection.task, engine.endpoint);
  const onCursor = (cursor: number | undefined): void => dispatch({ type: 'cursor', cursor });
  const onRow = (row: string, taskIds: readonly string[]): void => dispatch({ type: 'row', row, taskIds });
  const kind = recording.imported ? 'Imported' : 'Recorded';
  return (
    <div className={styles.recorded}>
      <section className={styles.banner} aria-label="Recording">
        <span role="status">
          <b>{kind}, nothing is sent.</b> {titleOf(recording)}
          {recording.lostTail && '. Its end is missing: at most what was written last.'}
        </span>
        <span className={styles.actions}>
          <Button onClick={onClose}>All recordings</Button>
          <Link href="/" onClick={onClose}>
            Back to live
          </Link>
        </span>
      </section>
      <div className={styles.views}>
        <Guard fallback={<Empty busy title="Loading" />}>
          <TasksPage
            className={styles.main}
            engine={shown}
            world={seen}
            live={engine}
            tasks={tasks}
            waiting={0}
            onBundled={undefined}
            selection={selection}
            task={task}
            mode={mode}
            onMode={setMode}
            folded={folded}
            onFold={() => setFolded(!folded)}
            filterRef={filterRef}
            pane="both"
            onTask={(chosen) => dispatch({ type: 'task', task: chosen.taskId })}
            onLook={(look) => dispatch({ type: 'look', look })}
            onRow={onRow}
            onWaiting={() => undefined}
            onCursor={onCursor}
            onRange={(range) => dispatch({ type: 'range', range })}
            onOpen={() =>
              right.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus()
            }
          />
          <aside ref={right} className={styles.detail} aria-label="Detail">
            <DetailPanel
              key={task === undefined ? '' : taskKey(task.endpoint, task.taskId)}
              engine={shown}
              world={seen}
              endpoint={engine.endpoint}
              server={undefined}
              selection={selection}
              task={task}
              link=""
              onTab={(tab) => dispatch({ type: 'tab', tab })}
              onTask={() => undefined}
              onShow={(exchange) => onRow(exchange, world.exchangeById.get(exchange)?.taskIds ?? [])}
              onForget={() => undefined}
              onEdit={undefined}
              leads={undefined}
              focusAsked={undefined}
              onFocused={() => undefined}
            />
          </aside>
        </Guard>
      </div>
      {past !== undefined && (
        <Guard fallback={null}>
          <CursorBar
            engine={engine}
            clock={clock}
            cursor={selection.cursor ?? 0}
            taskId={selection.task}
            onCursor={onCursor}
            onExchange={(id) => onRow(id, world.exchangeById.get(id)?.taskIds ?? [])}
          />
        </Guard>
      )}
    </div>
  );
}
