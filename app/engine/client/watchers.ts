import { taskKey } from '../derive/model.ts';
import { type PollerParts, TaskPoller } from './poller.ts';

/** The pollers of all watched tasks, one a task. */
export class Watchers {
  readonly #parts: PollerParts;
  readonly #pollers = new Map<string, { readonly endpoint: string; readonly poller: TaskPoller }>();

  constructor(parts: PollerParts) {
    this.#parts = parts;
  }

  of(endpoint: string, taskId: string): TaskPoller {
    const key = taskKey(endpoint, taskId);
    const known = this.#pollers.get(key);
    if (known !== undefined) return known.poller;
    const poller = new TaskPoller(this.#parts, endpoint, taskId);
    this.#pollers.set(key, { endpoint, poller });
    return poller;
  }

  /** The fold has news of a task from elsewhere. */
  noticed(endpoint: string, taskId: string): void {
    this.#pollers.get(taskKey(endpoint, taskId))?.poller.noticed();
  }

  /** Ends all polling of an endpoint. */
  endAll(endpoint: string, why: string, cause: number): void {
    for (const watched of this.#pollers.values())
      if (watched.endpoint === endpoint) watched.poller.end(why, cause);
  }

  /** Ends all polling without a word. */
  close(): void {
    for (const { poller } of this.#pollers.values()) poller.close();
    this.#pollers.clear();
  }
}
