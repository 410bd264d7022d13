import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ClockChange, readSetting, settingJson, steered, timeAt, unsteered } from './clock-setting.ts';
import { ManualClock } from './manual-clock.ts';
import { SteerableClock } from './steerable-clock.ts';

const START = 1_000_000;

async function settle(): Promise<void> {
  for (let i = 0; i < 20; i += 1) await Promise.resolve();
}

function made() {
  const machine = new ManualClock(START);
  const clock = new SteerableClock(machine, undefined, settle);
  const steer = (change: ClockChange) => clock.follow(steered(clock.setting, change, machine.now()));
  return { machine, clock, steer };
}

/** A timer, and those that it sets when it fires. */
interface Plan {
  readonly ms: number;
  readonly next: readonly Plan[];
}

/** Sets the timers of `plans`; each that fires is noted with the time that it was due and the time that it was. */
function play(clock: SteerableClock, plans: readonly Plan[]) {
  const fired: { name: string; due: number; at: number }[] = [];
  const start = clock.mono();
  const set = (list: readonly Plan[], name: string): void => {
    for (const [n, { ms, next }] of list.entries()) {
      const due = clock.mono() - start + ms;
      clock.after(ms, () => {
        fired.push({ name: `${name}.${n}`, due, at: clock.mono() - start });
        // Half of them set theirs only after a turn, as work over promises does.
        if (n % 2 === 0) set(next, `${name}.${n}`);
        else void Promise.resolve().then(() => set(next, `${name}.${n}`));
      });
    }
  };
  set(plans, 't');
  return fired;
}

const { plans } = fc.letrec<{ plans: readonly Plan[]; plan: Plan }>((tie) => ({
  plan: fc.record({
    ms: fc.integer({ min: 0, max: 50 }),
    next: fc.oneof({ maxDepth: 3, depthSize: 'small' }, fc.constant([]), tie('plans')),
  }),
  plans: fc.array(tie('plan'), { maxLength: 4 }),
}));

const speed = fc.constantFrom(0.125, 0.5, 1, 3, 8, 1_000);

/** What fired, by the time it was due; of equal times either may be first, as with any timers that are set in between. */
function order(fired: readonly { name: string; due: number }[]): string[] {
  const dues = fired.map(({ due }) => Math.round(due * 1_000));
  expect(dues).toEqual([...dues].sort((a, b) => a - b));
  return fired.map(({ name }, i) => `${String(dues[i]).padStart(9, '0')} ${name}`).sort();
}

describe('SteerableClock', () => {
  it('R74 a jump fires timers in the very order of running, each at its own time, and none early', async () => {
    await fc.assert(
      fc.asyncProperty(plans, speed, async (list, factor) => {
        const running = made();
        await running.steer({ kind: 'speed', speed: Math.max(0.1, factor) });
        const ran = play(running.clock, list);
        await running.machine.advance(400 / factor);
        const jumping = made();
        await jumping.steer({ kind: 'pause' });
        const jumped = play(jumping.clock, list);
        await jumping.machine.advance(1_000);
        expect(jumped).toEqual([]);
        await jumping.steer({ kind: 'jump', ms: 400 });
        expect(order(jumped)).toEqual(order(ran));
        for (const { due, at } of jumped) expect(at).toBeCloseTo(due, 5);
        for (const { due, at } of ran) expect(at - due).toBeGreaterThan(-1e-5);
      }),
    );
  });

  it('R74 pauses and changes of speed on the way change neither order nor count', async () => {
    const change: fc.Arbitrary<ClockChange> = fc.oneof(
      fc.constant<ClockChange>({ kind: 'pause' }),
      fc.constant<ClockChange>({ kind: 'run' }),
      fc.integer({ min: 1, max: 60 }).map((ms): ClockChange => ({ kind: 'jump', ms })),
      speed.map((factor): ClockChange => ({ kind: 'speed', speed: factor })),
    );
    await fc.assert(
      fc.asyncProperty(plans, fc.array(change, { maxLength: 6 }), async (list, changes) => {
        const plain = made();
        await plain.steer({ kind: 'pause' });
        const expected = play(plain.clock, list);
        await plain.steer({ kind: 'jump', ms: 400 });
        const one = made();
        const fired = play(one.clock, list);
        let [wall, mono] = [one.clock.now(), one.clock.mono()];
        for (const each of changes) {
          await one.steer(each);
          await one.machine.advance(7);
          expect(one.clock.now()).toBeGreaterThanOrEqual(wall);
          expect(one.clock.mono()).toBeGreaterThanOrEqual(mono);
          [wall, mono] = [one.clock.now(), one.clock.mono()];
        }
        await one.steer({ kind: 'pause' });
        await one.steer({ kind: 'jump', ms: 400 });
        expect(fired.map(({ name }) => name).sort()).toEqual(expected.map(({ name }) => name).sort());
        for (const { due, at } of fired) expect(at - due).toBeGreaterThan(-1e-5);
      }),
    );
  });

  it('tells the machine’s time until it is steered, and goes on from a kept setting', async () => {
    const { machine, clock, steer } = made();
    await machine.advance(500);
    expect([clock.now(), clock.mono()]).toEqual([START + 500, 500]);
    await steer({ kind: 'jump', ms: 60_000 });
    await steer({ kind: 'speed', speed: 10 });
    await machine.advance(100);
    expect(clock.now()).toBe(START + 61_500);
    const kept = readSetting(JSON.parse(JSON.stringify(settingJson(clock.setting))));
    expect(new SteerableClock(machine, kept, settle).now()).toBe(START + 61_500);
    await steer({ kind: 'pause' });
    await machine.advance(1_000);
    expect(clock.now()).toBe(START + 61_500);
    machine.setWall(START);
    await steer({ kind: 'run' });
    expect(clock.now()).toBe(START + 61_500);
  });

  it('a cancelled timer does not fire, also where one that fires with it cancels it', async () => {
    const { machine, clock, steer } = made();
    const fired: string[] = [];
    const cancel = clock.after(10, () => fired.push('first'));
    cancel();
    clock.after(10, () => {
      fired.push('second');
      third();
    });
    const third = clock.after(10, () => fired.push('third'));
    await machine.advance(20);
    expect(fired).toEqual(['second']);
    clock.after(10, () => fired.push('fourth'))();
    await steer({ kind: 'jump', ms: 20 });
    expect(fired).toEqual(['second']);
  });

  it('changes that are asked for at once are made one after another', async () => {
    const { clock, steer, machine } = made();
    const setting = clock.setting;
    const both = [steer({ kind: 'pause' }), clock.follow(steered(setting, { kind: 'jump', ms: 5 }, START))];
    await Promise.all(both);
    await machine.advance(5);
    expect(clock.now()).toBe(START + 10);
  });

  it('a setting that is none is not read', () => {
    const good = settingJson(unsteered(START));
    expect(timeAt(readSetting(good) ?? unsteered(0), START + 5)).toBe(START + 5);
    for (const bad of [null, 'x', { ...good, speed: 0 }, { ...good, speed: 1e9 }, { ...good, virtual: '1' }])
      expect(readSetting(bad)).toBeUndefined();
  });
});
