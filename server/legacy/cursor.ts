import { CODES, RpcError } from '../protocol/codes.ts';
import { base64, fromUtf8, unbase64, utf8 } from '../protocol/headers.ts';
import { isObject, type JsonValue, own, ownString, parseJson } from '../protocol/json.ts';

/** Where a page of `tasks/list` ended. */
export interface Position {
  readonly createdAt: number;
  readonly taskId: string;
}

/** No cursor of ours is longer, characters; a longer text is not decoded. */
const LONGEST = 1_000;

/** An opaque cursor. It holds a position in the caller's own list and nothing that needs to be kept from anybody. */
export function writeCursor({ createdAt, taskId }: Position): string {
  return base64(utf8(JSON.stringify({ v: 1, createdAt, taskId })));
}

/** The position of a cursor, undefined for none. Throws -32602 for anything that no page was given out with. */
export function readCursor(cursor: JsonValue | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const bytes = typeof cursor === 'string' && cursor.length <= LONGEST ? unbase64(cursor) : undefined;
  const text = bytes === undefined ? undefined : fromUtf8(bytes);
  const parsed = text === undefined ? undefined : parseJson(text);
  const value = parsed?.ok === true && isObject(parsed.value) ? parsed.value : undefined;
  const createdAt = own(value, 'createdAt');
  const taskId = ownString(value, 'taskId');
  if (own(value, 'v') !== 1 || !isTime(createdAt) || taskId === undefined)
    throw new RpcError(CODES.invalidParams, 'Unknown cursor: begin again without one');
  return { createdAt, taskId };
}

function isTime(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value);
}
