import type { Exchange, List, TaskHistory } from './model.ts';

/** A stretch in which something lived; `to` undefined: it lives. `died`: it did not end by itself. Moments are `mono` ms. */
export interface Life {
  readonly from: number;
  readonly to: number | undefined;
  readonly died: boolean;
}

/** The four lifetimes that are kept apart (R2). */
export interface Lifetimes {
  /** Protocol metadata: a request each, sent and validated again every time. */
  readonly metadata: readonly Life[];
  /** Transport work: one response, or one stream, each. */
  readonly transport: readonly Life[];
  /** MRTR: from an answer that asks to the request that answers it. */
  readonly continuation: readonly Life[];
  readonly tasks: readonly Life[];
}

/** The lifetimes of a log. @param exchanges in the order in which they were sent */
export function lifetimesOf(exchanges: List<Exchange>, tasks: Iterable<TaskHistory>): Lifetimes {
  const metadata: Life[] = [];
  const transport: Life[] = [];
  const continuation: Life[] = [];
  const asking = new Map<string, number>();
  for (const exchange of exchanges) {
    const { sentAt, endAt, headAt, state, step } = exchange;
    if (step !== undefined) continue;
    // The metadata of a request is done with once its response begins: a stream outlives it.
    metadata.push({ from: sentAt, to: headAt ?? endAt ?? sentAt, died: false });
    transport.push({ from: sentAt, to: endAt, died: state === 'failed' && exchange.outcome === undefined });
    const conversation = `${exchange.endpoint} ${exchange.method} ${exchange.name ?? ''}`;
    const since = asking.get(conversation);
    if (since !== undefined && sentAt >= since) {
      continuation.push({ from: since, to: sentAt, died: false });
      asking.delete(conversation);
    }
    if (exchange.outcome?.resultType === 'input_required')
      asking.set(conversation, exchange.endAt ?? exchange.sentAt);
  }
  for (const from of asking.values()) continuation.push({ from, to: undefined, died: false });
  const lives = [...tasks].map(({ startMono, gone }) => ({
    from: startMono,
    to: gone?.mono,
    died: gone !== undefined,
  }));
  return { metadata, transport, continuation, tasks: lives };
}
