import type { JsonObject } from '../../../server/protocol/json.ts';

/** What of the page the engine needs, beside clock, fetch and storage. Each is a port, with the browser's own below. */

/** Small strings that live as long as the tab and survive its reload (sessionStorage). */
export interface TabMemory {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
}

/** Messages between the tabs of this browser; a sender does not hear itself. */
export interface Channel {
  post(message: JsonObject): void;
  /** @returns a function that ends the hearing */
  hear(listener: (message: unknown) => void): () => void;
  close(): void;
}

/** `hidden`: it may be thrown away from now on; `leaving`: it goes; `back`: it is shown again from the browser's cache. */
export type PageChange = 'hidden' | 'leaving' | 'back';

/** The page's ending, and its going out of sight. */
export interface PageLife {
  onChange(listener: (what: PageChange) => void): () => void;
}

export function browserMemory(): TabMemory {
  try {
    const store = sessionStorage;
    return {
      get: (key) => store.getItem(key) ?? undefined,
      set(key, value) {
        try {
          store.setItem(key, value);
        } catch {
          // Full or forbidden: the recording is then found as the newest one instead.
        }
      },
    };
  } catch {
    return noMemory();
  }
}

export function noMemory(): TabMemory {
  const values = new Map<string, string>();
  return { get: (key) => values.get(key), set: (key, value) => void values.set(key, value) };
}

export function browserChannel(name: string): Channel {
  if (typeof BroadcastChannel === 'undefined' || typeof document === 'undefined') return NO_CHANNEL;
  const channel = new BroadcastChannel(name);
  return {
    post: (message) => channel.postMessage(message),
    hear(listener) {
      const onMessage = (event: MessageEvent): void => listener(event.data);
      channel.addEventListener('message', onMessage);
      return () => channel.removeEventListener('message', onMessage);
    },
    close: () => channel.close(),
  };
}

/** For an engine without a page: Node's own BroadcastChannel would keep the process alive. */
export const NO_CHANNEL: Channel = {
  post: () => undefined,
  hear: () => () => undefined,
  close: () => undefined,
};

export function browserPage(): PageLife {
  if (typeof document === 'undefined') return { onChange: () => () => undefined };
  return {
    onChange(listener) {
      const onHide = (): void => listener('leaving');
      const onVisibility = (): void => {
        if (document.visibilityState === 'hidden') listener('hidden');
      };
      const onShow = (event: PageTransitionEvent): void => {
        if (event.persisted) listener('back');
      };
      addEventListener('pagehide', onHide);
      addEventListener('pageshow', onShow);
      document.addEventListener('visibilitychange', onVisibility);
      return () => {
        removeEventListener('pagehide', onHide);
        removeEventListener('pageshow', onShow);
        document.removeEventListener('visibilitychange', onVisibility);
      };
    },
  };
}
