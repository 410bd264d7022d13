import {
  compareHeader,
  decodeHeaderValue,
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
 * header is expected, and one that is there all the same differs. Integers are compared as numbers: `42.0` is 42.
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
    const equal = check.verdict === 'differs' && isSameInteger(value, check.found);
    return [equal ? { ...check, verdict: 'agrees' } : check];
  });
}

/** A number as JSON writes it. `Number` alone would also read `0x10`, `+1`, ` 1 `, `Infinity` and the empty text. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Whether a header tells an integer of the body by other digits (Streamable HTTP, "Server Validation"). Beyond the safe range two
 * integers may be one double, so there only the same text agrees.
 */
function isSameInteger(value: JsonValue | undefined, header: string | undefined): boolean {
  if (!Number.isSafeInteger(value) || header === undefined) return false;
  const text = decodeHeaderValue(header);
  return text !== undefined && JSON_NUMBER.test(text) && Number(text) === value;
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
