import { useEffect, useReducer, useRef, useState, useSyncExternalStore } from 'react';

/**
 * Calls `run` at the next frame, at most once however often it is asked. In a hidden tab frames do not come, so a timer stands in:
 * the title and the announcements go on there.
 */
export function byFrame(run: () => void): { readonly ask: () => void; readonly stop: () => void } {
  let stop: (() => void) | undefined;
  const fire = (): void => {
    stop?.();
    stop = undefined;
    run();
  };
  return {
    ask() {
      if (stop !== undefined) return;
      const frame = requestAnimationFrame(fire);
      const timer = setTimeout(fire, 200);
      stop = () => {
        cancelAnimationFrame(frame);
        clearTimeout(timer);
      };
    },
    stop() {
      stop?.();
      stop = undefined;
    },
  };
}

export interface Versioned {
  version(): number;
  subscribe(changed: () => void): () => void;
}

/** The version of a source as of the last frame. A burst of changes makes one render. */
export function useVersion(source: Versioned): number {
  const seen = useRef<number>(source.version());
  const [subscribe] = useState(() => (changed: () => void) => {
    const frame = byFrame(() => {
      seen.current = source.version();
      changed();
    });
    const off = source.subscribe(frame.ask);
    if (seen.current !== source.version()) frame.ask();
    return () => {
      off();
      frame.stop();
    };
  });
  return useSyncExternalStore(subscribe, () => seen.current);
}

/** Time as the engine's clock has it; a manual one in tests. */
export interface Ticking {
  after(ms: number, fire: () => void): () => void;
}

/** What `read` says now, read again every `every` ms of the clock while the page is visible. `every` 0: never by itself. */
export function useNow(clock: Ticking, every: number, read: () => number): number {
  const [now, setNow] = useState(read);
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    if (every === 0) return undefined;
    let stop = (): void => {};
    const tick = (): void => {
      if (document.visibilityState !== 'hidden') setNow(latest.current());
      stop = clock.after(every, tick);
    };
    tick();
    return () => stop();
  }, [clock, every]);
  return every === 0 ? read() : now;
}

/** Whether a media query matches, kept up to date. */
export function useMedia(query: string): boolean {
  const [list] = useState(() => matchMedia(query));
  return useSyncExternalStore(
    (changed) => {
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => list.matches,
  );
}

/**
 * Width and height of an element, kept up to date. A size that is told again is no change: an observer tells it at once of every
 * element it is given, and a render for that which gives it the element again would go on for ever, frame by frame.
 */
export function useSize(): [
  (element: Element | null) => void,
  { readonly width: number; readonly height: number },
] {
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [ref] = useState(() => {
    let observer: ResizeObserver | undefined;
    return (element: Element | null): void => {
      observer?.disconnect();
      observer = undefined;
      if (element === null) return;
      observer = new ResizeObserver(([entry]) => {
        if (entry === undefined) return;
        const { width, height } = entry.contentRect;
        setSize((was) => (was.width === width && was.height === height ? was : { width, height }));
      });
      observer.observe(element);
    };
  });
  return [ref, size];
}

/** Draws again at once: for what is known already, and is told by the next frame. A switch must not fall back until then. */
export function useRedraw(): () => void {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  return redraw;
}
