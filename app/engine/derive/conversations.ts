import { isObject, type JsonObject, own, parseJson } from '../../../server/protocol/json.ts';
import { memberText } from '../json/member.ts';
import type { Exchange, World } from './model.ts';
import { resultSeq } from './result-text.ts';

/** One answer `input_required`, and the request that it answers. */
export interface AskedRound {
  /** The exchange that was answered so. */
  readonly exchange: string;
  /** The event with the answer. */
  readonly textSeq: number;
  /** When it came, ms since the recording began. */
  readonly mono: number;
  /** The keys of `inputRequests`, as they came. */
  readonly keys: readonly string[];
  /** `requestState` as it was sent; undefined where there was none. */
  readonly state: string | undefined;
  /** The newest request that answers it, where there is one. */
  readonly retry: string | undefined;
}

/**
 * A request that was answered with `input_required`, and what followed: a retry answers each round, until one is answered with
 * something else (MRTR). `asks`: a person is to answer; `sending`: the retry is out; `failed`: it came to nothing and can be sent
 * again; `over`: the server gave its result.
 */
export interface Conversation {
  /** The first exchange: what a person had asked for. */
  readonly id: string;
  readonly endpoint: string;
  readonly method: string;
  readonly name: string | undefined;
  readonly rounds: readonly AskedRound[];
  readonly state: 'asks' | 'sending' | 'failed' | 'over';
}

/**
 * The conversations of a log, kept up to date: each exchange is looked at when it is new and once more when it is over, so that
 * a long log costs nothing. A retry is told by what it sends back: a request of the same method and name with the `requestState` of
 * the last round, or, where there was none, with answers to its keys.
 */
export class Conversations {
  #recording: string | undefined;
  #seen = 0;
  #found: readonly Conversation[] = [];
  /** Requests whose answer is not there yet. */
  #open = new Set<string>();
  /** Which conversation a request belongs to. */
  readonly #of = new Map<string, string>();

  /**
   * @param bodyText gives the text of an event
   * @returns the same array until something changes; oldest first
   */
  update(world: World, bodyText: (seq: number) => string): readonly Conversation[] {
    if (world.recording !== this.#recording || world.exchanges.size < this.#seen) this.#restart(world);
    for (const id of this.#open) {
      const exchange = world.exchangeById.get(id);
      if (exchange !== undefined && this.#settle(exchange, bodyText)) this.#open.delete(id);
    }
    for (; this.#seen < world.exchanges.size; this.#seen += 1) {
      const exchange = world.exchanges.at(this.#seen);
      if (exchange === undefined || !canAsk(exchange)) continue;
      this.#begin(exchange, bodyText);
      if (!this.#settle(exchange, bodyText)) this.#open.add(exchange.id);
    }
    return this.#found;
  }

  /** The conversation that an exchange belongs to, as of the last update. */
  of(exchange: string): Conversation | undefined {
    const id = this.#of.get(exchange);
    return id === undefined ? undefined : this.#found.find((one) => one.id === id);
  }

  #restart(world: World): void {
    this.#recording = world.recording;
    this.#seen = 0;
    this.#found = [];
    this.#open = new Set();
    this.#of.clear();
  }

  /** A new request: the retry of a round, where it sends back what the round had. */
  #begin(exchange: Exchange, bodyText: (seq: number) => string): void {
    const mine = this.#found.filter(
      ({ endpoint, method, name, state }) =>
        endpoint === exchange.endpoint &&
        method === exchange.method &&
        name === exchange.name &&
        state !== 'sending',
    );
    if (mine.length === 0) return;
    const params = memberText(bodyText(exchange.requestSeq), 'params');
    if (params === undefined) return;
    const state = memberText(params, 'requestState');
    const sent = keysOf(memberText(params, 'inputResponses'));
    if (state === undefined && sent === undefined) return;
    const found = mine.findLast((one) => {
      const last = one.rounds.at(-1);
      if (last === undefined || one.state === 'over') return false;
      return (
        last.state === state && (state !== undefined || (sent ?? []).every((k) => last.keys.includes(k)))
      );
    });
    const last = found?.rounds.at(-1);
    if (found === undefined || last === undefined) return;
    this.#of.set(exchange.id, found.id);
    this.#put({
      ...found,
      rounds: [...found.rounds.slice(0, -1), { ...last, retry: exchange.id }],
      state: 'sending',
    });
  }

  /** What the answer does. @returns whether the exchange is over */
  #settle(exchange: Exchange, bodyText: (seq: number) => string): boolean {
    const { outcome } = exchange;
    const isOver = exchange.state === 'done' || exchange.state === 'failed';
    if (outcome === undefined && !isOver) return false;
    const known = this.of(exchange.id);
    if (outcome?.kind === 'result' && outcome.resultType === 'input_required' && !exchange.problem) {
      const round = roundOf(exchange, bodyText);
      if (round === undefined) return true;
      const { id, endpoint, method, name } = exchange;
      this.#of.set(id, known?.id ?? id);
      this.#put(
        known === undefined
          ? { id, endpoint, method, name, rounds: [round], state: 'asks' }
          : { ...known, rounds: [...known.rounds, round], state: 'asks' },
      );
      return true;
    }
    if (known !== undefined && known.rounds.at(-1)?.retry === exchange.id) {
      const failed = exchange.problem !== undefined || outcome?.kind !== 'result';
      this.#put({ ...known, state: failed ? 'failed' : 'over' });
    }
    return true;
  }

  #put(changed: Conversation): void {
    const at = this.#found.findIndex(({ id }) => id === changed.id);
    this.#found = at < 0 ? [...this.#found, changed] : this.#found.with(at, changed);
  }
}

/** Tasks have their own questions; what is no request of the protocol asks nothing. */
function canAsk({ method, step }: Exchange): boolean {
  return step === undefined && method !== '' && !/^(tasks|subscriptions|server|notifications)\//.test(method);
}

function keysOf(text: string | undefined): readonly string[] | undefined {
  const read = text === undefined ? undefined : parseJson(text);
  return read?.ok && isObject(read.value) ? Object.keys(read.value) : undefined;
}

function roundOf(exchange: Exchange, bodyText: (seq: number) => string): AskedRound | undefined {
  const textSeq = resultSeq(exchange);
  if (textSeq === undefined) return undefined;
  const result = memberText(bodyText(textSeq), 'result') ?? '{}';
  return {
    exchange: exchange.id,
    textSeq,
    mono: [...exchange.frames].find(({ seq }) => seq === textSeq)?.mono ?? exchange.headAt ?? exchange.sentAt,
    keys: keysOf(memberText(result, 'inputRequests')) ?? [],
    state: memberText(result, 'requestState'),
    retry: undefined,
  };
}

/** The parsed result of a round. */
export function askedResult(text: string): JsonObject | undefined {
  const parsed = parseJson(text);
  const result = parsed.ok ? own(parsed.value, 'result') : undefined;
  return isObject(result) ? result : undefined;
}
