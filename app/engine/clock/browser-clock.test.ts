import { describe, expect, test, vi } from 'vitest';
import { BrowserClock, type Timers, type TimerWorker, workerTimers } from './browser-clock.ts';
import { RandomIds } from './random-ids.ts';

function fakeWorker() {
  const posted: { id: number; ms?: number }[] = [];
  const worker: TimerWorker = {
    postMessage: (message) => posted.push(message),
    onmessage: null,
    onerror: null,
  };
  const fire = (id: number) => worker.onmessage?.({ data: id } as MessageEvent<number>);
  return { worker, posted, fire };
}

describe('timers in a worker (a hidden tab throttles its own)', () => {
  test('are set, fired once and ended there', () => {
    const { worker, posted, fire } = fakeWorker();
    const clock = new BrowserClock(workerTimers(() => worker));
    const fired: string[] = [];
    clock.after(1_000, () => fired.push('a'));
    const cancel = clock.after(5, () => fired.push('b'));
    expect(posted).toEqual([
      { id: 1, ms: 1_000 },
      { id: 2, ms: 5 },
    ]);
    cancel();
    cancel();
    expect(posted.slice(2)).toEqual([{ id: 2 }]);
    for (const id of [2, 1, 1]) fire(id);
    expect(fired).toEqual(['a']);
  });

  test('a worker that cannot start leaves them to the page', async () => {
    vi.useFakeTimers();
    const { worker, fire } = fakeWorker();
    const clock = new BrowserClock(workerTimers(() => worker));
    const fired: string[] = [];
    clock.after(100, () => fired.push('before'));
    worker.onerror?.({} as ErrorEvent);
    clock.after(50, () => fired.push('after'));
    await vi.advanceTimersByTimeAsync(200);
    fire(1);
    expect(fired).toEqual(['after', 'before']);
    vi.useRealTimers();
  });

  test('there are none without workers', () => {
    expect(workerTimers(() => undefined)).toBeUndefined();
    expect(workerTimers()).toBeUndefined();
  });
});

test('a wait beyond 2^31 ms is waited in pieces, as platforms would fire it at once', () => {
  const waits: number[] = [];
  let mono = 0;
  const pieces: (() => void)[] = [];
  const timers: Timers = (ms, fire) => {
    waits.push(ms);
    pieces.push(() => {
      mono += ms;
      fire();
    });
    return () => undefined;
  };
  const clock = new BrowserClock(timers);
  clock.mono = () => mono;
  let fired = 0;
  clock.after(5_000_000_000, () => {
    fired += 1;
  });
  while (pieces.length > 0) pieces.shift()?.();
  expect(fired).toBe(1);
  expect(waits).toEqual([2_147_483_647, 2_147_483_647, 705_032_706]);
});

test('ids are random enough', () => {
  const ids = new RandomIds();
  expect(ids.taskId()).toMatch(/^tsk_[0-9a-f]{32}$/);
  expect(new Set(Array.from({ length: 1_000 }, () => ids.short())).size).toBe(1_000);
  expect(ids.chance()).toBeLessThan(1);
});
