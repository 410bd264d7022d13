/**
 * A copy of a JSON value that nobody can change: the caller's later edits do not reach it, and every reader may be given
 * the same one. Members that JSON cannot hold (undefined, functions) are gone, as they would be from a file.
 */
export function frozenCopy<T extends object>(value: T): T {
  const copy = JSON.parse(JSON.stringify(value)) as T;
  freeze(copy);
  return copy;
}

function freeze(value: object): void {
  for (const part of Object.values(value)) {
    if (typeof part === 'object' && part !== null) freeze(part);
  }
  Object.freeze(value);
}
