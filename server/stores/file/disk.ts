import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** The few file operations of the store, so that a test can fail, cut short or lose any of them. Paths are absolute. */
export interface Disk {
  /** Makes the folder and its parents; stable when it resolves. */
  makeFolder(path: string): Promise<void>;
  /** Names (not paths) in a folder. */
  list(folder: string): Promise<readonly string[]>;
  read(path: string): Promise<string>;
  /** Creates or replaces a file; not yet stable. */
  write(path: string, text: string): Promise<void>;
  /** Makes a file's content stable, not its name. */
  sync(path: string): Promise<void>;
  /** Replaces `to` at once; not yet stable. */
  rename(from: string, to: string): Promise<void>;
  /** Removes a file if it is there; not yet stable. */
  remove(path: string): Promise<void>;
  /** Makes the names in a folder stable. */
  syncFolder(folder: string): Promise<void>;
}

/** The real disk. Errors are Node's own, with `code` (ENOSPC, EACCES, …). */
export const nodeDisk: Disk = {
  async makeFolder(path) {
    const first = await mkdir(path, { recursive: true, mode: 0o700 });
    if (first === undefined) return;
    const top = dirname(resolve(first));
    for (let at = dirname(resolve(path)); ; at = dirname(at)) {
      await syncFolder(at);
      if (at === top || at === dirname(at)) return;
    }
  },
  list: (folder) => readdir(folder),
  read: (path) => readFile(path, 'utf8'),
  write: (path, text) => writeFile(path, text, { mode: 0o600 }),
  async sync(path) {
    const handle = await open(path, 'r+');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  rename,
  remove: (path) => rm(path, { force: true }),
  syncFolder,
};

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder as a file; NTFS journals the rename itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Path of the file `name` in `folder`. */
export function pathIn(folder: string, name: string): string {
  return join(folder, name);
}
