import type { CancelTimer } from '../../../server/ports/clock.ts';
import type { FoldedTask } from '../derive/folded.ts';
import { taskKey } from '../derive/model.ts';
import type { Prepared } from '../engine.ts';
import { backoff } from './backoff.ts';
import type { Locks, Release } from './locks.ts';
import type { Sender, Sent } from './sender.ts';
import { interval, isSessionLost, judge, over } from './verdict.ts';

export interface PollerParts {
  readonly sender: Sender;
  readonly locks: Locks;
  /** A `tasks/get` in the generation of its endpoint; undefined where that could not be reached for a session. @param cause seq behind it */
  readonly prepareGet: (
    endpoint: string,
    taskId: string,
    cause: number,
  ) => Prepared | Promise<Prepared | undefined>;
  /** Told after each answer about the task, so that push can end with it. */
  readonly news: (endpoint: string, taskId: string) => void;
}

/** A poll that is due: `base` is the mono from which its interval counts. */
interface Waiting {
  readonly kind: 'poll' | 'retry';
  readonly ms: number;
  readonly base: number;
  readonly cancel: CancelTimer;
}

/**
 * Polls one task: one `tasks/get` after each interval, a retry with back-off after a transient failure, until the task ends, is
 * gone, is forgotten or the server refuses. It knows nothing of the task itself: after each answer it looks at the fold.
 * One tab of a browser polls a task; the others queue for the lock and follow.
 */
export class TaskPoller {
  readonly #parts: PollerParts;
  readonly #endpoint: string;
  readonly #taskId: string;
  #waiting: Waiting | undefined;
  #asking = false;
  /** A person asked while a poll was under way; seq behind it. What that poll brings may be older than the wish. */
  #again: number | undefined;
  #release: Release | undefined;
  #queue: AbortController | undefined;
  #attempt = 0;
  /** Grows when polling ends: what was under way before then means nothing any more. */
  #round = 0;
  #on = false;

  constructor(parts: PollerParts, endpoint: string, taskId: string) {
    this.#parts = parts;
    this.#endpoint = endpoint;
    this.#taskId = taskId;
  }

