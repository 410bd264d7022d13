import { type Bus, LocalBus, type TaskChanged } from '../../ports/bus.ts';
import { HintPipe, type SendHints } from './hint-pipe.ts';

/**
 * The bus of one process among several: what is published here is heard here at once, and by the others through `send`. Delivery is
 * best effort, as the port says; a bus over a database's own notifications would take its place without a change elsewhere.
 */
export class RelayedBus implements Bus {
  readonly #local = new LocalBus();
  readonly #pipe: HintPipe;

  constructor(send: SendHints) {
    this.#pipe = new HintPipe(send);
  }

  publish(change: TaskChanged): void {
    this.#local.publish(change);
    this.#pipe.push([change]);
  }

  subscribe(hear: (change: TaskChanged) => void): () => void {
    return this.#local.subscribe(hear);
  }

  /** Takes in what another process published. It is not sent on. */
  hear(changes: readonly TaskChanged[]): void {
    for (const change of changes) this.#local.publish(change);
  }
}
