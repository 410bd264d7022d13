import { lazy, type ReactNode } from 'react';
import { type Discovery, type Engine, type ListedTool, prettyJson, type World } from '../engine/index.ts';
import { callbackUrl, IS_STATIC } from '../features/connect/demo-endpoints.ts';
import { KeyField } from '../features/connect/KeyField.tsx';
import { keptSecrets } from '../features/connect/keptSecrets.ts';
import type { UseConnection } from '../features/connect/useConnection.ts';
import { useRecent } from '../features/connect/useRecent.ts';
import type { DrawRounds } from '../features/resources/Answer.tsx';
import { Guard } from '../ui/Guard.tsx';
import type { Notices } from '../ui/notices.ts';
import { Empty } from '../ui/Section.tsx';
import { forgetWithUndo } from './Dialogs.tsx';
import { LAB_PLACES } from './labPlaces.ts';
import { resultText } from './resultText.ts';
import { navigate, useSearch } from './route.tsx';
import { aboutOf, withAbout } from './selection.ts';

const DiscoverPage = lazy(() =>
  import('../features/discover/DiscoverPage.tsx').then((m) => ({ default: m.DiscoverPage })),
);
const AnswersPage = lazy(() =>
  import('../features/answers/AnswersPage.tsx').then((m) => ({ default: m.AnswersPage })),
);
const GalleryPage = lazy(() =>
  import('../features/answers/GalleryPage.tsx').then((m) => ({ default: m.GalleryPage })),
);
const ExchangeAsks = lazy(() =>
  import('../features/answers/RequestAsks.tsx').then((m) => ({ default: m.ExchangeAsks })),
);
const ComposePage = lazy(() =>
  import('../features/compose/ComposePage.tsx').then((m) => ({ default: m.ComposePage })),
);
const ResourcesPage = lazy(() =>
  import('../features/resources/ResourcesPage.tsx').then((m) => ({ default: m.ResourcesPage })),
);
const PromptsPage = lazy(() =>
  import('../features/resources/PromptsPage.tsx').then((m) => ({ default: m.PromptsPage })),
);
const NotificationsPage = lazy(() =>
  import('../features/notifications/NotificationsPage.tsx').then((m) => ({ default: m.NotificationsPage })),
);
const SignInPage = lazy(() =>
  import('../features/auth/SignInPage.tsx').then((m) => ({ default: m.SignInPage })),
);
const LabPage = lazy(() => import('../features/lab/LabPage.tsx').then((m) => ({ default: m.LabPage })));
const RecordingsView = lazy(() =>
  import('./RecordingsView.tsx').then((m) => ({ default: m.RecordingsView })),
);
const SettingsPage = lazy(() =>
  import('../features/settings/SettingsPage.tsx').then((m) => ({ default: m.SettingsPage })),
);

export interface OtherPageProps {
  readonly engine: Engine;
  readonly world: World;
  readonly endpoint: string | undefined;
  readonly discovery: Discovery | undefined;
  readonly tools: readonly ListedTool[];
  readonly path: string;
  readonly use: UseConnection;
  readonly onMain: () => void;
  readonly notices: Notices;
  readonly onShow: (exchange: string) => void;
  readonly onTask: (taskId: string) => void;
  readonly onStartNew: () => void;
}

/** The views besides the main one; their code comes when they are opened. */
export function OtherPage(props: OtherPageProps): ReactNode {
  const { engine, world, endpoint, path, notices, onShow, onStartNew } = props;
  const recent = useRecent();
  const search = useSearch();
  const about = aboutOf(search);
  const onAbout = (next: string): void => navigate(path + withAbout(search, next), { replace: true });
  const rounds: DrawRounds = (exchange, draw) => (
    <Guard fallback={<Empty busy title="Loading the questions" />}>
      <ExchangeAsks {...{ engine, exchange, draw, onShow }} onTask={props.onTask} />
    </Guard>
  );
  return (
    // A key: a view whose code did not come is no reason to show none of the others.
    <Guard key={path} fallback={<Empty busy title="Loading" />}>
      {path === '/discover' ? (
        <DiscoverPage
          engine={engine}
          endpoint={endpoint}
          rawText={(exchange) => prettyJson(resultText(engine, exchange))}
          onShow={onShow}
        />
      ) : path === '/answers' ? (
        <AnswersPage
          engine={engine}
          serverOf={(url) => (url === endpoint ? props.discovery?.serverInfo?.name : undefined)}
          {...{ about, onAbout, onShow }}
          onTask={props.onTask}
          onGallery={() => navigate(`/answers/gallery${withAbout(search, undefined)}`)}
        />
      ) : path === '/answers/gallery' ? (
        <GalleryPage onAnswers={() => navigate(`/answers${search}`)} />
      ) : path === '/compose' ? (
        <ComposePage
          {...{ engine, world, endpoint, onShow, about, onAbout }}
          facts={{ discovery: props.discovery, tools: props.tools }}
          onTask={props.onTask}
        />
      ) : path === '/resources' ? (
        <ResourcesPage
          {...{ engine, world, endpoint, onShow, about, onAbout, rounds }}
          discovery={props.discovery}
        />
      ) : path === '/prompts' ? (
        <PromptsPage
          {...{ engine, world, endpoint, onShow, about, onAbout, rounds }}
          discovery={props.discovery}
        />
      ) : path === '/notifications' ? (
        <NotificationsPage {...{ engine, world, endpoint, onShow }} discovery={props.discovery} />
      ) : path === '/sign-in' ? (
        <SignInPage
          engine={engine}
          world={world}
          endpoint={endpoint ?? failedUrl(props.use)}
          redirectUrl={callbackUrl()}
          hasBridge={!IS_STATIC}
          remembers={keptSecrets.remembers}
          onRemember={keptSecrets.remember}
          onSignedIn={(url, stepUp) => {
            if (!stepUp) props.use.connect(url);
          }}
          onDone={props.onMain}
          onShow={onShow}
        />
      ) : path === '/lab' ? (
        <LabPage
          {...{ engine, world, endpoint, about }}
          places={LAB_PLACES}
          keyField={<KeyField />}
          onConnect={props.use.connect}
          onTask={props.onTask}
        />
      ) : path === '/recordings' ? (
        <RecordingsView {...{ engine, about, onAbout }} />
      ) : path === '/settings' ? (
        <SettingsPage
          engine={engine}
          world={world}
          recent={recent}
          onStartNew={onStartNew}
          onForgetEndpoint={(url) => forgetWithUndo(notices, url, engine)}
        />
      ) : (
        <Empty title="There is no such page">Choose one of the views.</Empty>
      )}
    </Guard>
  );
}

/** The endpoint that was tried in vain: its refusal may be what the sign-in is about. */
function failedUrl({ connection }: UseConnection): string | undefined {
  return connection.kind === 'failed' || connection.kind === 'connecting' ? connection.url : undefined;
}
