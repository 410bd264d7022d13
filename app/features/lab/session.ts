import type {
  FaultFacts,
  FaultWish,
  FromLab,
  LabCommand,
  LabState,
  LabTransition,
} from '../../../server/protocol/lab.ts';
import { type Engine, type LabAck, type LabPort, labSocket, type OpenLab } from '../../engine/index.ts';
import type { LabPlaces } from './places.ts';
import { pageLab } from './provided.ts';

/** Transitions kept for the page, newest last; the server has them all. */
const MOST = 200;
/** After this long a lab that has gone is tried again, ms. */
const AGAIN_MS = 3_000;

export type LabStanding =
  /** The endpoint is none of the demo's: there is nothing to steer. */
  | 'none'
  /** The page has no key. */
  | 'no-key'
  | 'opening'
  | 'open'
  | 'gone';

/** What the page knows of a lab. A new object with each change. */
export interface LabView {
  readonly standing: LabStanding;
  readonly why: string | undefined;
  readonly state: LabState | undefined;
  /** True transitions, oldest first. */
  readonly transitions: readonly LabTransition[];
  readonly catalogue: readonly FaultFacts[];
  /** What the last refused command was told. */
  readonly refusal: string | undefined;
}

const NOTHING: LabView = {
  standing: 'none',
  why: undefined,
  state: undefined,
  transitions: [],
  catalogue: [],
  refusal: undefined,
};

/** The lab of the connected demo, for all views of a page. Switched faults are noted in the log. */
export class LabSession {
  readonly #engine: Engine;
  readonly #places: LabPlaces;
  readonly #hearers = new Set<() => void>();
  #view = NOTHING;
  #endpoint: string | undefined;
  #port: LabPort | undefined;
  #life = 0;

  constructor(engine: Engine, places: LabPlaces) {
    this.#engine = engine;
    this.#places = places;
  }

  view = (): LabView => this.#view;

  subscribe = (changed: () => void): (() => void) => {
    this.#hearers.add(changed);
    return () => this.#hearers.delete(changed);
  };

  /** Follows the endpoint that the page is connected to; the same one again changes nothing. */
  follow(endpoint: string | undefined): void {
    if (endpoint === this.#endpoint) return;
    this.#endpoint = endpoint;
    this.#open();
  }

  /** Tries again, such as when a key was pasted. */
  again(): void {
    this.#open();
  }

  /** Sends a command and shows what was refused. */
  async ask(command: LabCommand): Promise<LabAck | undefined> {
    const ack = await this.#port?.ask(command);
    if (ack === undefined) return undefined;
    if (!ack.ok) this.#set({ refusal: ack.error.message });
    else this.#heard({ type: 'state', state: ack.state }, { refusal: undefined });
    return ack;
  }

  #open(): void {
    this.#life += 1;
    this.#port?.close();
    this.#port = undefined;
    this.#view = NOTHING;
    const open = this.#way();
    if (typeof open === 'string') {
      this.#set({ standing: open });
      return;
    }
    const life = this.#life;
    const isOurs = (): boolean => life === this.#life;
    this.#set({ standing: 'opening' });
    this.#port = open(
      (message) => {
        if (isOurs()) this.#hear(message);
      },
      (why) => {
        if (!isOurs()) return;
        this.#set({ standing: 'gone', why });
        this.#engine.clock.after(AGAIN_MS, () => {
          if (isOurs()) this.#open();
        });
      },
    );
  }

  #way(): OpenLab | 'none' | 'no-key' {
    const { bundled, inPage, key: keyOf } = this.#places;
    if (this.#endpoint === inPage()) return overPage() ?? 'none';
    const url = bundled?.();
    if (url === undefined || this.#endpoint !== url) return 'none';
    const key = keyOf();
    return key === undefined ? 'no-key' : labSocket(new URL(url).origin, key);
  }

  #hear(message: FromLab): void {
    switch (message.type) {
      case 'welcome':
        this.#heard({ type: 'state', state: message.state }, { standing: 'open', why: undefined });
        void this.ask({ do: 'faults/list' }).then((ack) => {
          if (ack?.ok === true) this.#set({ catalogue: ack.catalogue ?? [] });
        });
        break;
      case 'state':
        this.#heard(message);
        break;
      case 'transition':
        this.#set({ transitions: [...this.#view.transitions, message].slice(-MOST) });
        break;
    }
  }

  #heard({ state }: { readonly type: 'state'; readonly state: LabState }, more: Partial<LabView> = {}): void {
    const endpoint = this.#endpoint;
    if (endpoint !== undefined) note(this.#engine, endpoint, state.faults);
    this.#set({ ...more, state });
  }

  #set(change: Partial<LabView>): void {
    this.#view = { ...this.#view, ...change };
    for (const hear of [...this.#hearers]) hear();
  }
}

/** The lab of the demo in this page; its code is there when the endpoint has been asked. */
function overPage(): OpenLab | undefined {
  const start = pageLab();
  if (start === undefined) return undefined;
  return (hear, ended) => {
    const starting = start();
    let leave: () => void = () => undefined;
    let closed = false;
    starting.then(
      (lab) => {
        if (!closed) leave = lab.listen(hear);
      },
      (error: unknown) => ended(error instanceof Error ? error.message : 'The demo cannot start.'),
    );
    return {
      ask: async (command) => (await starting).ask(command),
      close: () => {
        closed = true;
        leave();
      },
    };
  };
}

/** Puts into the log which faults came and which went since the log was told last: it shades them on the timeline. */
function note(engine: Engine, endpoint: string, active: readonly FaultWish[]): void {
  const open = engine.world().faults.filter((one) => one.endpoint === endpoint && one.to === undefined);
  const labels = new Set(active.map(labelOf));
  for (const { label } of open)
    if (!labels.has(label))
      engine.note(endpoint, { text: `Fault ${label} was switched off.`, fault: label, on: false });
  for (const label of labels)
    if (!open.some((one) => one.label === label))
      engine.note(endpoint, { text: `Fault ${label} was switched on.`, fault: label, on: true });
}

/** `stale-reads: lagMs 2000`. */
export function labelOf({ name, params }: FaultWish): string {
  const set = Object.entries(params).map(([key, value]) => `${key} ${String(value)}`);
  return set.length === 0 ? name : `${name}: ${set.join(', ')}`;
}

const sessions = new WeakMap<Engine, LabSession>();

/** The one session of an engine. */
export function labOf(engine: Engine, places: LabPlaces): LabSession {
  let session = sessions.get(engine);
  if (session === undefined) {
    session = new LabSession(engine, places);
    sessions.set(engine, session);
  }
  return session;
}
