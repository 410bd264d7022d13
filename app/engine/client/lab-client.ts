import type { CancelTimer } from '../../../server/ports/clock.ts';
import { isObject, type JsonObject } from '../../../server/protocol/json.ts';
import type { LabCommand, LabState, LabTransition } from '../../../server/protocol/lab.ts';
import { truthKey } from '../derive/truth.ts';
import type { Lab, LabConnection } from '../engine.ts';
import {
  type LabAck,
  type LabAddress,
  LabLink,
  type LabRefusal,
  type LabWelcome,
} from '../transport/lab-link.ts';
import type { Sender } from './sender.ts';

/** Waits before it is asked again whether a lost lab is back, ms: doubled each time up to the longest. */
const AGAIN = { first: 1_000, longest: 30_000 } as const;

/**
 * Listens to the lab of the page's own server, and writes what it tells into the log: a `note` for each true transition, so that a
 * recording carries what was true beside what was seen. Takes up where it left off, also after a reload.
 */
export class LabClient implements Lab {
  readonly #sender: Sender;
  readonly #address: LabAddress;
  readonly #endpoint: () => string | undefined;
  readonly #subscribers = new Set<() => void>();
  #connection: LabConnection = { kind: 'off', why: undefined };
  #link: LabLink | undefined;
  #timer: CancelTimer | undefined;
  #wait: number = AGAIN.first;
  /** Of the present link: places up to here were committed before it was opened. */
  #head = 0;
  /** From the lab's clock (ms since the epoch) to `mono`, and how fast it goes. */
  #clock = { now: 0, mono: 0, speed: 1 };

  /** @param endpoint the one in use, where it is of the page's own server */
  constructor(sender: Sender, address: LabAddress, endpoint: () => string | undefined) {
    this.#sender = sender;
    this.#address = address;
    this.#endpoint = endpoint;
  }

  connection(): LabConnection {
    return this.#connection;
  }

  subscribe(changed: () => void): () => void {
    this.#subscribers.add(changed);
    return () => this.#subscribers.delete(changed);
  }

  ask(command: LabCommand): Promise<LabAck> {
    if (this.#link === undefined) this.open();
    return (this.#link as LabLink).ask(command);
  }

  /** Opens it where it is not. */
  open(): void {
    if (this.#link !== undefined) return;
    this.#timer?.();
    this.#show({ kind: 'opening' });
    const link = new LabLink(this.#address, {
      welcome: (message) => this.#welcome(message),
      told: (message) => {
        if (message.type === 'transition') this.#told(message);
      },
      state: (state) => this.#show({ kind: 'open', state }),
      closed: (why) => this.#closed(why),
    });
    this.#link = link;
    void link.open(this.#sender.world().labPlace);
  }

  close(): void {
    this.#timer?.();
    this.#link?.close();
    this.#link = undefined;
  }

  #welcome({ head, state }: LabWelcome): void {
    this.#wait = AGAIN.first;
    this.#head = head;
    this.#clock = { now: state.clock.now, mono: this.#sender.recorder.mono(), speed: clockSpeed(state) };
  }

  #told(transition: LabTransition): void {
    const endpoint = this.#endpoint();
    if (endpoint === undefined) return;
    const late = transition.seq <= this.#head;
    const { recorder } = this.#sender;
    // What happened before we listened concerns us only where it is about a task that is watched.
    if (late && !isWatched(this.#sender, endpoint, transition.taskId)) return;
    const heard = recorder.mono();
    const { now, mono, speed } = this.#clock;
    const at = late ? Math.min(heard, Math.max(0, mono - (now - transition.serverTime) / speed)) : heard;
    const { type: _, from, to, ...rest } = transition;
    const text = `truly ${from === null || from === to ? to : `${from} → ${to}`} (revision ${transition.revision})`;
    const lab: JsonObject = { ...rest, from, to, at };
    recorder.write({ kind: 'note', endpoint, data: { text, lab } });
  }

  #closed(why: LabRefusal): void {
    this.#link = undefined;
    this.#show({ kind: 'off', why });
    // A lab that was there and went (a restart) comes back; one that does not let in will not.
    const lost = isObject(why) && (why.code === 1001 || why.code === 1006);
    if (!lost && !(why === 'no-lab' && this.#wait > AGAIN.first)) return;
    this.#timer = this.#sender.clock.after(this.#wait, () => this.open());
    this.#wait = Math.min(AGAIN.longest, this.#wait * 2);
  }

  #show(connection: LabConnection): void {
    this.#connection = connection;
    for (const changed of [...this.#subscribers]) changed();
  }
}

function clockSpeed(state: LabState): number {
  return state.clock.paused ? 1 : Math.max(0.001, state.clock.speed);
}

function isWatched(sender: Sender, endpoint: string, taskId: string): boolean {
  const key = truthKey(endpoint, taskId);
  return [...sender.world().tasks.values()].some((task) => truthKey(task.endpoint, task.taskId) === key);
}
