import { type SetupWorker, setupWorker } from 'msw/browser';
import { http } from 'msw/core/http';
import type { TabLocks } from './tab-locks.ts';

/** Held, together with others, by each tab that the service worker answers for. */
const USERS = 'taskscope:in-page:users';

/**
 * The service worker that leads requests for the endpoint to `answer`. It is registered only while it is on, and only requests to that
 * endpoint reach it (public/in-page-worker.js).
 */
export class ServiceWorkerMount {
  readonly #base: URL;
  readonly #msw: SetupWorker;
  readonly #locks: TabLocks;
  #on: Promise<() => void> | undefined;

  constructor(endpoint: URL, base: URL, locks: TabLocks, answer: (request: Request) => Promise<Response>) {
    this.#base = base;
    this.#locks = locks;
    const ours = new RegExp(`^${endpoint.href.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(/|$)`);
    this.#msw = setupWorker(http.all(ours, ({ request }) => answer(request)));
  }

  /** Registers it, once; resolves when it answers. @throws where the browser will not have one */
  async on(): Promise<void> {
    this.#on ??= this.#register();
    await this.#on;
  }

  /** Ends it for this tab, and takes it away where no other tab uses it. */
  async off(): Promise<void> {
    const on = this.#on;
    if (on === undefined) return;
    this.#on = undefined;
    const release = await on.catch(() => undefined);
    if (release === undefined || this.#on !== undefined) return;
    this.#msw.stop();
    release();
    if (await this.#locks.isFree(USERS)) await this.#unregister();
  }

  async #register(): Promise<() => void> {
    const release = await this.#locks.share(USERS);
    try {
      await this.#msw.start({
        serviceWorker: {
          url: new URL('in-page-worker.js', this.#base).href,
          options: { scope: this.#base.href },
        },
        onUnhandledRequest: 'bypass',
        quiet: true,
      });
      return release;
    } catch (error) {
      release();
      throw error;
    }
  }

  async #unregister(): Promise<void> {
    const registration = await navigator.serviceWorker.getRegistration(this.#base.href);
    if (registration?.scope === this.#base.href) await registration.unregister();
  }
}
