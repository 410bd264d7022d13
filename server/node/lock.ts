import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { own, ownString, parseJson } from '../protocol/json.ts';
import { codeOf, createExclusively, replace } from './exclusive-file.ts';
import { type Probe, probeBoot, processExists } from './liveness.ts';

/** The file in the data folder that names the process that uses it. */
export const LOCK_FILE = 'taskscope.lock';

/** Who holds a data folder: `address` is the origin at which it answers `/api/health` with its `bootId`. */
export interface Holder {
  readonly pid: number;
  readonly address: string;
  readonly bootId: string;
}

export type LockOutcome =
  | { readonly kind: 'taken'; readonly release: () => Promise<void> }
  | { readonly kind: 'held'; readonly by: Holder };

/** A lock that vanishes or changes under our eyes is looked at again so often, with so many ms between. */
const ATTEMPTS = 40;
const PAUSE_MS = 50;

/** How a lock's holder is looked for; ports for tests. */
export interface Liveness {
  readonly probe: Probe;
  readonly exists: (pid: number) => boolean;
}
const REAL: Liveness = { probe: probeBoot, exists: processExists };

/**
 * Takes the lock of a data folder for `me`, which must already answer at its address. A lock whose process is gone is stale
 * and taken over, also where its pid now belongs to another program: what counts is whether its address answers with its boot id.
 * @throws Error where the file system refuses, or starts keep racing for it
 */
export async function takeLock(dir: string, me: Holder, liveness: Liveness = REAL): Promise<LockOutcome> {
  const path = join(dir, LOCK_FILE);
  const mine = `${JSON.stringify(me)}\n`;
  const taken: LockOutcome = { kind: 'taken', release: () => release(path, me) };
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (await createExclusively(path, mine)) return taken;
    const text = await readText(path);
    if (text === undefined) continue;
    const holder = readHolder(text);
    if (holder !== undefined && (await isHeld(holder, liveness))) return { kind: 'held', by: holder };
    if (await takeOver(path, text, mine, liveness)) return taken;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Error(`The lock ${path} could not be taken: other starts keep taking it. Try again.`);
}

/** Who holds the folder now, without taking it; undefined where nobody does. */
export async function lockHolder(dir: string, liveness: Liveness = REAL): Promise<Holder | undefined> {
  const text = await readText(join(dir, LOCK_FILE));
  const holder = text === undefined ? undefined : readHolder(text);
  return holder !== undefined && (await isHeld(holder, liveness)) ? holder : undefined;
}

async function isHeld(holder: Holder, { probe, exists }: Liveness): Promise<boolean> {
  const found = await probe(holder.address, holder.bootId);
  // A process that is stopped or busy takes the connection and stays silent: it still holds its store.
  return found === 'same' || (found === 'silent' && exists(holder.pid));
}

/**
 * Replaces a lock that was judged stale. Starts that judged the same lock would replace each other's new one, so whoever does it
 * first makes a claim named after that very lock, and looks at the lock once more under it.
 * @returns false where another start is at it, or was
 */
async function takeOver(path: string, stale: string, mine: string, liveness: Liveness): Promise<boolean> {
  const claim = `${path}.${createHash('sha256').update(stale).digest('hex').slice(0, 16)}.claim`;
  if (!(await createExclusively(claim, mine))) {
    const claimant = readHolder((await readText(claim)) ?? '');
    // A start that crashed in the middle of this leaves its claim behind.
    if (claimant !== undefined && !(await isHeld(claimant, liveness))) await rm(claim, { force: true });
    return false;
  }
  try {
    if ((await readText(path)) !== stale) return false;
    await replace(path, mine);
    return true;
  } finally {
    await rm(claim, { force: true });
  }
}

async function release(path: string, me: Holder): Promise<void> {
  const text = await readText(path);
  if (text !== undefined && readHolder(text)?.bootId === me.bootId) await rm(path, { force: true });
}

function readHolder(text: string): Holder | undefined {
  const parsed = parseJson(text);
  if (!parsed.ok) return undefined;
  const pid = own(parsed.value, 'pid');
  const address = ownString(parsed.value, 'address');
  const bootId = ownString(parsed.value, 'bootId');
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid <= 0) return undefined;
  if (address === undefined || bootId === undefined || !/^http:\/\/[^/]+$/.test(address)) return undefined;
  return { pid, address, bootId };
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    // Reading a folder fails without saying which.
    throw error instanceof Error ? Object.assign(error, { path }) : error;
  }
}
