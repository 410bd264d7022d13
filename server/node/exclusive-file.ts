import { randomBytes } from 'node:crypto';
import { chmod, link, open, rename, rm } from 'node:fs/promises';

/** What only this user may read. */
const PRIVATE = 0o600;

/**
 * Makes a file that nobody ever sees half written: the text goes to a temporary file beside it, which is then
 * linked to the name. @param mode 0600 unless given. @returns false, with nothing changed, where the name is taken. Rejects with the file system's error.
 */
export async function createExclusively(path: string, text: string, mode = PRIVATE): Promise<boolean> {
  const temporary = temporaryFor(path);
  await write(temporary, text, mode);
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    // Some file systems (FAT, a few network ones) have no links: there the name itself is opened exclusively.
    if (!NO_LINKS.has(codeOf(error))) throw error;
    return await writeIfNew(path, text, mode);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Puts a file in the place of another, at once. @param mode 0600 unless given. Rejects with the file system's error. */
export async function replace(path: string, text: string, mode = PRIVATE): Promise<void> {
  const temporary = temporaryFor(path);
  await write(temporary, text, mode);
  try {
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** The code of a system error (`ENOENT`, …), or the empty string. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

function temporaryFor(path: string): string {
  return `${path}.${randomBytes(6).toString('hex')}.tmp`;
}

async function write(path: string, text: string, mode: number): Promise<void> {
  const file = await open(path, 'wx', mode);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  // The mode given to open() is cut by the umask: say it in full.
  await chmod(path, mode);
}

async function writeIfNew(path: string, text: string, mode: number): Promise<boolean> {
  try {
    await write(path, text, mode);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}
