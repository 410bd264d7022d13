import { type Bus, type Hint, type ListChanged, LocalBus, type TaskChanged } from '../../ports/bus.ts';
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

  publish(hint: Hint): void {
    this.#local.publish(hint);
    this.#pipe.push([hint]);
  }

  subscribe(hear: (change: TaskChanged) => void): () => void {
    return this.#local.subscribe(hear);
  }

  subscribeLists(hear: (change: ListChanged) => void): () => void {
    return this.#local.subscribeLists(hear);
  }

  /** Takes in what another process published. It is not sent on. */
  hear(hints: readonly Hint[]): void {
    for (const hint of hints) this.#local.publish(hint);
  }
}
