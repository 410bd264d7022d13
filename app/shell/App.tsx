import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { Engine, TaskHistory } from '../engine/index.ts';
import { FirstVisit } from '../features/connect/FirstVisit.tsx';
import { useConnection } from '../features/connect/useConnection.ts';
import { discovered, discoverKey, useDiscovery } from '../features/discover/queries.ts';
import { isWaiting, shownTasks } from '../features/tasks/alive.ts';
import type { ViewMode } from '../features/tasks/view.ts';
import { useTools } from '../features/tools/queries.ts';
import { cx } from '../ui/cx.ts';
import { taskLabel } from '../ui/label.ts';
import { useMedia } from '../ui/live.ts';
import { createNotices } from '../ui/notices.ts';
import { Empty } from '../ui/Section.tsx';
import { readStored, useStored } from '../ui/stored.ts';
import { Announcer } from './Announcer.tsx';
import { isAnswering } from './answering.ts';
import { type DialogName, Dialogs } from './Dialogs.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { type Command, useShortcuts } from './keyboard.ts';
import { LeftPanel } from './LeftPanel.tsx';
import { NoticeLine } from './NoticeLine.tsx';
import { OtherPage } from './OtherPage.tsx';
import { paletteItems } from './paletteItems.ts';
import { Strips } from './Strips.tsx';
import { exchangeOf, findTask, stepped, toSearch } from './selection.ts';
import styles from './shell.module.css';
import { type Pane, TabBar } from './TabBar.tsx';
import { useSelection } from './useSelection.ts';
import { useWorld } from './useWorld.ts';

const TasksPage = lazy(() => import('./TasksPage.tsx').then((m) => ({ default: m.TasksPage })));
const DetailPanel = lazy(() => import('./DetailPanel.tsx').then((m) => ({ default: m.DetailPanel })));

