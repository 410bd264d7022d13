import type { CancelTimer } from '../../../../server/ports/clock.ts';
import type { JsonObject } from '../../../../server/protocol/json.ts';
import type { RequestId } from '../../../../server/protocol/jsonrpc.ts';
import type { TaskHistory } from '../../derive/model.ts';
import type { Prepared } from '../../engine.ts';
import type { Locks } from '../locks.ts';
import type { Sender } from '../sender.ts';
import { takePlace } from './held-connections.ts';

/** A wait is given up after so long, ms, and taken up again at the next poll: an answer of ours must not be cut by a time-out. */
const LONGEST_WAIT = 25_000;
/** So many of a session's tasks are waited for at a time. */
const MOST_WAITS = 2;
/** A server that refuses so often in a row is asked for this result no more. */
const MOST_REFUSALS = 3;

interface Wait {
  readonly abort: AbortController;
  timer: CancelTimer;
}

/** What a task's result is wanted for: the question that may come with it, or the result itself, which is there at once. */
interface Want {
  readonly ended: boolean;
  /** Seq of the observation behind it. */
  readonly cause: number;
}

/** What makes the requests of a session. */
export interface Prepares {
  prepare(method: string, id: RequestId, params: JsonObject): Prepared;
}

/**
 * Asks for the results of a session's tasks by `tasks/result` (2025-11-25, "Tasks"): beside the polling, since it blocks. It is opened
 * where a task wants input, because the server puts its question on that stream, and where it has ended, because that is where its
 * result is. Never more than two wait at a time; what has ended goes first, and holds no place, since it is answered at once.
 */
export class ResultWaits {
  readonly #sender: Sender;
  readonly #locks: Locks;
  readonly #endpoint: string;
  readonly #session: Prepares;
  readonly #wants = new Map<string, Want>();
  readonly #waits = new Map<string, Wait>();
  readonly #refused = new Map<string, number>();
  #closed = false;

  constructor(sender: Sender, locks: Locks, endpoint: string, session: Prepares) {
    this.#sender = sender;
    this.#locks = locks;
    this.#endpoint = endpoint;
    this.#session = session;
  }

  /** There are news of a task: its result may be wanted now, or no longer. */
  noticed({ taskId, status, ending, gone, forgotten, latest }: TaskHistory): void {
    if (this.#closed) return;
    const ended = status === 'completed' || status === 'failed';
    const wanted = (ended || status === 'input_required') && ending === undefined && gone === undefined;
    if (wanted && !forgotten) this.#wants.set(taskId, { ended, cause: latest?.seq ?? 0 });
    else {
      this.#wants.delete(taskId);
      // A task that works on may be asked for its next question by the same wait; one that is over answers it.
      if (status === 'cancelled' || gone !== undefined || forgotten) this.#end(taskId);
    }
    this.#fill();
  }

  /** Gives all of them up. */
  close(): void {
    this.#closed = true;
    this.#wants.clear();
    for (const taskId of [...this.#waits.keys()]) this.#end(taskId);
  }

  #fill(): void {
    const free = [...this.#wants].filter(
      ([taskId]) => !this.#waits.has(taskId) && (this.#refused.get(taskId) ?? 0) < MOST_REFUSALS,
    );
    for (const [taskId, want] of free.sort(([, a], [, b]) => Number(b.ended) - Number(a.ended))) {
      if (this.#waits.size >= MOST_WAITS && want.ended) this.#makeRoom();
      if (this.#waits.size >= MOST_WAITS) return;
      void this.#wait(taskId, want);
    }
  }

  /** A wait for a question gives way to a result: the question comes on the session's own stream, too, and with a later wait. */
  #makeRoom(): void {
    const asking = [...this.#waits.keys()].find((taskId) => this.#wants.get(taskId)?.ended !== true);
    if (asking !== undefined) this.#end(asking);
  }

  async #wait(taskId: string, { ended, cause }: Want): Promise<void> {
    const abort = new AbortController();
    const wait: Wait = { abort, timer: () => undefined };
    this.#waits.set(taskId, wait);
    const place = ended
      ? () => undefined
      : await takePlace(this.#locks, this.#endpoint, 'question', abort.signal).catch(() => undefined);
    if (place === undefined) return this.#fill(); // given up before one came free
    wait.timer = this.#sender.clock.after(LONGEST_WAIT, () => this.#end(taskId));
    const prepared = this.#session.prepare('tasks/result', this.#sender.nextId(), { taskId });
    const sent = await this.#sender.send(prepared, { cause, signal: abort.signal });
    place();
    if (this.#waits.get(taskId) === wait) this.#end(taskId);
    const { problem, answer } = sent;
    if (problem?.code !== 'closed') {
      const refused = problem === undefined ? 0 : (this.#refused.get(taskId) ?? 0) + 1;
      this.#refused.set(taskId, refused);
      // A result, or the error that a failed task ended with: there is nothing more to ask for.
      if (problem === undefined || (answer?.outcome?.kind === 'error' && this.#wants.get(taskId)?.ended))
        this.#wants.delete(taskId);
    }
    this.#fill();
  }

  #end(taskId: string): void {
    const wait = this.#waits.get(taskId);
    if (wait === undefined) return;
    this.#waits.delete(taskId);
    wait.timer();
    wait.abort.abort();
  }
}
