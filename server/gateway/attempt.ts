import type { Clock } from '../ports/clock.ts';

/** One try at one replica: given up at its deadline, or when the client goes. */
export class Attempt {
  readonly signal: AbortSignal;
  readonly #deadline = new AbortController();
  readonly #passed: Promise<never>;
  readonly #cancel: () => void;

  constructor(clock: Clock, ms: number, client: AbortSignal) {
    this.signal = AbortSignal.any([client, this.#deadline.signal]);
    let reject: (reason: unknown) => void = () => {};
    this.#passed = new Promise((_, no) => {
      reject = no;
    });
    this.#passed.catch(() => {});
    this.#cancel = clock.after(ms, () => {
      this.#deadline.abort();
      reject(new Error('The replica did not begin its answer in time'));
    });
  }

  /** True where the deadline has passed. */
  get late(): boolean {
    return this.#deadline.signal.aborted;
  }

  /** The answer, or a rejection at the deadline, also from a replica that heeds no signal. */
  wait(answer: Promise<Response>): Promise<Response> {
    const unread = async (): Promise<void> => {
      if (this.late) await (await answer).body?.cancel();
    };
    answer.then(unread).catch(() => {});
    return Promise.race([answer, this.#passed]);
  }

  /** The answer has begun, or there will be none: from now on only the client's signal counts. */
  over(): void {
    this.#cancel();
  }
}
