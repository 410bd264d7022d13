import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { codeOf } from './exclusive-file.ts';

/**
 * Makes the data folder with mode 0700, and the folders that it is to lie in. Step by step, because Node's own recursive `mkdir` never
 * comes back where a parent can neither be found nor made (below `/proc`).
 * @throws the system's error: `EACCES`, `EROFS`, `ENOTDIR`, `ENOENT`, …
 */
export async function makeDataFolder(dir: string): Promise<void> {
  const path = resolve(dir);
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && (await stat(path)).isDirectory()) return;
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
    await makeDataFolder(dirname(path));
    await mkdir(path, { mode: 0o700 }).catch((reason: unknown) => {
      if (codeOf(reason) !== 'EEXIST') throw reason;
    });
  }
}
