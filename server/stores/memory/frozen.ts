/**
 * A copy of a JSON value that nobody can change: the caller's later edits do not reach it, and every reader may be given
 * the same one. Members that JSON cannot hold (undefined, functions) are gone, as they would be from a file.
 */
export function frozenCopy<T extends object>(value: T): T {
  return frozen(JSON.parse(JSON.stringify(value)) as T);
}

/** The same value, made so that nobody can change it, at any depth. */
export function frozen<T extends object>(value: T): T {
  for (const part of Object.values(value)) {
    if (typeof part === 'object' && part !== null) frozen(part);
  }
  return Object.freeze(value);
}
