import type { Locks, Release } from '../locks.ts';

/** What holds a connection open for long: the stream that a server may talk on, or a wait for a task's next question. */
export type Holder = 'stream' | 'question';

/**
 * So many connections of each kind are held to one origin. A browser keeps six to an HTTP/1.1 server, for all its tabs together: with two
 * streams, two waits and one `subscriptions/listen` there is one left, so that polls and calls get through whatever is open.
 */
const MOST: Readonly<Record<Holder, number>> = { stream: 2, question: 2 };

/**
 * Takes a place for a connection that stays open, over all tabs and sessions of this browser, and waits where none is free. Where there are
 * no Web Locks (Node), every place is free.
 * @throws the signal's reason where the wait was given up
 */
export async function takePlace(
  locks: Locks,
  endpoint: string,
  holder: Holder,
  signal: AbortSignal,
): Promise<Release> {
  signal.throwIfAborted();
  const names = Array.from({ length: MOST[holder] }, (_, i) => nameOf(endpoint, holder, i));
  for (const name of names) {
    const release = await locks.tryTake(name);
    if (release === undefined) continue;
    if (!signal.aborted) return release;
    release();
    throw signal.reason;
  }
  const others = new AbortController();
  const either = AbortSignal.any([signal, others.signal]);
  let taken: Release | undefined;
  const waits = names.map(async (name) => {
    const release = await locks.take(name, either);
    // Two may come free in one turn: one is enough.
    if (taken !== undefined || signal.aborted) return release();
    taken = release;
    others.abort();
  });
  // The first that ends decides: a place, or the wait was given up.
  await Promise.any(waits).catch(() => undefined);
  if (taken !== undefined) return taken;
  throw signal.reason;
}

function nameOf(endpoint: string, holder: Holder, i: number): string {
  return `taskscope-held ${new URL(endpoint).origin} ${holder} ${i}`;
}
