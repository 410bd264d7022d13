import { headerValue } from '../../../server/protocol/headers.ts';
import { isObject, type JsonObject, parseJson } from '../../../server/protocol/json.ts';
import type { Engine, Exchange, World } from '../../engine/index.ts';

/** An exchange of a sign-in, and what its answer says. */
export interface Seen {
  readonly exchange: Exchange;
  /** The answer's body where it is a JSON object, secrets as placeholders; otherwise empty. */
  readonly said: JsonObject;
  /** `WWW-Authenticate`, '' where there is none. */
  readonly challenge: string;
  /** The request's body as a form. */
  readonly form: URLSearchParams;
}

/** What the log has of the sign-in at one endpoint: the newest exchange of each kind. */
export type SeenSteps = Partial<Record<SeenKind, Seen>>;
export type SeenKind =
  | 'refused'
  | 'more'
  | 'resource-metadata'
  | 'server-metadata'
  | 'registration'
  | 'token'
  | 'token-refresh';

const STEPS: ReadonlySet<string> = new Set([
  'resource-metadata',
  'server-metadata',
  'registration',
  'token',
  'token-refresh',
]);
/** Metadata are looked for at several places, so an answer that found them is worth more than a later one that did not. */
const LOOKED_FOR: ReadonlySet<string> = new Set(['resource-metadata', 'server-metadata']);
/** How far back the log is read, in exchanges. */
const MOST = 5_000;

export function seenSteps(engine: Engine, world: World, endpoint: string): SeenSteps {
  const seen: SeenSteps = {};
  const { exchanges } = world;
  const end = Math.max(0, exchanges.size - MOST);
  for (let i = exchanges.size - 1; i >= end; i -= 1) {
    const exchange = exchanges.at(i);
    if (exchange?.endpoint !== endpoint) continue;
    const kind = kindOf(exchange);
    if (kind === undefined) continue;
    const before = seen[kind];
    const better = LOOKED_FOR.has(kind) && exchange.httpStatus === 200 && before?.exchange.httpStatus !== 200;
    if (before === undefined || better) seen[kind] = read(engine, exchange);
  }
  return seen;
}

function kindOf(exchange: Exchange): SeenKind | undefined {
  const { step, httpStatus } = exchange;
  if (step !== undefined && STEPS.has(step)) return step as SeenKind;
  if (step !== undefined) return undefined;
  return httpStatus === 401 ? 'refused' : httpStatus === 403 ? 'more' : undefined;
}

function read(engine: Engine, exchange: Exchange): Seen {
  const { log } = engine;
  const parsed = exchange.bodySeq === undefined ? undefined : parseJson(log.bodyText(exchange.bodySeq));
  const headers = exchange.headSeq === undefined ? [] : (log.read(exchange.headSeq).headers ?? []);
  return {
    exchange,
    said: parsed?.ok === true && isObject(parsed.value) ? parsed.value : {},
    challenge: headerValue(headers, 'www-authenticate') ?? '',
    form: new URLSearchParams(log.bodyText(exchange.requestSeq)),
  };
}
