import type { CancelTimer, Clock } from './clock.ts';
import { type ClockSetting, timeAt, unsteered } from './clock-setting.ts';

/** What a division by the speed may lose, ms: too little to wait for. */
const ROUNDING_MS = 1e-6;
/** The same for wall time, whose numbers are so great that their last digit is worth a fraction of a microsecond, ms. */
const WALL_ROUNDING_MS = 1e-3;

interface Timer {
  readonly due: number;
  readonly order: number;
  readonly fire: () => void;
}

/**
 * A clock over the machine's that can be paused, sped up and moved forward while work depends on it: timers are set in its own time and
 * follow it. No timer fires early, and a jump fires those on its way in the very order in which running would, each at its own time.
 */
export class SteerableClock implements Clock {
  readonly #machine: Clock;
  readonly #settle: () => Promise<void>;
  #setting: ClockSetting;
  /** Monotonic time at the machine's monotonic time `#at`. */
  #mono: number;
  #at: number;
  /** Wall time while a change is under way and time stands still; undefined else. */
  #held: number | undefined;
  #timers: Timer[] = [];
  #order = 0;
  #disarm: CancelTimer = () => {};
  #changing: Promise<void> = Promise.resolve();

  /**
   * @param setting where to go on from; left out, it tells the machine's own time
   * @param settle lets work that a timer started come to rest before a jump goes on
   */
  constructor(machine: Clock, setting: ClockSetting | undefined, settle: () => Promise<void>) {
    this.#machine = machine;
    this.#settle = settle;
    this.#setting = setting ?? unsteered(machine.now());
    this.#mono = machine.mono();
    this.#at = this.#mono;
  }

  get setting(): ClockSetting {
    return this.#setting;
  }

  now(): number {
    return Math.floor((this.#held ?? timeAt(this.#setting, this.#machine.now())) + WALL_ROUNDING_MS);
  }

  mono(): number {
    return this.#mono + (this.#machine.mono() - this.#at) * this.#rate;
  }

  after(ms: number, fire: () => void): CancelTimer {
    const timer: Timer = { due: this.mono() + Math.max(0, ms), order: this.#order++, fire };
    this.#timers.push(timer);
    this.#arm();
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
      this.#arm();
    };
  }

  /**
   * Goes on by another setting. Where that tells a later time, the time between passes at once, with what falls due in it; where it tells
   * an earlier one, the wall clock goes back and timers are not touched. Changes run one after another.
   * @returns when everything that fell due has been done
   */
  follow(setting: ClockSetting): Promise<void> {
    this.#changing = this.#changing.then(() => this.#change(setting));
    return this.#changing;
  }

  get #rate(): number {
    return this.#held !== undefined || this.#setting.paused ? 0 : this.#setting.speed;
  }

  async #change(setting: ClockSetting): Promise<void> {
    const from = timeAt(this.#setting, this.#machine.now());
    const by = timeAt(setting, this.#machine.now()) - from;
    this.#mono = this.mono();
    // From this moment on time passes by the new setting; what passes while the jump takes its time is caught up with at its end.
    this.#at = this.#machine.mono();
    this.#held = from;
    this.#disarm();
    if (by > 0) await this.#pass(from, by);
    this.#setting = setting;
    this.#held = undefined;
    this.#arm();
  }

  async #pass(from: number, ms: number): Promise<void> {
    const start = this.#mono;
    const to = (mono: number): void => {
      this.#mono = mono;
      this.#held = from + (mono - start);
    };
    await this.#settle();
    for (let next = this.#next(); next !== undefined && next.due <= start + ms; next = this.#next()) {
      to(Math.max(next.due, this.#mono));
      this.#fire(next);
      await this.#settle();
    }
    to(start + ms);
  }

  #fire(timer: Timer): void {
    this.#timers = this.#timers.filter((one) => one !== timer);
    timer.fire();
  }

  /** Sets one timer of the machine for the earliest of ours. */
  #arm(): void {
    this.#disarm();
    const next = this.#next();
    if (next === undefined || this.#rate === 0) return;
    const wait = Math.max(0, next.due - this.mono()) / this.#rate;
    this.#disarm = this.#machine.after(wait, () => this.#fireDue());
  }

  #fireDue(): void {
    // A timer of the machine may be a little early, and those that these set have a turn of their own.
    const now = this.mono() + ROUNDING_MS;
    const due = this.#timers.filter((timer) => timer.due <= now).sort(byDue);
    for (const timer of due) if (this.#timers.includes(timer)) this.#fire(timer);
    this.#arm();
  }

  #next(): Timer | undefined {
    return this.#timers.reduce<Timer | undefined>(
      (best, timer) => (best === undefined || byDue(timer, best) < 0 ? timer : best),
      undefined,
    );
  }
}

function byDue(a: Timer, b: Timer): number {
  return a.due - b.due || a.order - b.order;
}
