import { type Column, integers } from '../../log/columns.ts';
import { type BodyOf, Continuations } from './continuations.ts';
import { FLAG, type WireTable } from './table.ts';

type Numbers = Column<Int32Array>;

/**
 * What of the wire belongs together. An **operation** is a request with what became of it: its retries (MRTR), and of the task that it
 * made the polls, pushes, updates and cancels. Of a task that nobody called for in this log its first message begins one. Where a message
 * fits more than one operation it stands alone. A **run** is successive polls of a task that brought nothing new.
 *
 * Held as columns over the slots of a table, made anew for each version of it: about ten ns a slot.
 */
export class WireGroups {
  readonly #table: WireTable;
  readonly #continuations: Continuations;
  #version = -1;
  /** The slot that begins the operation of a slot. */
  readonly op: Numbers = integers();
  /** Slots of the operation that begins in a slot; 0 for all others. */
  readonly members: Numbers = integers();
  /** The next slot of the same operation, in the order of time; -1: none. */
  readonly nextInOp: Numbers = integers();
  /** The slot that begins the run of a slot; -1: it is in none. */
  readonly run: Numbers = integers();
  readonly nextInRun: Numbers = integers();
  readonly #firstOfOp: Numbers = integers();
  readonly #lastOfOp: Numbers = integers();
  readonly #lastOfRun: Numbers = integers();
  readonly #opOfTask: Numbers = integers();
  readonly #runOfTask: Numbers = integers();
  readonly #root: Numbers = integers();

  constructor(table: WireTable, bodyOf: BodyOf) {
    this.#table = table;
    this.#continuations = new Continuations(table, bodyOf);
  }

  update(): void {
    if (this.#version === this.#table.version) return;
    this.#version = this.#table.version;
    this.#calls();
    this.#operations();
    this.#runs();
  }

  /** The slots of an operation, the one that begins it first. */
  *slotsOf(root: number): IterableIterator<number> {
    for (let slot = root; slot >= 0; slot = this.nextInOp.get(slot)) yield slot;
  }

  /** The slots of a run, in the order of time. */
  *slotsOfRun(head: number): IterableIterator<number> {
    for (let slot = head; slot >= 0; slot = this.nextInRun.get(slot)) yield slot;
  }

  /** Who began which chain of requests, and who made which task. */
  #calls(): void {
    const table = this.#table;
    for (let task = 0; task < table.taskKeys.size; task += 1) this.#opOfTask.set(task, -1);
    const call = table.texts.find('tools/call');
    const mayRetry = [call, table.texts.find('prompts/get'), table.texts.find('resources/read')];
    this.#continuations.begin();
    for (let place = 0; place < table.size; place += 1) {
      const slot = table.at(place);
      this.#root.set(slot, slot);
      this.op.set(slot, slot);
      if (table.frame.get(slot) >= 0) continue;
      const method = table.method.get(slot);
      if (method < 0 || !mayRetry.includes(method)) continue;
      const root = this.#continuations.rootOf(slot, table.exchangeAt(slot), (of) => this.#root.get(of));
      if (root >= 0) this.#root.set(slot, root);
      this.op.set(slot, this.#root.get(slot));
      const task = table.task.get(slot);
      if (method !== call || task < 0) continue;
      const before = this.#opOfTask.get(task);
      this.#opOfTask.set(task, before === -1 || before === this.#root.get(slot) ? this.#root.get(slot) : -2);
    }
  }

  #operations(): void {
    const table = this.#table;
    const listen = table.texts.find('subscriptions/listen');
    for (let slot = 0; slot < table.size; slot += 1) {
      this.members.set(slot, 0);
      this.nextInOp.set(slot, -1);
    }
    // Exchanges first: a frame may need the operation of its exchange, and in a log of elsewhere come before it.
    for (const ofFrames of [false, true])
      for (let place = 0; place < table.size; place += 1) {
        const slot = table.at(place);
        if (table.frame.get(slot) >= 0 === ofFrames) this.op.set(slot, this.#opOf(slot, ofFrames, listen));
      }
    for (let place = 0; place < table.size; place += 1) {
      const slot = table.at(place);
      this.#join(this.op.get(slot), slot);
    }
  }

  #opOf(slot: number, isFrame: boolean, listen: number): number {
    const table = this.#table;
    const task = table.task.get(slot);
    const isListen = !isFrame && table.method.get(slot) === listen;
    // A frame that no task is named in belongs to the request whose stream it came on.
    const alone = isFrame
      ? this.op.get(table.slotOfExchange(table.exchange.get(slot)))
      : this.#root.get(slot);
    const of = task < 0 || isListen || (!isFrame && alone !== slot) ? -2 : this.#opOfTask.get(task);
    if (of === -1 && !isFrame) this.#opOfTask.set(task, slot);
    return of >= 0 ? of : alone;
  }

  #join(op: number, slot: number): void {
    this.members.set(op, this.members.get(op) + 1);
    // The one that begins it stands first, whatever came before it.
    if (op === slot) {
      const first = this.members.get(op) > 1 ? this.#firstOfOp.get(op) : -1;
      this.nextInOp.set(slot, first);
      if (first < 0) this.#lastOfOp.set(op, slot);
      return;
    }
    if (this.members.get(op) === 1) this.#firstOfOp.set(op, slot);
    else {
      const last = this.#lastOfOp.get(op);
      this.nextInOp.set(last, slot);
    }
    this.#lastOfOp.set(op, slot);
  }

  #runs(): void {
    const table = this.#table;
    for (let task = 0; task < table.taskKeys.size; task += 1) this.#runOfTask.set(task, -1);
    for (let place = 0; place < table.size; place += 1) {
      const slot = table.at(place);
      this.run.set(slot, -1);
      const task = table.task.get(slot);
      if (task === -1) continue;
      if (task === -2) {
        const { endpoint, taskIds } = table.exchangeAt(slot);
        for (const id of taskIds) {
          const found = table.taskKeys.find(`${endpoint} ${id}`);
          if (found >= 0) this.#runOfTask.set(found, -1);
        }
        continue;
      }
      const flags = table.flags.get(slot);
      const head = this.#runOfTask.get(task);
      if ((flags & FLAG.quiet) !== 0) {
        if (head < 0) {
          this.#runOfTask.set(task, slot);
          this.#startRun(slot);
        } else this.#goOn(head, slot);
      }
      // A poll that is still out goes with the run that it follows, so that the list does not flicker with each one.
      else if ((flags & FLAG.out) !== 0 && head >= 0) this.#goOn(head, slot);
      else this.#runOfTask.set(task, -1);
    }
  }

  #startRun(slot: number): void {
    this.run.set(slot, slot);
    this.nextInRun.set(slot, -1);
    this.#lastOfRun.set(slot, slot);
  }

  #goOn(head: number, slot: number): void {
    this.run.set(slot, head);
    this.nextInRun.set(slot, -1);
    this.nextInRun.set(this.#lastOfRun.get(head), slot);
    this.#lastOfRun.set(head, slot);
  }
}
