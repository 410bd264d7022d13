import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Engine } from '../engine/index.ts';
import { bundledUrl, pageBase } from '../features/connect/demo-endpoints.ts';
import { useConnection } from '../features/connect/useConnection.ts';
import { discovered, discoverKey, useDiscovery } from '../features/discover/queries.ts';
import { wantToRead } from '../features/resources/wanted.ts';
import { isWaiting, shownTasks } from '../features/tasks/alive.ts';
import type { ViewMode } from '../features/tasks/view.ts';
import { useTools } from '../features/tools/queries.ts';
import { cx } from '../ui/cx.ts';
import { Guard } from '../ui/Guard.tsx';
import { useMedia } from '../ui/live.ts';
import { createNotices } from '../ui/notices.ts';
import { Empty } from '../ui/Section.tsx';
import { useStored } from '../ui/stored.ts';
import { isAnswering } from './answering.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { LeftPanel } from './LeftPanel.tsx';
import { NoticeLine } from './NoticeLine.tsx';
import { navigate, usePath } from './route.tsx';
import { Sealed } from './Sealed.tsx';
import { SKIP, SKIPS } from './SkipLinks.tsx';
import { findTask, toSearch, withAbout } from './selection.ts';
import styles from './shell.module.css';
import { type Pane, TabBar } from './TabBar.tsx';
import { useChoices } from './useChoices.ts';
import { useCommands } from './useCommands.ts';
import type { FocusAsked } from './useFocusAsked.ts';
import { useLinkedTask } from './useLinkedTask.ts';
import { usePast } from './usePast.ts';
import { useRounds } from './useRounds.ts';
import { useSelection } from './useSelection.ts';
import { useWorld } from './useWorld.ts';
import { sendsFrom } from './views.ts';

const TasksPage = lazy(() => import('./TasksPage.tsx').then((m) => ({ default: m.TasksPage })));
const FirstVisit = lazy(() =>
  import('../features/connect/FirstVisit.tsx').then((m) => ({ default: m.FirstVisit })),
);
const OtherPage = lazy(() => import('./OtherPage.tsx').then((m) => ({ default: m.OtherPage })));
const Strips = lazy(() => import('./Strips.tsx').then((m) => ({ default: m.Strips })));
const Dialogs = lazy(() => import('./Dialogs.tsx').then((m) => ({ default: m.Dialogs })));
const Announcer = lazy(() => import('./Announcer.tsx').then((m) => ({ default: m.Announcer })));
const ListRefresh = lazy(() => import('./ListRefresh.tsx').then((m) => ({ default: m.ListRefresh })));
const CursorBar = lazy(() =>
  import('../features/tasks/CursorBar.tsx').then((m) => ({ default: m.CursorBar })),
);
const DetailPanel = lazy(() => import('./DetailPanel.tsx').then((m) => ({ default: m.DetailPanel })));

