import { StoreError } from '../../ports/task-store.ts';
import { type JsonValue, own, parseJson } from '../../protocol/json.ts';
import { FILE_VERSION } from './format.ts';

const NAMED = /^kept-([a-z]+)\.json$/;

/** The file of a thing that the server keeps beside its tasks. @param name small letters alone */
export function keptFile(name: string): string {
  const file = `kept-${name}.json`;
  if (!NAMED.test(file)) throw new Error(`"${name}" is no name of a kept thing: use small letters`);
  return file;
}

/** The name that a file stands for, or undefined for a file of another kind. */
export function keptName(file: string): string | undefined {
  return NAMED.exec(file)?.[1];
}

export function encodeKept(value: JsonValue): string {
  return `${JSON.stringify({ taskscope: 'kept', version: FILE_VERSION, value })}\n`;
}

/** @throws StoreError `newer-version` or `torn`, naming `path` */
export function decodeKept(text: string, path: string): JsonValue {
  const parsed = text.endsWith('\n') ? parseJson(text) : undefined;
  const content = parsed?.ok === true ? parsed.value : null;
  const [version, value] = [own(content, 'version'), own(content, 'value')];
  if (typeof version === 'number' && version > FILE_VERSION)
    throw new StoreError('newer-version', `${path} was written by a newer Taskscope: it was left as it is.`);
  if (own(content, 'taskscope') !== 'kept' || value === undefined)
    throw new StoreError(
      'torn',
      `${path} is torn: it was cut short or changed by something else. Remove it to do without what it kept.`,
    );
  return value;
}
