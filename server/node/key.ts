import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { lstat, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDataFolder } from './data-folder.ts';
import { codeOf, createExclusively } from './exclusive-file.ts';

/** The file in the data folder that keeps the key. */
export const KEY_FILE = 'taskscope.key';
/** The request header that carries the key. It is listed as secret in protocol/secrets.ts. */
export const KEY_HEADER = 'X-Taskscope-Key';

const KEY_BYTES = 24;
/** The file in the data folder that keeps what seals `requestState`; every replica on the folder shares it. */
export const SEAL_FILE = 'request-state.key';
const SEAL_BYTES = 32;

/**
 * The key of a data folder: read from it, or made and kept there with mode 0600, so that a restart does not break an open page.
 * @param dir the data folder; made with mode 0700 where it is missing
 */
export async function loadKey(dir: string): Promise<string> {
  return await loadSecret(dir, KEY_FILE, KEY_BYTES);
}

/** The key that seals `requestState`, 32 bytes: kept as `loadKey` keeps its own, so that a question outlives a restart (R2). */
export async function loadSealKey(dir: string): Promise<Uint8Array> {
  return new Uint8Array(Buffer.from(await loadSecret(dir, SEAL_FILE, SEAL_BYTES), 'base64url'));
}

/**
 * A secret of `bytes` random bytes as base64url, kept in a file. A file that is damaged, or that other users of the machine could
 * read, is replaced by a new secret: it is no secret any more.
 */
async function loadSecret(dir: string, file: string, bytes: number): Promise<string> {
  await makeDataFolder(dir);
  const path = join(dir, file);
  const kept = await readKept(path, bytes);
  if (kept !== undefined) return kept;
  await rm(path, { force: true });
  const key = randomBytes(bytes).toString('base64url');
  if (await createExclusively(path, `${key}\n`)) return key;
  // Another start made it first: its secret is the folder's.
  const other = await readKept(path, bytes);
  if (other === undefined) throw new Error(`The key file ${path} cannot be used: remove it and start again.`);
  return other;
}

/** Whether `given` is the key; takes the same time for every wrong value. */
export function isKey(given: string | undefined, key: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return given !== undefined && timingSafeEqual(hash(given), hash(key));
}

async function readKept(path: string, bytes: number): Promise<string | undefined> {
  try {
    const stat = await lstat(path);
    // Windows has no such modes: there the user's profile folder is what protects it.
    const exposed = process.platform !== 'win32' && (stat.mode & 0o077) !== 0;
    if (!stat.isFile() || exposed) return undefined;
    const text = (await readFile(path, 'utf8')).trim();
    const whole = /^[A-Za-z0-9_-]+$/.test(text) && Buffer.from(text, 'base64url').byteLength === bytes;
    return whole ? text : undefined;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
