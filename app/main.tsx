// The page's composition root.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RandomIds } from './engine/clock/random-ids.ts';
import { type Clock, createEngine, type Engine, type Fetch } from './engine/index.ts';
import { IS_STATIC, inPageUrl, isCallback, pageBase } from './features/connect/demo-endpoints.ts';
import { sentSettings } from './features/connect/endpointSettings.ts';
import { recentEndpoints, withoutSecrets } from './features/connect/endpoints.ts';
import { keptSecrets } from './features/connect/keptSecrets.ts';
import { keepKey, keyOfPage } from './features/connect/key.ts';
import { provideLab } from './features/lab/provided.ts';
import type { InPage } from './mocks/in-page.ts';
import { App } from './shell/App.tsx';
import { catchEarlyKeys } from './shell/early-keys.ts';
import './ui/base.css';
import { applyTheme, storedTheme } from './ui/theme.ts';

declare global {
  /** Set before the page loads, a test's clock takes the place of the browser's (docs/decisions/0003-ui.md). */
  var taskscopeClock: Clock | undefined;
}

/** Takes what must not stay in the address out of it at once: the key, and credentials within an endpoint (attack 17). */
function cleanAddress(): void {
  const url = new URL(location.href);
  const fragment = new URLSearchParams(url.hash.slice(1));
  const key = fragment.get('key');
  if (key !== null) {
    keepKey(key);
    fragment.delete('key');
    url.hash = fragment.toString();
  }
  const endpoint = url.searchParams.get('endpoint');
  if (endpoint !== null && endpoint !== withoutSecrets(endpoint))
    url.searchParams.set('endpoint', withoutSecrets(endpoint));
  const recording = url.searchParams.get('recording');
  if (recording !== null) {
    url.pathname = '/recordings';
    url.search = `?about=${encodeURIComponent(withoutSecrets(recording))}`;
  }
  if (url.href !== location.href) history.replaceState(history.state, '', url);
}

/** Requests to the demo server in this page, whose code comes with the first of them. */
function withInPage(fetch: Fetch, started: () => Promise<Engine>): Fetch {
  const endpoint = inPageUrl();
  let loading: Promise<InPage> | undefined;
  const load = async (): Promise<InPage> => {
    const [{ inPage }, engine] = await Promise.all([import('./mocks/in-page.ts'), started()]);
    return inPage({
      ...{ endpoint, fetch, base: pageBase(), clock: engine.clock, ids: new RandomIds() },
      isChosen: () => engine.endpoint === endpoint,
      onChange: (changed) => engine.log.subscribe(changed),
      byCall: () => sentSettings(endpoint).way === 'direct',
    });
  };
  provideLab(async () => {
    loading ??= load();
    return (await loading).lab();
  });
  return async (url, init) => {
    if (!url.startsWith(endpoint)) return fetch(url, init);
    loading ??= load();
    return (await loading).fetch(url, init);
  };
}

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no #root.');
  if (isCallback(location)) {
    applyTheme(storedTheme());
    if ((await (await import('./features/auth/callback.ts')).answerCallback(root)) !== 'here') return;
    // This very tab went away for it: the page goes on from here.
    history.replaceState(null, '', IS_STATIC ? '#/sign-in' : '/sign-in');
  }
  catchEarlyKeys();
  cleanAddress();
  addEventListener('hashchange', cleanAddress);
  // Who was here before will see tasks and traffic at once; a first visit does without their code.
  if (recentEndpoints().length > 0) void import('./shell/TasksPage.tsx');
  applyTheme(storedTheme());
  const clock = globalThis.taskscopeClock;
  const starting: Promise<Engine> = createEngine({
    ...(clock === undefined ? {} : { clock }),
    ...(IS_STATIC
      ? {}
      : {
          bridge: { url: `${location.origin.replace(/^http/, 'ws')}/bridge`, key: keyOfPage },
          lab: {
            url: `${location.origin.replace(/^http/, 'ws')}/lab`,
            status: `${location.origin}/api/status`,
            key: keyOfPage,
            isOwn: (endpoint) => endpoint.startsWith(`${location.origin}/mcp`),
          },
        }),
    around: (fetch) => withInPage(fetch, () => starting),
    settings: sentSettings,
    secrets: keptSecrets,
  });
  const engine = await starting;
  // What legacy servers ask is held for the person; its code comes with the first question.
  engine.answerServers(async (request) => {
    const { heldRequests } = await import('./features/answers/held-requests.ts');
    return heldRequests(engine).handler(request);
  });
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
        gcTime: Number.POSITIVE_INFINITY,
      },
    },
  });
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <App engine={engine} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

void start();
