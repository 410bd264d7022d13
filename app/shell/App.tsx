import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { type Engine, type TaskHistory, taskKey } from '../engine/index.ts';
import { ConnectProblem } from '../features/connect/ConnectProblem.tsx';
import { DeepLinkBar } from '../features/connect/DeepLinkBar.tsx';
import { forgetEndpoint, recentEndpoints, withoutSecrets } from '../features/connect/endpoints.ts';
import { FirstVisit } from '../features/connect/FirstVisit.tsx';
import { useConnection } from '../features/connect/useConnection.ts';
import { discovered, discoverKey, useDiscovery } from '../features/discover/queries.ts';
import { isWaiting, shownTasks } from '../features/tasks/alive.ts';
import type { ViewMode } from '../features/tasks/view.ts';
import { useTools } from '../features/tools/queries.ts';
import { cx } from '../ui/cx.ts';
import { shortId } from '../ui/format.ts';
import { useMedia } from '../ui/live.ts';
import { createNotices } from '../ui/notices.ts';
import { Empty } from '../ui/Section.tsx';
import { readStored, useStored } from '../ui/stored.ts';
import { Announcer } from './Announcer.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { useShortcuts } from './keyboard.ts';
import { LeftPanel, VIEWS } from './LeftPanel.tsx';
import { NoticeLine } from './NoticeLine.tsx';
import { ResumeNotice } from './ResumeNotice.tsx';
import { resultText } from './resultText.ts';
import { findTask, stepped, toSearch } from './selection.ts';
import styles from './shell.module.css';
import { type Pane, TabBar } from './TabBar.tsx';
import { TasksPage } from './TasksPage.tsx';
import { useSelection } from './useSelection.ts';
import { useWorld } from './useWorld.ts';

const DetailPanel = lazy(() => import('./DetailPanel.tsx').then((m) => ({ default: m.DetailPanel })));
const DiscoverPage = lazy(() =>
  import('../features/discover/DiscoverPage.tsx').then((m) => ({ default: m.DiscoverPage })),
);
const SettingsPage = lazy(() =>
  import('../features/settings/SettingsPage.tsx').then((m) => ({ default: m.SettingsPage })),
);
const Palette = lazy(() => import('./Palette.tsx').then((m) => ({ default: m.Palette })));
const KeyHelp = lazy(() => import('./KeyHelp.tsx').then((m) => ({ default: m.KeyHelp })));

const NARROW = '(max-width: 760px)';

