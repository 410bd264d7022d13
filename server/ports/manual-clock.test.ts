import { describe, expect, test } from 'vitest';
import { LocalBus } from './bus.ts';
import { CountingIds } from './ids.ts';
import { ManualClock } from './manual-clock.ts';

describe('ManualClock', () => {
  test('moves only when told to, wall and monotonic time together', async () => {
    const clock = new ManualClock(1000);
    expect([clock.now(), clock.mono()]).toEqual([1000, 0]);
    await clock.advance(250);
    expect([clock.now(), clock.mono()]).toEqual([1250, 250]);
    clock.setWall(5);
    await clock.advance(1);
    expect([clock.now(), clock.mono()]).toEqual([6, 251]);
  });

  test('fires at the due time, in order of time and then of making, each once', async () => {
    const clock = new ManualClock();
    const fired: [string, number][] = [];
    for (const [name, ms] of [
      ['b', 20],
      ['a', 10],
      ['c', 20],
      ['past', -5],
    ] as const)
      clock.after(ms, () => fired.push([name, clock.mono()]));
    await clock.advance(19);
    expect(fired).toEqual([
      ['past', 0],
      ['a', 10],
    ]);
    await clock.advance(100);
    expect(fired).toEqual([
      ['past', 0],
      ['a', 10],
      ['b', 20],
      ['c', 20],
    ]);
    expect(clock.pending).toBe(0);
  });

  test('a timer that a timer sets, over promises, fires within the same advance at its own time', async () => {
    const clock = new ManualClock();
    const times: number[] = [];
    const loop = async (): Promise<void> => {
      await Promise.resolve();
      times.push(clock.mono());
      clock.after(10, () => void loop());
    };
    clock.after(10, () => void loop());
    await clock.advance(45);
    expect(times).toEqual([10, 20, 30, 40]);
  });

  test('a cancelled timer never fires; cancelling again does nothing', async () => {
    const clock = new ManualClock();
    let fired = 0;
    const cancel = clock.after(1, () => {
      fired += 1;
    });
    cancel();
    cancel();
    await clock.advance(10);
    expect(fired).toBe(0);
  });

  test('jump goes to the next timer, and says when there is none', async () => {
    const clock = new ManualClock();
    clock.after(3_600_000, () => {});
    expect(await clock.jump()).toBe(true);
    expect(clock.mono()).toBe(3_600_000);
    expect(await clock.jump()).toBe(false);
  });
});

test('LocalBus: everyone hears, one that throws stops nobody, and one that left hears no more', () => {
  const bus = new LocalBus();
  const heard: string[] = [];
  bus.subscribe(() => {
    throw new Error('mine alone');
  });
  const leave = bus.subscribe(({ taskId, revision }) => heard.push(`${taskId}@${revision}`));
  const leaveLists = bus.subscribeLists(({ list }) => heard.push(list));
  bus.publish({ taskId: 'a', revision: 1 });
  bus.publish({ list: 'tools' });
  leave();
  leaveLists();
  bus.publish({ taskId: 'a', revision: 2 });
  bus.publish({ list: 'prompts' });
  expect(heard).toEqual(['a@1', 'tools']);
});

test('CountingIds: different each time, in the shape of a task id', () => {
  const ids = new CountingIds();
  const made = [ids.taskId(), ids.taskId(), ids.short()];
  expect(new Set(made).size).toBe(3);
  expect(made[0]).toMatch(/^tsk_\d{32}$/);
});