/** The page: layout, views, and what connects the features with each other. */
export function App({ engine }: { readonly engine: Engine }): ReactNode {
  const world = useWorld(engine);
  const queries = useQueryClient();
  const [path, navigate] = useLocation();
  const [linked] = useState(() => new URLSearchParams(location.search).get('endpoint') ?? undefined);
  const use = useConnection(engine, linked, (url, answer) => {
    queries.setQueryData([...discoverKey(url)], discovered(answer));
  });
  const { connection, connect } = use;
  const endpoint = connection.kind === 'connected' ? connection.url : undefined;
  const busy = connection.kind === 'connecting';
  const [selection, dispatch] = useSelection(endpoint, connection.kind === 'asking' || busy);
  const discovery = useDiscovery(engine, endpoint).data?.discovery;
  const tools = useTools(engine, endpoint).data?.tools ?? [];
  const [notices] = useState(createNotices);
  const [mode, setMode] = useState<ViewMode>({ kind: 'auto' });
  const [folded, setFolded] = useStored('timeline-folded', 'no');
  const [focusAsked, setFocusAsked] = useState(false);
  const [dialog, setDialog] = useState<DialogName>();
  const [pane, setPane] = useState<Pane>(
    selection.row !== undefined || selection.task !== undefined ? 'detail' : 'server',
  );
  const narrow = useMedia('(max-width: 760px)');
  const filterRef = useRef<HTMLInputElement>(null);
  const rightRef = useRef<HTMLDivElement>(null);

  const tasks = useMemo(() => shownTasks(world.tasks.values()), [world.tasks]);
  const waiting = tasks.filter(isWaiting).length;
  const task = findTask(world, selection.task, endpoint);
  const bundled = `${location.origin}/mcp`;
  const search = toSearch(selection, endpoint);
  const silent = !isAnswering(world, endpoint);
  const onMain = path === '/';
  const goMain = (): void => {
    if (!onMain) navigate(`/${search}`);
  };

  // A link may name a task that this recording does not know: it is watched once its endpoint is there.
  const linkedTask = useRef(selection.task);
  useEffect(() => {
    const id = linkedTask.current;
    if (endpoint === undefined || id === undefined) return;
    linkedTask.current = undefined;
    if (findTask(engine.world(), id, endpoint) === undefined) engine.attach(endpoint, id);
  }, [endpoint, engine]);

  const onRow = useCallback(
    (row: string, taskIds: readonly string[]) => {
      dispatch({ type: 'row', row, taskIds });
      if (narrow) setPane('detail');
    },
    [dispatch, narrow],
  );
  const onShow = (exchange: string): void => {
    onRow(exchange, engine.world().exchangeById.get(exchange)?.taskIds ?? []);
    goMain();
  };
  const onTask = (id: string): void => {
    const message = engine.world().exchangeById.get(exchangeOf(selection.row) ?? '');
    dispatch({ type: 'task', task: id, keepsRow: message?.taskIds.includes(id) === true });
    if (narrow) setPane('detail');
    goMain();
  };
  const onHandle = (id: string): void => {
    if (endpoint !== undefined && readStored('push') === 'on') engine.setPush(endpoint, id, true);
    // The form that had the focus makes way for the task; a person who has gone elsewhere is left there.
    const at = document.activeElement;
    if (at === document.body || rightRef.current?.contains(at)) setFocusAsked(true);
    onTask(id);
  };
  const onTool = (tool: string): void => {
    dispatch({ type: 'tool', tool });
    if (narrow) setPane('detail');
    goMain();
  };
  const onAttach = (id: string): void => {
    if (endpoint === undefined) return;
    engine.attach(endpoint, id);
    onTask(id);
  };
  const onForget = (forgotten: TaskHistory): void => {
    const { endpoint: of, taskId } = forgotten;
    engine.forget(of, taskId);
    dispatch({ type: 'task', task: undefined });
    const run = (): void => {
      engine.restore(of, taskId);
      dispatch({ type: 'task', task: taskId });
    };
    notices.show(`${taskLabel(forgotten, 'Task')} is forgotten.`, { label: 'Undo', run });
  };
  const onStartNew = (): void => {
    dispatch({ type: 'row', row: undefined, taskIds: [] });
    dispatch({ type: 'task', task: undefined });
    void engine
      .startNewRecording()
      .then(() => notices.show('A new recording has begun. The old one stays stored.'));
  };
  const onFold = (): void => setFolded(folded === 'yes' ? 'no' : 'yes');
  const onStep = (by: 1 | -1): void => {
    const next = stepped(engine.world(), selection.row, by);
    if (next !== undefined) onRow(next.id, next.taskIds);
  };
  const onCommand = (command: Command): void => {
    // A dialog whose code is still on its way has the keys already.
    if (dialog !== undefined) {
      if (command === 'escape') setDialog(undefined);
    } else if (command === 'palette' || command === 'help') setDialog(command);
    else if (command === 'filter') {
      if (narrow) setPane('traffic');
      filterRef.current?.focus();
    } else if (command === 'next') onStep(1);
    else if (command === 'previous') onStep(-1);
    else if (command === 'fit') setMode({ kind: 'fit' });
    else if (command === 'fold') onFold();
    else if (document.activeElement === filterRef.current) filterRef.current?.blur();
  };
  useShortcuts(onCommand);
  const items = () =>
    paletteItems({
      tools,
      tasks,
      onTool: (tool) => {
        setFocusAsked(true);
        onTool(tool);
      },
      onTask: (id) => {
        setFocusAsked(true);
        onTask(id);
      },
      onView: (view) => navigate(view + search),
      onCommand,
      onBundled: () => connect(bundled),
      use,
      onLive: () => setMode({ kind: 'auto' }),
      onStartNew,
    });

  // A new recording of a connected page has no traffic either, and is no first visit.
  const isFirst = world.exchanges.size === 0 && tasks.length === 0 && endpoint === undefined;
  const off = (...shown: Pane[]): string | undefined =>
    narrow && !shown.includes(pane) ? styles.off : undefined;
  const notice = <NoticeLine notices={notices} />;
  return (
    <div className={styles.app}>
      <Header
        engine={engine}
        use={use}
        silent={silent}
        discovery={discovery}
        bundled={bundled}
        onPalette={() => setDialog('palette')}
      />
      <Strips use={use} world={world} onShow={onShow} onStartNew={onStartNew} />
      <div className={styles.body}>
        {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take a name */}
        <div
          className={cx(styles.left, isFirst && narrow && onMain ? styles.off : off('server'))}
          role={narrow ? 'main' : 'complementary'}
          aria-label="Server"
        >
          <LeftPanel
            engine={engine}
            endpoint={endpoint}
            connecting={busy}
            tool={selection.tool}
            waiting={waiting}
            search={search}
            onTool={onTool}
            onAttach={onAttach}
            onView={() => setPane('tasks')}
          />
        </div>
        {!onMain ? (
          <main className={cx(styles.main, styles.wide, off('tasks', 'traffic', 'detail'))}>
            <OtherPage
              engine={engine}
              world={world}
              endpoint={endpoint}
              path={path}
              notices={notices}
              onShow={onShow}
              onStartNew={onStartNew}
            />
          </main>
        ) : isFirst ? (
          <main className={cx(styles.main, styles.wide)}>
            <FirstVisit busy={busy} bundled={bundled} onConnect={connect} />
          </main>
        ) : (
          <Suspense
            fallback={
              <main className={cx(styles.main, styles.wide)}>
                <Empty busy title="Loading" />
              </main>
            }
          >
            <TasksPage
              className={off('tasks', 'traffic')}
              engine={engine}
              world={world}
              tasks={tasks}
              selection={selection}
              task={task}
              mode={mode}
              onMode={setMode}
              folded={folded === 'yes'}
              onFold={onFold}
              filterRef={filterRef}
              pane={narrow ? (pane === 'traffic' ? 'traffic' : 'tasks') : 'both'}
              onTask={(chosen) => onTask(chosen.taskId)}
              onRow={onRow}
              onOpen={() => {
                if (narrow) setPane('detail');
                rightRef.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
              }}
            />
            {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take a name */}
            <div
              ref={rightRef}
              className={cx(styles.right, off('detail'))}
              role={narrow ? 'main' : 'complementary'}
              aria-label="Detail"
            >
              <Suspense fallback={<Empty busy title="Loading" />}>
                <DetailPanel
                  engine={engine}
                  world={world}
                  endpoint={endpoint}
                  server={discovery?.serverInfo?.name}
                  selection={selection}
                  task={task}
                  link={`${location.origin}/${toSearch({ ...selection, row: undefined, tool: undefined }, task?.endpoint)}`}
                  onTab={(tab) => dispatch({ type: 'tab', tab })}
                  onTask={onHandle}
                  onShow={onShow}
                  onForget={onForget}
                  focusAsked={focusAsked}
                  onFocused={() => setFocusAsked(false)}
                />
              </Suspense>
            </div>
          </Suspense>
        )}
      </div>
      {narrow && notice}
      <Footer connection={connection} silent={silent} world={world} persistence={engine.persistence()}>
        {!narrow && notice}
      </Footer>
      {narrow && (
        <TabBar
          pane={pane}
          waiting={waiting}
          onPane={(next) => {
            setPane(next);
            if (next !== 'server') goMain();
          }}
        />
      )}
      <Announcer world={world} waiting={waiting} />
      <Dialogs open={dialog} items={items} use={use} notices={notices} onClose={() => setDialog(undefined)} />
    </div>
  );
}
