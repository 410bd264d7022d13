import { StoreError } from '../../ports/task-store.ts';

/** What an error of the browser's storage means to the caller of a store; errors that are not its own are given back as they are. */
export function storeError(error: unknown, name: string): unknown {
  if (!(error instanceof DOMException)) return error;
  switch (error.name) {
    case 'QuotaExceededError':
      return new StoreError(
        'full',
        `This browser gives no more room for ${name}: free some, or delete what the site has stored.`,
        { cause: error },
      );
    case 'VersionError':
      return new StoreError(
        'newer-version',
        `${name} was written by a newer Taskscope: it was left as it is. Use that version.`,
        { cause: error },
      );
    default:
      return new StoreError(
        'io',
        `${name} could not be used (${error.name}: ${error.message}). Reload the page; private windows of some browsers store nothing.`,
        { cause: error },
      );
  }
}
