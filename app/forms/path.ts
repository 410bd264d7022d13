import { isObject, type JsonObject, type JsonValue } from '../../server/protocol/json.ts';

/** Where a value stands: property names and array indexes from the root. */
export type Path = readonly (string | number)[];

/** A path as one string, for sets and maps. Unlike a joined string it cannot be ambiguous. */
export function pathKey(path: Path): string {
  return JSON.stringify(path);
}

/** The value at `path`, or undefined. Reads own properties only. */
export function valueAt(root: JsonValue | undefined, path: Path): JsonValue | undefined {
  let here: JsonValue | undefined = root;
  for (const step of path) {
    if (Array.isArray(here) && typeof step === 'number') here = (here as readonly JsonValue[])[step];
    else if (isObject(here) && typeof step === 'string' && Object.hasOwn(here, step)) here = here[step];
    else return undefined;
  }
  return here;
}

/** A JSON pointer's (or `#/…` fragment's) segments, decoded. */
export function pointerSegments(pointer: string): string[] {
  const text = pointer.startsWith('#') ? pointer.slice(1) : pointer;
  if (text === '') return [];
  return text
    .split('/')
    .slice(1)
    .map((part) => decodePart(part).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Turns pointer segments into a path through `root`: a segment is an index where the value there is an array. */
export function pathIn(root: JsonValue, segments: readonly string[]): Path {
  const path: (string | number)[] = [];
  for (const segment of segments) {
    const here = valueAt(root, path);
    path.push(Array.isArray(here) && /^\d+$/.test(segment) ? Number(segment) : segment);
  }
  return path;
}

/**
 * The DOM id of the field at `path`. Segments are percent-encoded, because ids in `aria-describedby` are separated by spaces,
 * and joined by `/`, which an encoded segment cannot contain: two fields never share an id.
 */
export function fieldId(formId: string, path: Path): string {
  return [formId, ...path.map((step) => encodeURIComponent(String(step)))].join('/');
}

/** A path as people read it: `address.street`, `tags[2]`. */
export function pathText(path: Path): string {
  return path
    .map((step, i) => (typeof step === 'number' ? `[${step}]` : i === 0 ? step : `.${step}`))
    .join('');
}

/** An object without prototype surprises: `__proto__` becomes an own property. */
export function objectOf(entries: Iterable<readonly [string, JsonValue]>): JsonObject {
  return Object.fromEntries(entries);
}
