import type { Discovery } from '../../../server/protocol/discovery.ts';
import type { Problem } from '../../../server/protocol/problem.ts';
import type { Answered } from '../engine.ts';
import { blockedByBrowser, withKeyHint } from '../transport/way-problems.ts';
import type { Ways } from '../transport/ways.ts';
import type { Sender } from './sender.ts';

export interface Connecting {
  readonly ways: Ways;
  readonly sender: Sender;
  readonly endpoint: string;
  /** Seq of the action behind it. */
  readonly cause: number;
  readonly signal: AbortSignal | undefined;
  /** Asks for the discovery, in whatever generation. */
  readonly discover: (cause: number) => Promise<Answered<Discovery>>;
}

/**
 * Discovers an endpoint and decides on the way to it. A browser tells one and the same error for everything that may have gone wrong, so
 * where it got no answer the bridge asks once more: an answer through it decides for the bridge, except where a person has fixed the
 * way, and a failure comes with its true cause. What is decided here holds for all that is sent later.
 */
export async function connectByWays(connecting: Connecting): Promise<Answered<Discovery>> {
  const { ways, sender, endpoint, cause, signal, discover } = connecting;
  const first = await discover(cause);
  const isLeft = (): boolean => signal?.aborted === true;
  if (first.ok || isLeft() || !ways.hasBridge) return first;
  if (ways.way(endpoint) === 'bridged') {
    // Next time the direct way has its chance again.
    if (isOfTheWay(first.problem)) ways.found(endpoint, undefined);
    return first;
  }
  if (first.problem.code !== 'unreachable') return first;
  const text = 'The browser got no answer and does not say why: the bridge asks once more.';
  const note = sender.recorder.write({ kind: 'note', endpoint, cause, data: { text } });
  const second = await ways.through(endpoint, 'bridged', () => discover(note));
  if (isLeft()) return second;
  const { exchange } = second;
  if (!second.ok && isOfTheWay(second.problem))
    return isOfTheBridge(second.problem) ? { ...first, problem: withKeyHint(first.problem) } : second;
  if (ways.choice(endpoint) === 'direct') {
    const status = sender.world().exchangeById.get(exchange ?? '')?.httpStatus;
    return {
      ok: false,
      problem: { ...blockedByBrowser(endpoint, status), exchange: exchange ?? '' },
      exchange,
    };
  }
  ways.found(endpoint, 'bridged');
  return second;
}

/** No HTTP answer came. */
function isOfTheWay({ kind }: Problem): boolean {
  return kind === 'network' || kind === 'tls';
}

/** The bridge itself could not be asked. */
function isOfTheBridge({ code }: Problem): boolean {
  return code === 'no-key' || code === 'wrong-key' || code === 'bridge-lost';
}