/** The page: layout, views, and what connects the features with each other. */
export function App({ engine }: { readonly engine: Engine }): ReactNode {
  const world = useWorld(engine);
  const queries = useQueryClient();
  const path = usePath();
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
  const [focusAsked, setFocusAsked] = useState<FocusAsked>();
  const [pane, setPane] = useState<Pane>(
    selection.row !== undefined || selection.task !== undefined ? 'detail' : 'server',
  );
  const narrow = useMedia('(max-width: 900px)');
  const filterRef = useRef<HTMLInputElement>(null);
  const attachRef = useRef<HTMLInputElement>(null);
  const rightRef = useRef<HTMLDivElement>(null);

  const tasks = useMemo(() => shownTasks(world.tasks.values()), [world.tasks]);
  const rounds = useRounds(world.recording, endpoint);
  const waiting = tasks.filter(isWaiting).length + rounds.length;
  const past = usePast(engine, selection.cursor);
  const shown = past ?? engine;
  const seen = past === undefined ? world : past.world();
  const task = findTask(seen, selection.task, endpoint);
  const bundled = bundledUrl();
  const search = toSearch(selection, endpoint);
  const silent = !isAnswering(world, endpoint);
  const onMain = path === '/';
  const goMain = (): void => {
    if (!onMain) navigate(`/${search}`);
  };

  useLinkedTask(engine, endpoint, selection.task);

  const choices = useChoices({
    ...{ engine, endpoint, rounds, selection, dispatch, narrow, notices, rightRef },
    onPane: setPane,
    onMain: goMain,
    onFocus: setFocusAsked,
  });
  const { onRow, onShow, onTask, onWaiting } = choices;
  const onRead = (uri: string): void => {
    wantToRead(uri);
    navigate(`/resources${withAbout(search, uri)}`);
  };
  const onFold = (): void => setFolded(folded === 'yes' ? 'no' : 'yes');
  const { dialog, onDialog, palette, onStartNew } = useCommands({
    ...{ engine, choices, tools, tasks, task, waiting, narrow, notices, filterRef, attachRef, onFold, use },
    onMode: setMode,
    onPane: setPane,
    onView: (view) => navigate(view + search),
    onFocus: setFocusAsked,
    onBundled: () => connect(bundled),
  });

  // On a narrow page an address that names a view shows it, and not the server beside it.
  useEffect(() => {
    if (!onMain) setPane((now) => (now === 'server' ? 'tasks' : now));
  }, [onMain]);

  const onCursor = (cursor: number | undefined): void => dispatch({ type: 'cursor', cursor });
  // A new recording of a connected page has no traffic either, and is no first visit.
  const isFirst = world.exchanges.size === 0 && tasks.length === 0 && endpoint === undefined;
  const off = (...shown: Pane[]): string | undefined =>
    narrow && !shown.includes(pane) ? styles.off : undefined;
  // The view of recordings has a main part of its own: of the list, or of the recording that is open.
  const Box = path === '/recordings' ? 'div' : 'main';
  const notice = <NoticeLine notices={notices} />;
  return (
    <div className={styles.app}>
      <Header
        engine={engine}
        use={use}
        silent={silent}
        discovery={discovery}
        bundled={bundled}
        skips={onMain && !isFirst && !narrow ? SKIPS : SKIP}
        onPalette={() => onDialog('palette')}
      />
      <Guard fallback={null}>
        <Strips
          {...{ engine, use, world, silent, onShow, onStartNew }}
          onLab={path === '/lab' ? undefined : () => navigate(`/lab${search}`)}
          onSignIn={path === '/sign-in' ? undefined : () => navigate(`/sign-in${search}`)}
        />
      </Guard>
      <div className={styles.body}>
        {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take a name */}
        <div
          className={cx(styles.left, isFirst && narrow && onMain ? styles.off : off('server'))}
          role={narrow ? 'main' : 'complementary'}
          aria-label="Server"
        >
          <LeftPanel
            engine={engine}
            world={world}
            endpoint={endpoint}
            connecting={busy}
            tool={selection.tool}
            narrow={narrow}
            search={search}
            attachRef={attachRef}
            onTool={choices.onTool}
            onAttach={choices.onAttach}
            onView={() => setPane('tasks')}
          />
        </div>
        {!onMain ? (
          <Box className={cx(styles.main, styles.wide, off('tasks', 'traffic', 'detail'))}>
            <Guard fallback={<Empty busy title="Loading" />}>
              <Sealed reason={sendsFrom(path) ? shown.sendsNothing : undefined} quiet>
                <OtherPage
                  use={use}
                  onMain={goMain}
                  engine={shown}
                  world={seen}
                  // The settings ask by themselves.
                  onStartNew={choices.onStartNew}
                  {...{ endpoint, discovery, tools, path, notices, onShow, onTask }}
                />
              </Sealed>
            </Guard>
          </Box>
        ) : isFirst ? (
          <main className={cx(styles.main, styles.wide)}>
            <Guard fallback={<Empty busy title="Loading" />}>
              <FirstVisit busy={busy} bundled={bundled} onConnect={connect} />
            </Guard>
          </main>
        ) : (
          <Guard
            fallback={
              <main className={cx(styles.main, styles.wide, off('tasks', 'traffic', 'detail'))}>
                <Empty busy title="Loading" />
              </main>
            }
          >
            <TasksPage
              className={off('tasks', 'traffic')}
              engine={shown}
              world={seen}
              live={engine}
              tasks={tasks}
              waiting={waiting}
              onBundled={endpoint === undefined && !busy ? () => connect(bundled) : undefined}
              selection={selection}
              task={task}
              mode={mode}
              onMode={setMode}
              folded={folded === 'yes'}
              onFold={onFold}
              filterRef={filterRef}
              pane={narrow ? (pane === 'traffic' ? 'traffic' : 'tasks') : 'both'}
              onTask={(chosen) => onTask(chosen.taskId)}
              onLook={(look) => dispatch({ type: 'look', look })}
              onRow={onRow}
              onWaiting={onWaiting}
              onCursor={onCursor}
              onRange={(range) => dispatch({ type: 'range', range })}
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
              <Guard fallback={<Empty busy title="Loading" />}>
                <DetailPanel
                  engine={shown}
                  world={seen}
                  endpoint={endpoint}
                  server={discovery?.serverInfo?.name}
                  selection={selection}
                  task={task}
                  link={`${pageBase()}${toSearch({ ...selection, row: undefined, tool: undefined }, task?.endpoint)}`}
                  onTab={(tab) => dispatch({ type: 'tab', tab })}
                  onTask={choices.onHandle}
                  onShow={onShow}
                  onForget={choices.onForget}
                  onEdit={(exchange) => navigate(`/compose${withAbout(search, `message ${exchange}`)}`)}
                  leads={{ onRead, onWatch: choices.onAttach }}
                  focusAsked={focusAsked}
                  onFocused={() => setFocusAsked(undefined)}
                />
              </Guard>
            </div>
          </Guard>
        )}
      </div>
      {past !== undefined && path !== '/recordings' && (
        <Guard fallback={null}>
          <CursorBar
            engine={engine}
            clock={engine.clock}
            cursor={selection.cursor ?? 0}
            taskId={selection.task}
            onCursor={onCursor}
            onExchange={(id) => onRow(id, world.exchangeById.get(id)?.taskIds ?? [])}
          />
        </Guard>
      )}
      {narrow && notice}
      <Footer {...{ connection, silent, world, waiting, onWaiting }} persistence={engine.persistence()}>
        {!narrow && notice}
      </Footer>
      {narrow && (
        <TabBar
          pane={onMain || pane === 'server' ? pane : undefined}
          waiting={waiting}
          onPane={(next) => {
            setPane(next);
            if (next !== 'server') goMain();
          }}
        />
      )}
      <Guard fallback={null}>
        <Announcer engine={engine} world={world} />
        <ListRefresh engine={engine} world={world} />
      </Guard>
      {(dialog !== undefined || use.options !== undefined) && (
        <Guard fallback={null}>
          <Dialogs
            {...{ engine, world, palette, use, notices }}
            onStartNew={choices.onStartNew}
            onSignIn={() => navigate(`/sign-in${search}`)}
            open={dialog}
            onClose={() => onDialog(undefined)}
          />
        </Guard>
      )}
    </div>
  );
}