/** The page: layout, views, and what connects the features with each other. */
export function App({ engine }: { readonly engine: Engine }): ReactNode {
  const world = useWorld(engine);
  const queries = useQueryClient();
  const [path, navigate] = useLocation();
  const [linked] = useState(() => new URLSearchParams(location.search).get('endpoint') ?? undefined);
  const { connection, connect, disconnect, dismiss } = useConnection(engine, linked, (url, answer) => {
    queries.setQueryData([...discoverKey(url)], discovered(answer));
  });
  const endpoint = connection.kind === 'connected' ? connection.url : undefined;
  const [selection, dispatch] = useSelection(
    endpoint,
    connection.kind === 'asking' || connection.kind === 'connecting',
  );
  const discovery = useDiscovery(engine, endpoint).data?.discovery;
  const tools = useTools(engine, endpoint).data?.tools;
  const [notices] = useState(createNotices);
  const [mode, setMode] = useState<ViewMode>({ kind: 'auto' });
  const [folded, setFolded] = useStored('timeline-folded', 'no');
  const [dialog, setDialog] = useState<'palette' | 'help'>();
  const [pane, setPane] = useState<Pane>(
    selection.row !== undefined || selection.task !== undefined ? 'detail' : 'server',
  );
  const [, setRecentTurn] = useState(0);
  const narrow = useMedia(NARROW);
  const filterRef = useRef<HTMLInputElement>(null);
  const rightRef = useRef<HTMLElement>(null);

  const tasks = useMemo(() => shownTasks(world.tasks.values()), [world.tasks]);
  const waiting = tasks.filter(isWaiting).length;
  const task = findTask(world, selection.task, endpoint);
  const bundled = `${location.origin}/mcp`;
  const search = toSearch(selection, endpoint);

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
    if (path !== '/') navigate(`/${search}`);
  };
  const onTask = (id: string): void => {
    dispatch({ type: 'task', task: id });
    if (narrow) setPane('detail');
  };
  const onHandle = (id: string): void => {
    if (endpoint !== undefined && readStored('push') === 'on') engine.setPush(endpoint, id, true);
    onTask(id);
  };
  const onTool = (tool: string): void => {
    dispatch({ type: 'tool', tool });
    if (path !== '/') navigate(`/${search}`);
    if (narrow) setPane('detail');
  };
  const onAttach = (id: string): void => {
    if (endpoint === undefined) return;
    engine.attach(endpoint, id);
    onTask(id);
    if (path !== '/') navigate(`/${search}`);
  };
  const onForget = (forgotten: TaskHistory): void => {
    const { endpoint: of, taskId } = forgotten;
    engine.forget(of, taskId);
    dispatch({ type: 'task', task: undefined });
    notices.show(`${forgotten.tool ?? 'Task'} ${shortId(taskId)} is forgotten.`, {
      label: 'Undo',
      run: () => {
        engine.restore(of, taskId);
        dispatch({ type: 'task', task: taskId });
      },
    });
  };
  const onStartNew = (): void => {
    dispatch({ type: 'row', row: undefined, taskIds: [] });
    dispatch({ type: 'task', task: undefined });
    void engine
      .startNewRecording()
      .then(() => notices.show('A new recording has begun. The old one stays stored.'));
  };
  const onFold = (): void => setFolded(folded === 'yes' ? 'no' : 'yes');
  const step = (by: 1 | -1): void => {
    const next = stepped(engine.world(), selection.row, by);
    if (next !== undefined) onRow(next.id, next.taskIds);
  };
  useShortcuts((command) => {
    if (command === 'palette' || command === 'help') setDialog(command);
    else if (command === 'filter') {
      if (narrow) setPane('traffic');
      filterRef.current?.focus();
    } else if (command === 'next') step(1);
    else if (command === 'previous') step(-1);
    else if (command === 'fit') setMode({ kind: 'fit' });
    else if (command === 'fold') onFold();
    else if (document.activeElement === filterRef.current) filterRef.current?.blur();
  });

  const hasTraffic = world.exchanges.size > 0 || tasks.length > 0;
  const onMain = path === '/';
  return (
    <div className={styles.app}>
      <Header
        connection={connection}
        discovery={discovery}
        bundled={bundled}
        onConnect={connect}
        onDisconnect={disconnect}
        onError={(message) => notices.show(message)}
        onPalette={() => setDialog('palette')}
      />
      <div className={styles.strips}>
        {connection.kind === 'asking' && (
          <DeepLinkBar url={connection.url} onConnect={() => connect(connection.url)} onDismiss={dismiss} />
        )}
        {connection.kind === 'failed' && (
          <ConnectProblem
            url={withoutSecrets(connection.url)}
            problem={connection.problem}
            exchange={connection.exchange}
            onRetry={() => connect(connection.url)}
            onShow={onShow}
            onDismiss={dismiss}
          />
        )}
        <ResumeNotice world={world} onStartNew={onStartNew} />
      </div>
      <div className={styles.body}>
        <aside className={cx(styles.left, narrow && pane !== 'server' && styles.off)} aria-label="Server">
          <LeftPanel
            engine={engine}
            endpoint={endpoint}
            connecting={connection.kind === 'connecting'}
            tool={selection.tool}
            waiting={waiting}
            search={search}
            onTool={onTool}
            onAttach={onAttach}
            onView={() => {
              if (narrow) setPane('tasks');
            }}
          />
        </aside>
        {!onMain ? (
          <main className={cx(styles.main, styles.wide, narrow && pane === 'server' && styles.off)} id="main">
            <Suspense fallback={<Empty busy title="Loading" />}>
              {path === '/discover' ? (
                <DiscoverPage
                  engine={engine}
                  endpoint={endpoint}
                  rawText={(exchange) => resultText(engine, exchange)}
                  onShow={onShow}
                />
              ) : path === '/settings' ? (
                <SettingsPage
                  world={world}
                  persistence={engine.persistence()}
                  recent={recentEndpoints()}
                  onStartNew={onStartNew}
                  onForgetEndpoint={(url) => {
                    forgetEndpoint(url);
                    setRecentTurn((n) => n + 1);
                  }}
                />
              ) : (
                <Empty title="There is no such page">Choose one of the views.</Empty>
              )}
            </Suspense>
          </main>
        ) : !hasTraffic ? (
          <main
            className={cx(
              styles.main,
              styles.wide,
              narrow && pane === 'server' && connection.kind === 'connected' && styles.off,
            )}
            id="main"
          >
            <FirstVisit busy={connection.kind === 'connecting'} bundled={bundled} onConnect={connect} />
          </main>
        ) : (
          <>
            <div className={cx(styles.main, narrow && pane !== 'tasks' && pane !== 'traffic' && styles.off)}>
              <TasksPage
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
            </div>
            <aside
              ref={rightRef}
              className={cx(styles.right, narrow && pane !== 'detail' && styles.off)}
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
                  link={
                    location.origin +
                    toSearch({ ...selection, row: undefined, tool: undefined }, task?.endpoint)
                  }
                  onTab={(tab) => dispatch({ type: 'tab', tab })}
                  onTask={onHandle}
                  onShow={onShow}
                  onForget={onForget}
                />
              </Suspense>
            </aside>
          </>
        )}
      </div>
      {narrow && <NoticeLine notices={notices} />}
      <Footer connection={connection} world={world} persistence={engine.persistence()}>
        {!narrow && <NoticeLine notices={notices} />}
      </Footer>
      <TabBar
        pane={pane}
        waiting={waiting}
        onPane={(next) => {
          setPane(next);
          if (next !== 'server' && !onMain) navigate(`/${search}`);
        }}
      />
      <Announcer world={world} waiting={waiting} />
      <Suspense fallback={null}>
        {dialog === 'help' && <KeyHelp onClose={() => setDialog(undefined)} />}
        {dialog === 'palette' && (
          <Palette
            onClose={() => setDialog(undefined)}
            items={[
              ...(tools ?? []).map((tool) => ({
                id: `tool-${tool.name}`,
                label: `Call ${tool.name}`,
                hint: tool.description,
                run: () => onTool(tool.name),
              })),
              ...tasks.map((t) => ({
                id: `task-${taskKey(t.endpoint, t.taskId)}`,
                label: `Go to ${t.tool ?? 'task'} ${shortId(t.taskId)}`,
                hint: t.status,
                run: () => onTask(t.taskId),
              })),
              ...VIEWS.map((view) => ({
                id: `view-${view.path}`,
                label: `View: ${view.label}`,
                run: () => navigate(view.path + search),
              })),
              { id: 'bundled', label: 'Connect to the bundled demo server', run: () => connect(bundled) },
              {
                id: 'fit',
                label: 'Timeline: show all tasks',
                hint: 'f',
                run: () => setMode({ kind: 'fit' }),
              },
              { id: 'live', label: 'Timeline: follow the present', run: () => setMode({ kind: 'auto' }) },
              { id: 'fold', label: 'Timeline: fold or unfold', hint: 't', run: onFold },
              { id: 'filter', label: 'Traffic: filter', hint: '/', run: () => filterRef.current?.focus() },
              { id: 'help', label: 'Keys', hint: '?', run: () => setDialog('help') },
              { id: 'new', label: 'Start a new recording', run: onStartNew },
            ]}
          />
        )}
      </Suspense>
    </div>
  );
}
