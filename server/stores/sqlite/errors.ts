import { StoreError } from '../../ports/task-store.ts';
import type { SqlDriver } from './driver.ts';

/** SQLite's primary result codes (sqlite.org/rescode.html) that mean something to a person. */
const SQLITE = {
  busy: 5,
  locked: 6,
  readonly: 8,
  cannotOpen: 14,
  corrupt: 11,
  full: 13,
  constraint: 19,
  notADatabase: 26,
} as const;

/** What an error of `driver` means to the caller of a store; errors that are not SQLite's are given back as they are. */
export function storeError(error: unknown, driver: SqlDriver, path: string): unknown {
  const code = driver.resultCode(error);
  if (code === undefined) return error;
  const [kind, message] = meaning(code, path, error instanceof Error ? error.message : String(error));
  return new StoreError(kind, message, { cause: error });
}

/** True where a row of that key exists. */
export function isDuplicate(error: unknown, driver: SqlDriver): boolean {
  return driver.resultCode(error) === SQLITE.constraint;
}

function meaning(code: number, path: string, text: string): readonly [StoreError['code'], string] {
  switch (code) {
    case SQLITE.full:
      return ['full', `no space left to write ${path}: free some, or use another data directory`];
    case SQLITE.busy:
    case SQLITE.locked:
      return ['locked', `${path} is held by another process: end it, or use another data directory`];
    case SQLITE.corrupt:
    case SQLITE.notADatabase:
      return [
        'torn',
        `${path} is not a whole SQLite database (${text}): put it back from a copy, or move it away`,
      ];
    case SQLITE.readonly:
      return [
        'io',
        `${path} cannot be written (${text}): give this user the right to write it and its folder, or use another data directory`,
      ];
    case SQLITE.cannotOpen:
      return [
        'io',
        `${path} cannot be opened (${text}): it must be a file that this user may read and write, in a folder of the same kind; ` +
          'or use another data directory',
      ];
    default:
      return ['io', `${path} could not be used: ${text}`];
  }
}

/** The system's errors (a folder in the file's place, no permission) as those of the port; what is left is a mistake of ours. */
export function openFailure(error: unknown, path: string): unknown {
  if (error instanceof StoreError || !(error instanceof Error) || !('code' in error)) return error;
  const what = error.code === 'EISDIR' ? 'it is a folder' : error.message;
  return new StoreError(
    'io',
    `${path} cannot be used: ${what}. Move it away, or use another data directory.`,
    {
      cause: error,
    },
  );
}
