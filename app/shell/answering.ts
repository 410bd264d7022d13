import type { World } from '../engine/index.ts';

/** Whether the endpoint answered the last request that is over: a poll that nothing answers shows in the head, not only on its lane. */
export function isAnswering(world: World, endpoint: string | undefined): boolean {
  for (let i = world.exchanges.size - 1; i >= 0; i -= 1) {
    const exchange = world.exchanges.at(i);
    if (exchange === undefined || exchange.endpoint !== endpoint || exchange.state === 'open') continue;
    return exchange.state !== 'failed' || exchange.httpStatus !== undefined;
  }
  return true;
}
