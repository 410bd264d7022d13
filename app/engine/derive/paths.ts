import { isObject, type JsonObject, type JsonValue, sameJson } from '../../../server/protocol/json.ts';

export interface PathChange {
  /** `inputRequests.approve_outline`, `result.content[0].text`; keys that are no identifiers are quoted in brackets. */
  readonly path: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/** Differences are told at this depth at the most; below it a value changed as a whole. */
const MAX_LEVELS = 64;

/**
 * The differences of two JSON values by path, in the order of the newer one, removed paths last in each object.
 * At most `limit` are told. Values are compared as parsed: 1.0 and 1 are equal here (the raw text shows them apart).
 */
export function diffByPath(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  limit = 1_000,
): PathChange[] {
  const out: PathChange[] = [];
  walk('', before, after, 0, out, limit);
  return out;
}

function walk(
  path: string,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  level: number,
  out: PathChange[],
  limit: number,
): void {
  if (out.length >= limit) return;
  if (before === undefined || after === undefined) {
    if (before === after) return;
    out.push({ path, kind: before === undefined ? 'added' : 'removed', before, after });
    return;
  }
  if (level < MAX_LEVELS && isObject(before) && isObject(after)) {
    for (const key of Object.keys(after))
      walk(join(path, key), own(before, key), after[key], level + 1, out, limit);
    for (const key of Object.keys(before))
      if (!Object.hasOwn(after, key)) walk(join(path, key), before[key], undefined, level + 1, out, limit);
    return;
  }
  if (level < MAX_LEVELS && Array.isArray(before) && Array.isArray(after)) {
    for (let i = 0; i < Math.max(before.length, after.length); i += 1)
      walk(`${path}[${i}]`, before[i], after[i], level + 1, out, limit);
    return;
  }
  if (!sameJson(before, after)) out.push({ path, kind: 'changed', before, after });
}

function own(value: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function join(path: string, key: string): string {
  if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

/** Fields of a task that every answer may carry differently without any news of the task. */
const NOT_NEWS: ReadonlySet<string> = new Set(['_meta', 'resultType', 'lastUpdatedAt']);

/**
 * What is new in a task snapshot, as short paths: `status`, `+ inputRequests.approve_outline`, `- inputRequests.x`, `+ result`.
 * `lastUpdatedAt` counts only where nothing else changed.
 */
export function changedPaths(before: JsonObject, after: JsonObject): string[] {
  const out: string[] = [];
  for (const key of new Set([...Object.keys(after), ...Object.keys(before)])) {
    if (NOT_NEWS.has(key)) continue;
    const a = own(before, key);
    const b = own(after, key);
    if (key === 'inputRequests' && (isObject(a) || isObject(b))) out.push(...changedKeys(key, a, b));
    else if (a === undefined) out.push(`+ ${key}`);
    else if (b === undefined) out.push(`- ${key}`);
    else if (!sameJson(a, b)) out.push(key);
  }
  if (out.length === 0 && own(before, 'lastUpdatedAt') !== own(after, 'lastUpdatedAt'))
    out.push('lastUpdatedAt');
  return out;
}

function changedKeys(field: string, before: JsonValue | undefined, after: JsonValue | undefined): string[] {
  const a: JsonObject = isObject(before) ? before : {};
  const b: JsonObject = isObject(after) ? after : {};
  const out: string[] = [];
  for (const key of Object.keys(b)) {
    if (!Object.hasOwn(a, key)) out.push(`+ ${join(field, key)}`);
    else if (!sameJson(a[key], b[key])) out.push(join(field, key));
  }
  for (const key of Object.keys(a)) if (!Object.hasOwn(b, key)) out.push(`- ${join(field, key)}`);
  return out;
}
