import type { ReactNode } from 'react';
import type { Exchange } from '../../engine/derive/model.ts';
import { newsOf } from '../../engine/derive/news.ts';
import type { Engine, Prepared } from '../../engine/index.ts';
import { useVersion } from '../../ui/live.ts';
import { News } from '../../ui/News.tsx';

export interface CallNewsProps {
  readonly engine: Engine;
  /** The JSON-RPC id of the call. */
  readonly rpcId: Prepared['id'];
}

/** Lines shown at most, the newest; the message has them all. */
const MOST = 20;

/** What the server says of a call while it works: progress and log messages, where they were asked for. */
export function CallNews({ engine, rpcId }: CallNewsProps): ReactNode {
  useVersion(engine.log);
  const exchange = callOf(engine, rpcId);
  const items = exchange === undefined ? [] : newsOf(exchange, (seq) => engine.log.bodyText(seq));
  return items.length === 0 ? null : <News label="Said while it works" items={items.slice(-MOST)} />;
}

/** The newest call of this page with this id: a recording goes on over reloads, and ids with it. */
function callOf(engine: Engine, rpcId: Prepared['id']): Exchange | undefined {
  const { exchanges } = engine.world();
  for (let i = exchanges.size - 1; i >= 0; i -= 1) {
    const exchange = exchanges.at(i);
    if (exchange?.own && exchange.rpcId === rpcId && exchange.method === 'tools/call') return exchange;
  }
  return undefined;
}
