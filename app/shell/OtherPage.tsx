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
import type { ViewPath } from './views.ts';

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

/** What a view gets besides the properties: what the address says it is about, and how a request's questions are drawn. */
interface Parts extends OtherPageProps {
  readonly search: string;
  readonly about: string | undefined;
  readonly onAbout: (about: string) => void;
  readonly recent: readonly string[];
  readonly rounds: DrawRounds;
}

/** Each view by its path: one that is not in the list of views cannot be drawn, and one of the list must be. */
const PAGES: Readonly<Record<Exclude<ViewPath, '/'>, (parts: Parts) => ReactNode>> = {
  '/discover': ({ engine, endpoint, onShow }) => (
    <DiscoverPage
      rawText={(exchange) => prettyJson(resultText(engine, exchange))}
      {...{ engine, endpoint, onShow }}
    />
  ),
  '/answers': ({ engine, endpoint, discovery, search, about, onAbout, onShow, onTask }) => (
    <AnswersPage
      serverOf={(url) => (url === endpoint ? discovery?.serverInfo?.name : undefined)}
      onGallery={() => navigate(`/answers/gallery${withAbout(search, undefined)}`)}
      {...{ engine, about, onAbout, onShow, onTask }}
    />
  ),
  '/answers/gallery': ({ search }) => <GalleryPage onAnswers={() => navigate(`/answers${search}`)} />,
  '/compose': ({ engine, world, endpoint, discovery, tools, about, onAbout, onShow, onTask }) => (
    <ComposePage
      facts={{ discovery, tools }}
      {...{ engine, world, endpoint, about, onAbout, onShow, onTask }}
    />
  ),
  '/resources': ({ engine, world, endpoint, discovery, about, onAbout, rounds, onShow }) => (
    <ResourcesPage {...{ engine, world, endpoint, discovery, about, onAbout, rounds, onShow }} />
  ),
  '/prompts': ({ engine, world, endpoint, discovery, about, onAbout, rounds, onShow }) => (
    <PromptsPage {...{ engine, world, endpoint, discovery, about, onAbout, rounds, onShow }} />
  ),
  '/notifications': ({ engine, world, endpoint, discovery, onShow }) => (
    <NotificationsPage {...{ engine, world, endpoint, discovery, onShow }} />
  ),
  '/sign-in': ({ engine, world, endpoint, use, onMain, onShow }) => (
    <SignInPage
      endpoint={endpoint ?? failedUrl(use)}
      redirectUrl={callbackUrl()}
      hasBridge={!IS_STATIC}
      remembers={keptSecrets.remembers}
      onRemember={keptSecrets.remember}
      onSignedIn={(url, stepUp) => {
        if (!stepUp) use.connect(url);
      }}
      onDone={onMain}
      {...{ engine, world, onShow }}
    />
  ),
  '/lab': ({ engine, world, endpoint, about, use, onTask }) => (
    <LabPage
      places={LAB_PLACES}
      keyField={<KeyField />}
      onConnect={use.connect}
      {...{ engine, world, endpoint, about, onTask }}
    />
  ),
  '/recordings': ({ engine, about, onAbout }) => <RecordingsView {...{ engine, about, onAbout }} />,
  '/settings': ({ engine, world, recent, notices, onStartNew }) => (
    <SettingsPage
      onForgetEndpoint={(url) => forgetWithUndo(notices, url, engine)}
      {...{ engine, world, recent, onStartNew }}
    />
  ),
};

function isPage(path: string): path is keyof typeof PAGES {
  return Object.hasOwn(PAGES, path);
}

/** The views besides the main one; their code comes when they are opened. */
export function OtherPage(props: OtherPageProps): ReactNode {
  const { engine, path, onShow } = props;
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
      {isPage(path) ? (
        PAGES[path]({ ...props, search, about, onAbout, recent, rounds })
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
