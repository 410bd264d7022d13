import { readRequest } from '../derive/answer.ts';
import type { Exchange } from '../derive/model.ts';
import type { Engine, Prepared } from '../engine.ts';
import { withAt } from '../json/edit.ts';

/** What can be sent once more as it was: a JSON-RPC request that ends with its answer. A listen would stay open beside the engine's own. */
export function isRepeatable({ step, rpcId, method }: Exchange): boolean {
  return (
    step === undefined && rpcId !== undefined && method !== 'subscriptions/listen' && method !== 'initialize'
  );
}

/**
 * Builds a request once more: its text as it was sent, character for character, but for a JSON-RPC id that was not used before; with the
 * headers that such a request gets today.
 */
export function prepareRepeat(
  engine: Pick<Engine, 'prepareRequest' | 'log'>,
  { endpoint, method, requestSeq }: Exchange,
): Prepared {
  const text = engine.log.bodyText(requestSeq);
  const made = engine.prepareRequest(endpoint, method, readRequest(text).params ?? {});
  return { ...made, text: withAt(text, ['id'], JSON.stringify(made.id)) };
}
