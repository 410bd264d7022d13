import type { Page, Route } from 'playwright/test';
import { readSent } from './wire.ts';

/** Requests of one method that wait, unsent, until they are let go. */
export interface Held {
  /** Resolves when one waits. */
  held(): Promise<void>;
  /** Lets all go on, and those to come. */
  release(): Promise<void>;
  /** Cuts the connection of all that wait; those to come go on. */
  abort(): Promise<void>;
}

export async function hold(page: Page, method: string): Promise<Held> {
  const waiting: Route[] = [];
  let open = false;
  let arrived: () => void = () => undefined;
  const first = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  await page.route('**/*', async (route) => {
    if (open || readSent(route.request())?.method !== method) return route.fallback();
    waiting.push(route);
    arrived();
  });
  const end = async (how: (route: Route) => Promise<void>): Promise<void> => {
    open = true;
    await Promise.all(waiting.splice(0).map(how));
  };
  return {
    held: () => first,
    release: () => end((route) => route.continue()),
    abort: () => end((route) => route.abort('connectionreset')),
  };
}
