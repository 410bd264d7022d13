/** JSON as TypeScript sees it. Wire text is kept apart from it: see `recording.ts` (a parsed value loses 1.0 and 2^53+1). */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

/** True for a plain JSON object: not null, not an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The own property `key` of `value`, or undefined. Never reads the prototype, so `__proto__` on the wire is harmless. */
export function own(value: unknown, key: string): JsonValue | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The string at `key`, or undefined where it is absent or of another type. */
export function ownString(value: unknown, key: string): string | undefined {
  const found = own(value, key);
  return typeof found === 'string' ? found : undefined;
}

/**
 * How deep `text` nests, counted by brackets outside strings; stops counting at `limit + 1`.
 * Used before `JSON.parse`, because parsing a million levels succeeds and whatever walks the result overflows (attack 11).
 */
export function depthOf(text: string, limit: number): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let i = 0; i < text.length; i += 1) {
    const c = text.charCodeAt(i);
    if (inString) {
      if (c === 92) i += 1;
      else if (c === 34) inString = false;
    } else if (c === 34) inString = true;
    else if (c === 123 || c === 91) {
      depth += 1;
      if (depth > deepest) deepest = depth;
      if (deepest > limit) return deepest;
    } else if (c === 125 || c === 93) depth -= 1;
  }
  return deepest;
}

/** Nesting allowed where text is parsed for forms, folds and dispatch. */
export const MAX_DEPTH = 200;

export type Parsed =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly reason: string };

/** `JSON.parse` behind the depth limit. Never throws. */
export function parseJson(text: string, limit: number = MAX_DEPTH): Parsed {
  if (depthOf(text, limit) > limit) return { ok: false, reason: `nested deeper than ${limit} levels` };
  try {
    return { ok: true, value: JSON.parse(text) as JsonValue };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : 'not JSON' };
  }
}

/** Structural equality of JSON values; key order does not count. */
export function sameJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, i) => sameJson(item, b[i]));
  }
  if (isObject(a) && isObject(b)) {
    const keys = Object.keys(a);
    return (
      keys.length === Object.keys(b).length && keys.every((k) => Object.hasOwn(b, k) && sameJson(a[k], b[k]))
    );
  }
  return false;
}
