import type { FormDraft } from '../../forms/light.ts';
import { type SmallStore, tabNames, tabStore } from '../../ui/storage.ts';
import type { Called } from './called.ts';
import { type OpenRound, openRounds } from './open-rounds.ts';

/** Which call it is: in a recording, of a tool of an endpoint. */
export type CallAt = OpenRound;

/** What is kept of a call that is not over. `draft` undefined: nothing was typed. */
export interface KeptCall {
  readonly draft: FormDraft | undefined;
  readonly called: Called;
}

const PREFIX = 'taskscope.call ';
const NOTHING: KeptCall = { draft: undefined, called: { kind: 'not-yet' } };

/**
 * The calls that are not over, whatever is shown meanwhile: the arguments as typed and the open round of questions.
 * Like drafts of answers they are in sessionStorage too, so that a reload loses none. A call that has come to a result or a task is
 * over, and the next one begins afresh.
 */
export class KeptCalls {
  readonly #storage: SmallStore;
  readonly #kept = new Map<string, KeptCall>();
  readonly #listeners = new Set<() => void>();

  constructor(storage: SmallStore = tabStore) {
    this.#storage = storage;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The same object until something changes. */
  get(at: CallAt): KeptCall {
    const name = nameOf(at);
    const found = this.#kept.get(name);
    if (found !== undefined) return found;
    const { draft, called } = this.#read<Partial<KeptCall>>(name) ?? {};
    const kept = { draft, called: reloaded(called) ?? NOTHING.called };
    this.#kept.set(name, kept);
    openRounds.note(name, isOpen(kept.called) ? at : undefined);
    return kept;
  }

  change(at: CallAt, change: Partial<KeptCall>): void {
    const name = nameOf(at);
    const next = { ...this.get(at), ...change };
    this.#kept.set(name, next);
    openRounds.note(name, isOpen(next.called) ? at : undefined);
    const isNothing = next.draft === undefined && next.called.kind === 'not-yet';
    this.#write(name, isNothing || isOver(next.called) ? undefined : next);
    for (const listener of this.#listeners) listener();
  }

  /** A form is shown: what is over is forgotten. */
  begin(at: CallAt): void {
    if (isOver(this.get(at).called)) this.change(at, NOTHING);
  }

  #read<T>(name: string): T | undefined {
    const found = this.#storage.getItem(name);
    if (found === null) return undefined;
    try {
      return JSON.parse(found) as T;
    } catch {
      return undefined;
    }
  }

  #write(name: string, value: unknown): void {
    if (value === undefined) this.#storage.removeItem(name);
    else this.#storage.setItem(name, JSON.stringify(value));
  }
}

function nameOf({ recording, endpoint, tool }: CallAt): string {
  return PREFIX + JSON.stringify([recording, endpoint, tool]);
}

/** Whether a call has come to something that no retry goes on from. */
function isOver(called: Called): boolean {
  if (called.kind !== 'called') return false;
  return !called.answer.ok || called.answer.value.kind !== 'input_required';
}

/** Whether it waits for the person to call again. */
function isOpen(called: Called): boolean {
  return called.kind === 'called' && !isOver(called) && called.retry.kind !== 'calling';
}

/** A call that was out when the page went: nobody hears its answer any more. */
function reloaded(called: Called | undefined): Called | undefined {
  if (called?.kind !== 'called') return undefined;
  return called.retry.kind === 'calling'
    ? { ...called, retry: { kind: 'failed', problem: UNKNOWN } }
    : called;
}

const UNKNOWN = {
  kind: 'network',
  code: 'cut',
  message: 'The page was reloaded while the call was out: it is unknown whether it arrived.',
  next: 'Look at the traffic and the timeline for what came of it, then call again if it is still wanted.',
} as const;

/** The calls of this page. */
export const keptCalls = new KeptCalls();

// After a reload, what waits is counted before its form is shown.
for (const name of tabNames()) {
  const at = /^taskscope\.call (\[.*\])$/.exec(name)?.[1];
  if (at === undefined) continue;
  const [recording, endpoint, tool] = JSON.parse(at) as [string | undefined, string, string];
  keptCalls.get({ recording: recording ?? undefined, endpoint, tool });
}
