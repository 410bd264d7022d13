import type { Asked } from '../ports/exchange.ts';
import type { Owner } from '../ports/task-store.ts';

const GUEST: Owner = { tenant: 'public', principal: 'guest' };

/** Well-known tokens of the demo's people. They protect nothing and are refused beyond loopback. */
const DEMO: ReadonlyMap<string, Owner> = new Map([
  ['demo-alice', { tenant: 'acme', principal: 'alice' }],
  ['demo-bob', { tenant: 'acme', principal: 'bob' }],
  ['demo-carol', { tenant: 'globex', principal: 'carol' }],
]);

/**
 * Who asks, from the Authorization header alone, judged on every request (R7). No header is the shared guest.
 * @returns undefined for credentials that are not known here: the answer is 401
 */
export function principalOf(asked: Asked, demoTokens: boolean): Owner | undefined {
  const header = asked.headers.get('authorization');
  if (header === null) return GUEST;
  const token = /^Bearer +(\S+) *$/i.exec(header)?.[1];
  return demoTokens && token !== undefined ? DEMO.get(token) : undefined;
}
