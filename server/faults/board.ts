import type { Clock } from '../ports/clock.ts';
import type { TaskStore } from '../ports/task-store.ts';
import { type JsonObject, sameJson } from '../protocol/json.ts';
import type { FaultFacts, FaultWish } from '../protocol/lab.ts';
import { FAULTS, faultNamed, faultOfText } from './catalogue.ts';
import type { Around, Fault, Fetch } from './fault.ts';
import { readParams } from './read-params.ts';

/** Without what makes them: they go over the wire. */
const FACTS: readonly FaultFacts[] = FAULTS.map(({ make: _, ...facts }) => facts);

/** One fault that is on. `wish` is absent where it was given as it is, not by its name. */
interface Active {
  readonly fault: Fault;
  readonly wish?: FaultWish;
}

/** The faults of one server, as its lab switches them. */
export interface FaultSwitch {
  readonly catalogue: readonly FaultFacts[];
  /** Those that are on, in the order in which they were switched on; parameters are whole. */
  active(): readonly FaultWish[];
  /** Switches one on, or sets it anew. @throws FaultError for an unknown name and bad parameters */
  on(name: string, params?: JsonObject): void;
  /** Switches one off; one that is off stays off. */
  off(name: string): void;
  /** Exactly these are on from now on; one that is on with the same parameters goes on as it is. @throws FaultError */
  set(wishes: readonly FaultWish[]): void;
  /** Reads `name` or `name=lagMs=500,how=cut`, as a flag or a link has it. @throws FaultError */
  read(text: string): FaultWish;
  /** Switches all off at once, also those given at the start. */
  reset(): void;
  /** @returns what ends the subscription */
  subscribe(changed: () => void): () => void;
}

/**
 * Where faults are put around a server's boundaries while it runs (design, idea 6). With none on, each boundary is as quick as without
 * it but for a look-up. What a fault has begun (an answer that is on its way, a timer) goes on after it is switched off.
 */
export class FaultBoard implements FaultSwitch {
  readonly catalogue: readonly FaultFacts[] = FACTS;
  #active: readonly Active[] = [];
  readonly #rebuild: (() => void)[] = [];
  readonly #hearers = new Set<() => void>();

  constructor(given: readonly (Fault | FaultWish)[]) {
    this.#active = given.map((one) =>
      'explanation' in one ? { fault: one } : activeOf(one.name, one.params),
    );
  }

  active(): readonly FaultWish[] {
    return this.#active.flatMap(({ wish }) => wish ?? []);
  }

  on(name: string, params: JsonObject = {}): void {
    const active = activeOf(name, params);
    this.#set([...this.#active.filter(({ wish }) => wish?.name !== name), active]);
  }

  set(wishes: readonly FaultWish[]): void {
    const next = wishes.map((wish) => {
      const before = this.#active.find((one) => one.wish?.name === wish.name);
      const made = activeOf(wish.name, wish.params);
      return before !== undefined && sameJson(before.wish?.params, made.wish.params) ? before : made;
    });
    if (next.length !== this.#active.length || next.some((one, n) => one !== this.#active[n]))
      this.#set(next);
  }

  read(text: string): FaultWish {
    return faultOfText(text);
  }

  off(name: string): void {
    this.#set(this.#active.filter(({ fault }) => fault.name !== name));
  }

  reset(): void {
    this.#set([]);
  }

  subscribe(changed: () => void): () => void {
    this.#hearers.add(changed);
    return () => this.#hearers.delete(changed);
  }

  /** Whether a request has to take the way through `fetch`. */
  get wrapsFetch(): boolean {
    return this.#active.some(({ fault }) => fault.wrapFetch !== undefined);
  }

  /** @param readable lets a page read what a fault answers in the server's place */
  fetch(inner: Fetch, around: Around, readable: (request: Request, response: Response) => Response): Fetch {
    let now = inner;
    this.#build(() => {
      now = this.#wrapped(inner, (fault, fetch) => fault.wrapFetch?.(fetch, around));
    });
    return async (request) => {
      if (now === inner) return inner(request);
      // A preflight is no message, and a page that may not ask sees no fault.
      if (request.method === 'OPTIONS') return inner(request);
      const response = await now(request);
      return response.headers.has('Access-Control-Allow-Origin') ? response : readable(request, response);
    };
  }

  store(inner: TaskStore, around: Around): TaskStore {
    let now = inner;
    const bound = new Map<string | symbol, unknown>();
    this.#build(() => {
      bound.clear();
      now = this.#wrapped(inner, (fault, store) => fault.wrapStore?.(store, around));
    });
    return new Proxy(inner, {
      get(_, name) {
        const known = bound.get(name);
        if (known !== undefined) return known;
        const found: unknown = Reflect.get(now, name, now);
        if (typeof found !== 'function') return found;
        const made: unknown = found.bind(now);
        bound.set(name, made);
        return made;
      },
    });
  }

  clock(inner: Clock, machine: Clock): Clock {
    let now = inner;
    this.#build(() => {
      now = this.#wrapped(inner, (fault, clock) => fault.wrapClock?.(clock, { clock: inner, machine }));
    });
    return {
      now: () => now.now(),
      mono: () => now.mono(),
      after: (ms, fire) => now.after(ms, fire),
    };
  }

  #wrapped<T>(inner: T, wrap: (fault: Fault, inner: T) => T | undefined): T {
    return this.#active.reduce((so, { fault }) => wrap(fault, so) ?? so, inner);
  }

  #build(build: () => void): void {
    this.#rebuild.push(build);
    build();
  }

  #set(active: readonly Active[]): void {
    this.#active = active;
    for (const build of this.#rebuild) build();
    for (const hear of [...this.#hearers]) hear();
  }
}

function activeOf(name: string, params: JsonObject): Active & { readonly wish: FaultWish } {
  const kind = faultNamed(name);
  const whole = readParams(kind, params);
  return { fault: kind.make(whole), wish: { name, params: whole } };
}
