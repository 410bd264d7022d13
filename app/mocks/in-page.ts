import type { Fault } from '../../server/index.ts';
import type { Clock } from '../../server/ports/clock.ts';
import type { Ids } from '../../server/ports/ids.ts';
import { IndexedDbStore } from '../../server/stores/indexeddb/indexeddb-store.ts';
import { canCarryStreams } from './carry-streams.ts';
import { ChannelBus } from './channel-bus.ts';
import { type DemoOfTab, demoOfTab } from './demo-of-tab.ts';
import type { InPageLab } from './in-page-lab.ts';
import type { ServiceWorkerMount } from './service-worker.ts';
import { tabLocks } from './tab-locks.ts';

/** What the page has of the demo server in it. */
export interface InPage {
  readonly fetch: PageFetch;
  /** Starts the demo where it does not run yet. @throws where the browser keeps nothing */
  readonly lab: () => Promise<InPageLab>;
}

export type PageFetch = (url: string, init: RequestInit) => Promise<Response>;

/** The page around the demo server in it. */
export interface InPageOptions {
  /** The endpoint's URL, under `base`. */
  readonly endpoint: string;
  /** Where the page is served, with the service worker's script. */
  readonly base: string;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The browser's own. */
  readonly fetch: PageFetch;
  /** Whether the page is connected to the endpoint. */
  readonly isChosen: () => boolean;
  /** Tells when that may have changed. */
  readonly onChange: (changed: () => void) => void;
  /** Whether a person wants direct calls in the place of the service worker. */
  readonly byCall: () => boolean;
  readonly faults?: readonly Fault[];
}

/** Set by public/in-page-worker.js where the request has come to nobody. */
const NOT_ANSWERED = 'X-Taskscope-In-Page';

const DATABASE = 'taskscope-in-page';

/**
 * Answers requests to the in-page endpoint. While the page is connected to it they go through a service worker, as they would to a server
 * elsewhere; by a direct call where a person wants that, or the browser cannot carry streams or will not have a service worker, and for what
 * is still asked after the page has left the endpoint.
 */
export function inPage(options: InPageOptions): InPage {
  const locks = tabLocks();
  let demo: Promise<DemoOfTab> | undefined;
  const started = async (): Promise<DemoOfTab> => {
    demo ??= IndexedDbStore.open(DATABASE).then((store) =>
      demoOfTab({
        ...{ ...options, store, locks },
        bus: new ChannelBus(new BroadcastChannel('taskscope:in-page')),
        channel: new BroadcastChannel('taskscope:in-page:lab'),
      }),
    );
    // A store that could not be opened is tried again with the next request.
    demo.catch(() => {
      demo = undefined;
    });
    return demo;
  };
  const answer = async (request: Request): Promise<Response> => {
    try {
      return await (await started()).demo.fetch(request);
    } catch (error) {
      return unavailable(error);
    }
  };
  let mount: Promise<ServiceWorkerMount> | undefined;
  const mounted = async (): Promise<ServiceWorkerMount> => {
    mount ??= import('./service-worker.ts').then(
      (loaded) =>
        new loaded.ServiceWorkerMount(new URL(options.endpoint), new URL(options.base), locks, answer),
    );
    return mount;
  };
  const leave = async (): Promise<void> => (await mount)?.off();
  let isPossible = canCarryStreams();
  options.onChange(() => {
    if (!options.isChosen()) void leave();
  });
  const fetch: PageFetch = async (url, init) => {
    if (isPossible && options.isChosen() && !options.byCall()) {
      try {
        await (await mounted()).on();
        const response = await options.fetch(url, init);
        if (response.headers.get(NOT_ANSWERED) === null) return response;
        // The worker has forgotten this page, and has passed the request on to nobody: it is registered anew with the next one.
        await leave();
      } catch (error) {
        if (init.signal?.aborted) throw error;
        isPossible = false;
        await leave();
      }
    } else if (options.byCall()) await leave();
    return unlessAborted(answer(new Request(url, init)), init.signal);
  };
  return { fetch, lab: async () => (await started()).lab };
}

/** A server that cannot start says why, as one elsewhere would. */
function unavailable(error: unknown): Response {
  const text = error instanceof Error ? error.message : String(error);
  return new Response(`The demo server in this page cannot work: ${text}\n`, {
    status: 503,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });
}

/** An abort ends the browser's own requests by itself, but not a call. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (signal === null || signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
