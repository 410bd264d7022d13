import type { JsonObject, JsonValue } from '../protocol/json.ts';
import type { MessageStream } from '../rpc/call.ts';
import type { Outcome } from '../rpc/surface.ts';
import type { Session } from './session.ts';

/** The only revision of the three that had JSON-RPC batches; receiving them was a must there (2025-03-26 `basic/index`, "Batching"). */
export const BATCH_VERSION = '2025-03-26';

/** Messages in one batch: each may run at once with the others, and 4 MB hold a million of them. */
export const MOST_IN_BATCH = 100;

/**
 * Answers a batch from the outcomes of its messages: an array where all of them are plain, one stream where one of them is, 202
 * where there is nothing to answer.
 */
export function batched(outcomes: readonly Outcome[], session: Session): Outcome {
  const said = outcomes.flatMap((outcome): JsonValue[] => (outcome.kind === 'json' ? [outcome.body] : []));
  const streams = outcomes.flatMap((outcome) => (outcome.kind === 'stream' ? [outcome.stream] : []));
  if (streams.length === 0)
    return said.length === 0 ? { kind: 'empty', status: 202 } : { kind: 'json', status: 200, body: said };
  const all = session.stream(undefined);
  for (const message of said) all.push(message as JsonObject);
  const ended = streams.map((stream) => poured(stream, (message) => all.push(message)));
  all.leaving.add(() => {
    for (const stream of streams) stream.close();
  });
  void Promise.all(ended).then(() => all.end());
  return { kind: 'stream', stream: all };
}

async function poured(stream: MessageStream, push: (message: JsonObject) => void): Promise<void> {
  for (;;) {
    const item = await stream.next();
    if (item.kind === 'closed') return;
    if (item.kind !== 'idle') push(item.message);
  }
}
