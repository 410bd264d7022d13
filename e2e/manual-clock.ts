import type { Page } from 'playwright/test';

interface PageClock {
  advance(ms: number): void;
  isDueIn(ms: number): boolean;
  whenDueIn(ms: number): Promise<void>;
}

/** Time of a page that moves only when told to: the engine's clock, put in before the page loads (app/main.tsx). */
export class ManualTime {
  readonly #page: Page;

  private constructor(page: Page) {
    this.#page = page;
  }

  static async install(page: Page): Promise<ManualTime> {
    await page.addInitScript(() => {
      interface Timer {
        readonly due: number;
        readonly fire: () => void;
      }
      let mono = 0;
      const wall = 1_785_240_000_000;
      const timers = new Set<Timer>();
      const waiting = new Set<{ readonly due: number; readonly tell: () => void }>();
      const clock = {
        now: () => wall + mono,
        mono: () => mono,
        after(ms: number, fire: () => void) {
          const timer = { due: mono + Math.max(0, ms), fire };
          timers.add(timer);
          for (const { due, tell } of waiting) if (due === timer.due) tell();
          return () => void timers.delete(timer);
        },
        isDueIn: (ms: number) => [...timers].some(({ due }) => due === mono + ms),
        whenDueIn(ms: number) {
          if (clock.isDueIn(ms)) return Promise.resolve();
          const due = mono + ms;
          return new Promise<void>((tell) => waiting.add({ due, tell }));
        },
        advance(ms: number) {
          const end = mono + ms;
          for (;;) {
            const [next] = [...timers].filter(({ due }) => due <= end).sort((a, b) => a.due - b.due);
            if (next === undefined) break;
            timers.delete(next);
            mono = Math.max(mono, next.due);
            next.fire();
          }
          mono = end;
        },
      };
      Object.assign(globalThis, { taskscopeClock: clock });
    });
    return new ManualTime(page);
  }

  /** Resolves when a timer is set that falls due in exactly `ms`: what was under way has come to its end. */
  isDueIn(ms: number): Promise<void> {
    return this.#page.evaluate(
      (by) => (globalThis as unknown as { taskscopeClock: PageClock }).taskscopeClock.whenDueIn(by),
      ms,
    );
  }

  /** Fires what falls due within `ms`, in order; what that starts on the wire goes on by itself. */
  advance(ms: number): Promise<void> {
    return this.#page.evaluate((by) => {
      (globalThis as unknown as { taskscopeClock: PageClock }).taskscopeClock.advance(by);
    }, ms);
  }

  /**
   * Lets one interval of `ms` pass: fails if its timer fires before the last millisecond, and resolves when the next one, of `next`
   * ms, is set. In one call to the page, since a hundred intervals make as many round trips.
   */
  pass(ms: number, next: number): Promise<void> {
    return this.#page.evaluate(
      async ([by, then]) => {
        const clock = (globalThis as unknown as { taskscopeClock: PageClock }).taskscopeClock;
        clock.advance(by - 1);
        if (!clock.isDueIn(1)) throw new Error(`nothing is due ${by} ms after it was set`);
        clock.advance(1);
        await clock.whenDueIn(then);
      },
      [ms, next] as const,
    );
  }
}

/** Makes the page believe that it is out of sight, or in sight again. */
export async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    const state = value ? 'hidden' : 'visible';
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}
