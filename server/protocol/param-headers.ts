import {
  compareHeader,
  encodeHeaderValue,
  type HeaderCheck,
  type HeaderPair,
  type HeaderSource,
} from './headers.ts';
import { isObject, type JsonObject, type JsonValue, own, ownString } from './json.ts';

const PREFIX = 'Mcp-Param-';

/** A parameter that a tool has mirrored into a header: its header, and where its value is. */
export interface MirroredParam {
  readonly header: string;
  readonly path: readonly string[];
}

/**
 * The parameters that `inputSchema` mirrors by `x-mcp-header`, found along chains of `properties` alone (Streamable HTTP, "Custom
 * Headers from Tool Parameters").
 */
export function mirroredParams(inputSchema: JsonObject): MirroredParam[] {
  const properties = own(inputSchema, 'properties');
  if (!isObject(properties)) return [];
  return Object.entries(properties).flatMap(([key, schema]): MirroredParam[] => {
    if (!isObject(schema)) return [];
    const name = ownString(schema, 'x-mcp-header');
    const here = name === undefined ? [] : [{ header: `${PREFIX}${name}`, path: [key] }];
    const deeper = mirroredParams(schema).map(({ header, path }) => ({ header, path: [key, ...path] }));
    return [...here, ...deeper];
  });
}

/** The headers that a call with `args` must carry. A value that is null, absent or no primitive has none. */
export function deriveParamHeaders(inputSchema: JsonObject, args: JsonValue | undefined): HeaderPair[] {
  return mirroredParams(inputSchema).flatMap(({ header, path }): HeaderPair[] => {
    const text = textOf(valueAt(args, path));
    return text === undefined ? [] : [[header, encodeHeaderValue(text)]];
  });
}

/**
 * Compares each mirrored parameter with its header: missing, malformed, different or agreeing. Where the call has no value, no
 * header is expected, and one that is there all the same differs. Integers are compared as numbers.
 */
export function compareParamHeaders(
  source: HeaderSource,
  inputSchema: JsonObject,
  args: JsonValue | undefined,
): HeaderCheck[] {
  return mirroredParams(inputSchema).flatMap(({ header, path }): HeaderCheck[] => {
    const value = valueAt(args, path);
    const field = `params.arguments.${path.join('.')}`;
    const check = compareHeader(source, header, field, textOf(value) ?? '');
    if (textOf(value) === undefined)
      return check.verdict === 'missing' ? [] : [{ ...check, expected: 'not there', verdict: 'differs' }];
    const found = Number(check.found?.trim() || 'none');
    const equal = typeof value === 'number' && check.verdict === 'differs' && found === value;
    return [equal ? { ...check, verdict: 'agrees' } : check];
  });
}

function valueAt(args: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  let here = args;
  for (const part of path) here = own(here, part);
  return here;
}

function textOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
