import { chmodSync, closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';

/** SQLite makes its log and its index with the modes of the database, but leaves those that are there as they are. */
const BESIDE = ['-wal', '-shm'] as const;

/**
 * Makes the file where it is missing, and takes it and what lies beside it from everybody but its user (S4): tasks are the user's own.
 * Rights that the user took from himself are not given back. Windows has no such modes: there the profile folder protects it.
 * @throws the system's error where the file cannot be made
 */
export function keepPrivate(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  if (process.platform === 'win32') return;
  for (const file of [path, ...BESIDE.map((suffix) => path + suffix)]) {
    if (!existsSync(file)) continue;
    const { mode } = statSync(file);
    if ((mode & 0o077) === 0) continue;
    try {
      chmodSync(file, mode & 0o700);
    } catch {
      // Another user's file, or a file system without modes: whether it can be used at all, SQLite says next.
    }
  }
}

/** The first bytes of a file, read without SQLite. */
export function firstBytes(path: string): Uint8Array {
  const bytes = new Uint8Array(100);
  const file = openSync(path, 'r');
  try {
    return bytes.subarray(0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}