  /** Begins (or goes on): the first poll comes one interval after the newest observation. @param cause seq behind it */
  begin(cause: number): void {
    if (this.#on) return;
    this.#on = true;
    this.#attempt = 0;
    void this.#takeTurn(cause);
  }

  /** Polls now (where a poll is under way, once more after it), whatever the interval, and goes on from there. @param cause seq behind it */
  pollNow(cause: number): void {
    const { round } = this.#wake();
    if (this.#asking) this.#again = cause;
    else void this.#ask(cause, undefined, round);
  }

  /** The same, but only where it is this tab's turn (another tab that polls will ask by itself). */
  pollNowIfMine(cause: number): void {
    if (this.#release !== undefined) this.pollNow(cause);
  }

  /** The fold has news from elsewhere (push, another tab): they may end the polling or change its pace. */
  noticed(): void {
    if (!this.#on) return;
    const task = this.#task();
    const end = over(task);
    if (end !== undefined && !this.#asking) {
      this.end(end, task?.latest?.seq ?? 0);
      return;
    }
    const waiting = this.#waiting;
    if (waiting?.kind !== 'poll' || task?.latest === undefined) return;
    const { ms, why } = interval(task);
    if (ms === waiting.ms) return;
    const elapsed = this.#parts.sender.recorder.mono() - waiting.base;
    this.#plan('poll', Math.max(0, ms - elapsed), why, task.latest.seq, { base: waiting.base, ms });
  }

  /** Ends the polling and says why, once. */
  end(why: string, cause: number): void {
    if (!this.#on) return;
    this.close();
    this.#write('stop', cause, { what: 'poll', why, taskId: this.#taskId });
  }

  /** Ends it without a word: the page goes, or the recording is another one. */
  close(): void {
    this.#on = false;
    this.#asking = false;
    this.#again = undefined;
    this.#round += 1;
    this.#waiting?.cancel();
    this.#waiting = undefined;
    this.#queue?.abort();
    this.#queue = undefined;
    this.#release?.();
    this.#release = undefined;
  }

  #wake(): { round: number } {
    if (!this.#on) this.#attempt = 0;
    this.#on = true;
    this.#waiting?.cancel();
    this.#waiting = undefined;
    return { round: this.#round };
  }

  async #takeTurn(cause: number): Promise<void> {
    const round = this.#round;
    const name = `taskscope:poll:${taskKey(this.#endpoint, this.#taskId)}`;
    const release = await this.#parts.locks.tryTake(name);
    if (round !== this.#round) {
      release?.();
      return;
    }
    if (release !== undefined) {
      this.#release = release;
      if (this.#waiting === undefined && !this.#asking) this.#next(cause);
      return;
    }
    this.#followed(cause);
    this.#queue = new AbortController();
    try {
      const taken = await this.#parts.locks.take(name, this.#queue.signal);
      if (round !== this.#round) taken();
      else {
        this.#release = taken;
        this.#takeOver();
      }
    } catch {
      // The wait was given up: polling had ended here before the turn came.
    }
  }

  #followed(cause: number): void {
    this.#write('stop', cause, { what: 'poll', why: 'followed', taskId: this.#taskId });
  }

  /** The tab that polled is gone. */
  #takeOver(): void {
    const task = this.#task();
    const end = over(task);
    const cause = task?.latest?.seq ?? task?.startSeq ?? 0;
    if (end !== undefined) this.end(end, cause);
    else if (this.#waiting === undefined && !this.#asking) this.#next(cause);
  }

  /** Plans the next poll one interval after `from` (mono; default: the newest word of the server). */
  #next(cause: number, from?: number): void {
    const { recorder } = this.#parts.sender;
    const task = this.#task();
    const { ms, why } = interval(task);
    const base = from ?? task?.latest?.mono ?? recorder.mono();
    this.#plan('poll', Math.max(0, base + ms - recorder.mono()), why, cause, { base, ms });
  }

  #plan(
    kind: 'poll' | 'retry',
    delay: number,
    why: string,
    cause: number,
    pace: { readonly base: number; readonly ms: number },
    extra: { readonly attempt?: number; readonly after?: string } = {},
  ): void {
    const { clock, recorder } = this.#parts.sender;
    this.#waiting?.cancel();
    const due = recorder.mono() + delay;
    const { attempt } = extra;
    const plan = this.#write('plan', cause, { what: kind, due, why, taskId: this.#taskId, ...extra });
    const round = this.#round;
    const cancel = clock.after(delay, () => {
      if (round !== this.#round) return;
      this.#waiting = undefined;
      const said = { what: kind, due, taskId: this.#taskId, ...(attempt === undefined ? {} : { attempt }) };
      void this.#ask(this.#write('timer', plan, said), attempt, round);
    });
    this.#waiting = { kind, ...pace, cancel };
  }

  async #ask(cause: number, attempt: number | undefined, round: number): Promise<void> {
    const { sender, news, prepareGet } = this.#parts;
    this.#asking = true;
    const made = prepareGet(this.#endpoint, this.#taskId, cause);
    const prepared = made instanceof Promise ? await made : made;
    const sent =
      prepared && (await sender.send(prepared, { cause, ...(attempt === undefined ? {} : { attempt }) }));
    if (round !== this.#round) return;
    const again = this.#again;
    this.#asking = false;
    this.#again = undefined;
    if (prepared === undefined || sent === undefined) this.#planRetry('no session', undefined, cause);
    else if (isSessionLost(prepared, sent))
      this.#planRetry('the server forgot the session', undefined, cause, sent);
    else this.#after(sent);
    news(this.#endpoint, this.#taskId);
    if (again !== undefined) this.pollNow(again);
  }

  #after(sent: Sent): void {
    const { clock, recorder } = this.#parts.sender;
    const cause = sent.received.seq;
    const verdict = judge('tasks/get', sent, clock.now());
    // A push may have told the end meanwhile; then there is nothing to retry for either.
    const end =
      verdict.kind === 'refused'
        ? `refused: ${verdict.why}`
        : verdict.kind === 'closed'
          ? 'off'
          : over(this.#task());
    if (end !== undefined) this.end(end, cause);
    else if (verdict.kind === 'retry')
      this.#planRetry(sent.problem?.message ?? 'no answer', verdict.wait, cause, sent);
    else {
      this.#attempt = 0;
      if (this.#release !== undefined) this.#next(cause, recorder.mono());
      else if (this.#queue !== undefined) this.#followed(cause);
      else void this.#takeTurn(cause);
    }
  }

  #planRetry(reason: string, asked: number | undefined, cause: number, sent?: Sent): void {
    const { ids, recorder } = this.#parts.sender;
    this.#attempt += 1;
    const wait = backoff(this.#attempt, ids.chance(), asked);
    const why = `${reason}${asked === undefined ? '' : ' Retry-After is honoured.'}`;
    const extra = {
      attempt: this.#attempt,
      ...(sent === undefined ? {} : { after: sent.received.exchange }),
    };
    this.#plan('retry', wait, why, cause, { base: recorder.mono(), ms: wait }, extra);
  }

  #task(): FoldedTask | undefined {
    return this.#parts.sender.world().tasks.get(taskKey(this.#endpoint, this.#taskId));
  }

  #write(kind: 'plan' | 'timer' | 'stop', cause: number, data: Record<string, string | number>): number {
    return this.#parts.sender.recorder.write({ kind, endpoint: this.#endpoint, cause, data });
  }
}
