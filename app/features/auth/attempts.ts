import type { Authorisation, Engine, Grant } from '../../engine/index.ts';
import { tabStore } from '../../ui/storage.ts';
import { AWAITED, CAME, CHANNEL, readAwaited, type SignInMessage } from './marks.ts';

/** Where the sign-in at an endpoint stands in this page. */
export interface Attempt {
  readonly busy: 'asking' | 'finishing' | undefined;
  /** What the last step came to; undefined before the first. */
  readonly outcome: Authorisation | undefined;
}

const NONE: Attempt = { busy: undefined, outcome: undefined };

/** The sign-ins of a page: they go on while other views are looked at. */
export class Attempts {
  readonly #engine: Engine;
  readonly #all = new Map<string, Attempt>();
  readonly #listeners = new Set<() => void>();
  #channel: BroadcastChannel | undefined;
  #back: { readonly came: ReturnType<typeof cameBack>; goesOn: boolean } | undefined;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  of(endpoint: string): Attempt {
    return this.#all.get(endpoint) ?? NONE;
  }

  /** @returns what ends it */
  readonly subscribe = (changed: () => void): (() => void) => {
    this.#listeners.add(changed);
    return () => this.#listeners.delete(changed);
  };

  /** The endpoint that this tab went away for, should it have come back; the same however often it is asked. */
  get back(): string | undefined {
    // Read once a page: React may begin to draw a view more than once before it is shown.
    this.#back ??= { came: cameBack(), goesOn: false };
    return this.#back.came?.endpoint;
  }

  /** Goes on with what this tab came back with, once. */
  goOn(): void {
    if (this.back === undefined || this.#back?.came === undefined || this.#back.goesOn) return;
    this.#back.goesOn = true;
    void this.finish(this.#back.came.endpoint, this.#back.came.callback);
  }

  async begin(endpoint: string, grant: Grant): Promise<Authorisation> {
    this.#put(endpoint, { busy: 'asking', outcome: undefined });
    const outcome = await this.#engine.authorise(endpoint, grant);
    if (outcome.state === 'redirect') this.#await(endpoint, outcome.url);
    this.#put(endpoint, { busy: undefined, outcome });
    return outcome;
  }

  async finish(endpoint: string, callback: string): Promise<Authorisation> {
    tabStore.removeItem(AWAITED);
    this.#put(endpoint, { busy: 'finishing', outcome: undefined });
    const outcome = await this.#engine.finishAuthorisation(endpoint, callback);
    this.#put(endpoint, { busy: undefined, outcome });
    return outcome;
  }

  async signOut(endpoint: string): Promise<void> {
    await this.#engine.signOut(endpoint);
    this.#put(endpoint, NONE);
  }

  #await(endpoint: string, url: string): void {
    const state = new URL(url).searchParams.get('state') ?? '';
    tabStore.setItem(AWAITED, JSON.stringify({ endpoint, state }));
    this.#channel ??= new BroadcastChannel(CHANNEL);
    this.#channel.onmessage = ({ data }: MessageEvent<SignInMessage>) => {
      const awaited = readAwaited(tabStore.getItem(AWAITED));
      if (data.kind !== 'came' || awaited === undefined || awaited.state !== data.state) return;
      this.#channel?.postMessage({ kind: 'taken', state: data.state } satisfies SignInMessage);
      void this.finish(awaited.endpoint, data.callback);
    };
  }

  #put(endpoint: string, attempt: Attempt): void {
    this.#all.set(endpoint, attempt);
    for (const changed of this.#listeners) changed();
  }
}

/** The endpoint that this tab went away for, and with what it came back, once; undefined where it did not. */
function cameBack(): { readonly endpoint: string; readonly callback: string } | undefined {
  const callback = tabStore.getItem(CAME);
  const awaited = readAwaited(tabStore.getItem(AWAITED));
  tabStore.removeItem(CAME);
  return callback === null || awaited === undefined ? undefined : { endpoint: awaited.endpoint, callback };
}

const known = new WeakMap<Engine, Attempts>();

export function attemptsOf(engine: Engine): Attempts {
  const found = known.get(engine) ?? new Attempts(engine);
  known.set(engine, found);
  return found;
}
