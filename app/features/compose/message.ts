import { compareHeaders, type HeaderCheck, type HeaderPair } from '../../../server/protocol/headers.ts';
import { isObject, type JsonObject, own, ownString, parseJson } from '../../../server/protocol/json.ts';
import { compareParamHeaders } from '../../../server/protocol/param-headers.ts';
import { headerProblem } from '../../../server/protocol/sendable-headers.ts';
import { asTyped, type Engine, type Prepared, textAt, withAt } from '../../engine/index.ts';
import type { Outgoing } from '../../forms/light.ts';
import type { Break, Surroundings } from './breaks.ts';
import type { ComposeDraft } from './draft.ts';

/** The message as the form makes it. @param out what the form says */
export function builtText(
  engine: Engine,
  endpoint: string,
  { method, tool }: Pick<ComposeDraft, 'method' | 'tool'>,
  out: Outgoing & { readonly ok: true },
  id: Prepared['id'],
): string {
  if (method === 'tools/call') {
    const made = engine.prepareRequest(endpoint, method, { name: tool, arguments: out.value }, id);
    const typed = out.text === undefined ? [] : [{ path: ['params', 'arguments'], text: out.text }];
    return asTyped(made, typed).text;
  }
  const made = engine.prepareRequest(endpoint, method, out.value, id).text;
  if (out.text === undefined) return made;
  const meta = textAt(made, ['params', '_meta']);
  const params = meta === undefined ? out.text : withAt(out.text, ['_meta'], meta);
  return withAt(made, ['params'], params);
}

/** A header as it will go out. */
export interface HeaderRow {
  readonly pair: HeaderPair;
  /** `derived` from the body, `added` by hand, or of the `way` to the endpoint: its options, or the bridge. */
  readonly from: 'derived' | 'added' | 'way';
  /** A person has changed it. */
  readonly edited: boolean;
  /** The field of the body that it mirrors, and whether it agrees. */
  readonly check: HeaderCheck | undefined;
  /** Why it cannot go out as it is. */
  readonly problem: string | undefined;
}

/** All of what goes out. */
export interface Message {
  readonly prepared: Prepared;
  readonly rows: readonly HeaderRow[];
  /** Derived headers that were left out by hand. */
  readonly left: readonly string[];
}

/** The message that goes out: the text with its break, and the headers that it leads to, as they were edited. */
export function messageOf(
  engine: Engine,
  endpoint: string,
  text: string,
  draft: ComposeDraft,
  broken: Break,
  around: Surroundings,
  inputSchema: JsonObject | undefined,
): Message {
  const whole = broken.text?.(text, around) ?? text;
  // One message is one line on standard streams. Line breaks stand between tokens alone, so nothing is lost with them.
  const sent = around.way === 'stdio' ? whole.replaceAll(/[\r\n]+/g, ' ') : whole;
  // What is broken on purpose must be the only thing: headers are those of the message before it, but for the version that both name.
  const read = readText(broken.id === 'version' ? sent : text, draft.method);
  const base = engine.prepareRequest(endpoint, read.method, read.params, 'id').headers;
  const derived = broken.headers?.(base) ?? base;
  const edits = new Map(draft.edits.map(({ name, value }) => [name, value]));
  const kept = derived.flatMap(([name, value]): readonly HeaderPair[] => {
    const edit = edits.get(name.toLowerCase());
    return edit === null ? [] : [[name, edit ?? value]];
  });
  const added = draft.added
    .filter(({ name }) => name !== '')
    .map(({ name, value }): HeaderPair => [name, value]);
  const headers = around.way === 'stdio' ? [] : [...kept, ...added];
  const prepared: Prepared = {
    endpoint,
    method: read.method,
    id: read.id,
    headers,
    text: sent,
    without: draft.without,
  };
  const checks = checksOf(headers, sent, inputSchema);
  const all = engine.outgoing(prepared, true);
  const row = (pair: HeaderPair, from: HeaderRow['from']): HeaderRow => ({
    pair,
    from,
    edited: edits.has(pair[0].toLowerCase()),
    check: checks.find(({ header }) => header.toLowerCase() === pair[0].toLowerCase()),
    problem: problemOf(pair, from, around),
  });
  const own = new Set(headers.map(([name]) => name.toLowerCase()));
  return {
    prepared,
    left: derived.map(([name]) => name).filter((name) => edits.get(name.toLowerCase()) === null),
    rows: [
      ...(around.way === 'stdio' ? [] : kept).map((pair) => row(pair, 'derived')),
      ...(around.way === 'stdio' ? [] : added).map((pair) => row(pair, 'added')),
      ...all.filter(([name]) => !own.has(name.toLowerCase())).map((pair) => row(pair, 'way')),
    ],
  };
}

function readText(text: string, method: string): { method: string; params: JsonObject; id: Prepared['id'] } {
  const parsed = parseJson(text);
  const value = parsed.ok ? parsed.value : undefined;
  const params = own(value, 'params');
  const id = own(value, 'id');
  return {
    method: ownString(value, 'method') ?? method,
    params: isObject(params) ? params : {},
    id: typeof id === 'string' || typeof id === 'number' ? id : 'none',
  };
}

function checksOf(
  headers: readonly HeaderPair[],
  text: string,
  schema: JsonObject | undefined,
): HeaderCheck[] {
  const parsed = parseJson(text);
  const method = parsed.ok ? ownString(parsed.value, 'method') : undefined;
  if (!parsed.ok || method === undefined) return [];
  const params = own(parsed.value, 'params');
  const mirrored = method === 'tools/call' && schema !== undefined;
  return [
    ...compareHeaders(headers, method, params),
    ...(mirrored ? compareParamHeaders(headers, schema, own(params, 'arguments')) : []),
  ];
}

/** Headers that a browser writes by itself and lets no page choose (Fetch, "forbidden request-header"). */
const OF_THE_BROWSER =
  /^(?:accept-charset|accept-encoding|access-control-request-.*|cookie2?|date|dnt|origin|referer|via|proxy-.*|sec-.*)$/i;

function problemOf(
  [name, value]: HeaderPair,
  from: HeaderRow['from'],
  { way }: Surroundings,
): string | undefined {
  if (from === 'way') return undefined;
  const problem = headerProblem(name, value);
  if (problem !== undefined) return problem;
  if (way === 'direct' && OF_THE_BROWSER.test(name))
    return `the browser writes ${name} by itself; the bridge sends it`;
  return undefined;
}
