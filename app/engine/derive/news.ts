import { own, ownString, parseJson } from '../../../server/protocol/json.ts';
import { ACKNOWLEDGED } from '../../../server/protocol/subscriptions.ts';
import { JsonTree } from '../json/tree.ts';
import type { Exchange } from './model.ts';

/** What a server said beside its answers. `text`: of a log message its data as JSON text, or the text itself. */
export interface NewsItem {
  /** The event with its text. */
  readonly seq: number;
  readonly mono: number;
  readonly exchange: string;
  /** Method of the request whose stream it came on; '' for a server's own stream. */
  readonly about: string;
  readonly kind: 'log' | 'progress' | 'list' | 'resource';
  /** Of a log message. */
  readonly level?: string;
  readonly logger?: string;
  /** Of progress; `total` may be unknown. */
  readonly progress?: number;
  readonly total?: number;
  readonly text: string;
}

const LIST_CHANGED = /^notifications\/(tools|prompts|resources)\/list_changed$/;

/** Whether a method is one of those that `newsOf` reads. */
export function isNews(method: string | undefined): boolean {
  return (
    method === 'notifications/message' ||
    method === 'notifications/progress' ||
    method === 'notifications/resources/updated' ||
    LIST_CHANGED.test(method ?? '')
  );
}

/** The news on the stream of an exchange, in order. @param textOf text of an event's body */
export function newsOf(exchange: Exchange, textOf: (seq: number) => string): readonly NewsItem[] {
  const items: NewsItem[] = [];
  for (const { seq, mono, method = '' } of exchange.frames) {
    if (!isNews(method)) continue;
    const base = { seq, mono, exchange: exchange.id, about: exchange.method };
    items.push({ ...base, ...read(method, textOf(seq)) });
  }
  return items;
}

function read(method: string, text: string): Omit<NewsItem, 'seq' | 'mono' | 'exchange' | 'about'> {
  const parsed = parseJson(text);
  const params = parsed.ok ? own(parsed.value, 'params') : undefined;
  const list = LIST_CHANGED.exec(method)?.[1];
  if (list !== undefined) return { kind: 'list', text: list };
  if (method === 'notifications/resources/updated')
    return { kind: 'resource', text: ownString(params, 'uri') ?? '' };
  if (method === 'notifications/progress') {
    const progress = own(params, 'progress');
    const total = own(params, 'total');
    return {
      kind: 'progress',
      ...(typeof progress === 'number' && { progress }),
      ...(typeof total === 'number' && { total }),
      text: ownString(params, 'message') ?? '',
    };
  }
  const logger = ownString(params, 'logger');
  return {
    kind: 'log',
    level: ownString(params, 'level') ?? 'no level',
    ...(logger !== undefined && { logger }),
    text: ownString(params, 'data') ?? rawData(text),
  };
}

/** The data of a log message as it was sent. */
function rawData(text: string): string {
  const tree = JsonTree.read(text);
  if (!tree.ok) return text;
  const params = tree.tree.members(0, 'params').at(-1);
  const data = params === undefined ? undefined : tree.tree.members(params, 'data').at(-1);
  return data === undefined ? '' : tree.tree.raw(data);
}

/** What the newest acknowledgement on the stream of a listen accepted; undefined before there is one. */
export function acceptedOf(
  exchange: Exchange,
  textOf: (seq: number) => string,
): { readonly lists: readonly string[]; readonly uris: readonly string[] } | undefined {
  for (const { seq, method } of exchange.frames) {
    if (method !== ACKNOWLEDGED) continue;
    const parsed = parseJson(textOf(seq));
    const filter = parsed.ok ? own(own(parsed.value, 'params'), 'notifications') : undefined;
    const uris = own(filter, 'resourceSubscriptions');
    return {
      lists: ['tools', 'prompts', 'resources'].filter((list) => own(filter, `${list}ListChanged`) === true),
      uris: Array.isArray(uris) ? uris.filter((uri): uri is string => typeof uri === 'string') : [],
    };
  }
  return undefined;
}
