import type { Asked } from '../ports/exchange.ts';
import type { Owner } from '../ports/task-store.ts';
import { type Era, eraOf, LEGACY_TASKS_VERSION, SESSION_HEADER } from '../protocol/era.ts';
import { HEADER } from '../protocol/headers.ts';
import { type JsonValue, own, ownString } from '../protocol/json.ts';
import { META } from '../protocol/meta.ts';
import type { Visit } from '../rpc/surface.ts';

/** What an endpoint speaks, by its path (requirements, "Mounts"). */
export type Generations = 'current' | 'legacy' | 'dual';

/** `…/legacy` and `…/dual`; every other path is the current surface. */
export function generationsAt(url: string): Generations {
  // Absolute, so the path ends where a query begins; a URL object costs more than the rest of the check.
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  const fragment = path.indexOf('#');
  const last = path.slice(
    path.lastIndexOf('/', fragment < 0 ? undefined : fragment) + 1,
    fragment < 0 ? undefined : fragment,
  );
  return last === 'legacy' || last === 'dual' ? last : 'current';
}

/** The versions that `server/discover` tells on a mount: on `dual` both, as far as they have tasks. */
export function versionsOn(generations: Generations, current: readonly string[]): readonly string[] {
  return generations === 'dual' ? [...current, LEGACY_TASKS_VERSION] : current;
}

/** The generation of one request: settled by the mount, or on `dual` by the request itself. `body` is its parsed body. */
export function eraOn(generations: Generations, asked: Asked, body: JsonValue): Era {
  if (generations !== 'dual') return { kind: generations };
  return eraOf({
    http: asked.method,
    method: ownString(body, 'method'),
    sessionId: asked.headers.get(SESSION_HEADER) ?? undefined,
    version: asked.headers.get(HEADER.version) ?? undefined,
    metaVersion: ownString(own(own(body, 'params'), '_meta'), META.protocolVersion),
  });
}

export function visitOf(asked: Asked, owner: Owner): Visit {
  return {
    owner,
    sessionId: asked.headers.get(SESSION_HEADER) ?? undefined,
    version: asked.headers.get(HEADER.version) ?? undefined,
  };
}
