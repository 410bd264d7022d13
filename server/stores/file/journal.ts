import { StoreError } from '../../ports/task-store.ts';
import type { JsonValue } from '../../protocol/json.ts';
import { frozenCopy } from '../memory/frozen.ts';
import { type Disk, pathIn } from './disk.ts';
import { decode, encode, type Stored } from './format.ts';
import { decodeKept, encodeKept, keptFile, keptName } from './kept.ts';
import { fileOf, isLeftover, taskOf, tempOf } from './names.ts';

/** Files read at a time when a folder is opened; bounds open handles. */
const BATCH = 64;

/** Raised where a write failed and could not be taken back either: what the disk holds is only known after the next start. */
export class InDoubt extends StoreError {}

/** What a folder holds: whole files by task id, and for each file that cannot be served the reason. */
export interface Contents {
  readonly stored: readonly Stored[];
  readonly refused: ReadonlyMap<string, StoreError>;
  /** What the server keeps beside its tasks, by name. */
  readonly kept: ReadonlyMap<string, JsonValue>;
}

/** One file a task, replaced as a whole: temporary file, fsync, rename, fsync of the folder (R72). */
export class Journal {
  readonly #folder: string;
  readonly #disk: Disk;

  constructor(folder: string, disk: Disk) {
    this.#folder = folder;
    this.#disk = disk;
  }

  /** Reads everything and removes the temporary files of a crash. @throws StoreError where the folder cannot be used at all */
  async open(): Promise<Contents> {
    try {
      await this.#disk.makeFolder(this.#folder);
      const names = await this.#disk.list(this.#folder);
      for (const name of names.filter(isTemporary)) await this.#disk.remove(this.#path(name));
      const contents = await this.#readAll(names);
      // What was renamed just before a crash is served from now on, so it must not be lost with the next one.
      await this.#disk.syncFolder(this.#folder);
      return contents;
    } catch (error) {
      throw failure(error, this.#folder);
    }
  }

  /**
   * Stores `next`; resolves when it is stable. On failure puts `before` back (undefined: no file), so that nothing was changed.
   * @throws StoreError `full` or `io`; InDoubt where `before` could not be put back
   */
  async write(taskId: string, next: Stored, before: Stored | undefined): Promise<void> {
    const file = fileOf(taskId);
    try {
      await this.#replace(file, encode(next));
    } catch (error) {
      if (error instanceof AfterRename) await this.#takeBack(file, before, error.reason);
      throw failure(error instanceof AfterRename ? error.reason : error, this.#path(file));
    }
  }

  /** Removes a task's file for good. On failure it may come back with the next start, and be removed then. */
  async remove(taskId: string): Promise<void> {
    const path = this.#path(fileOf(taskId));
    try {
      await this.#disk.remove(path);
      await this.#disk.syncFolder(this.#folder);
    } catch (error) {
      throw failure(error, path);
    }
  }

  /** Keeps `value` under `name`. @throws StoreError `full` or `io`; whether the old or the new value stays is then open */
  async keep(name: string, value: JsonValue): Promise<void> {
    const file = keptFile(name);
    try {
      await this.#replace(file, encodeKept(value));
    } catch (error) {
      throw failure(error instanceof AfterRename ? error.reason : error, this.#path(file));
    }
  }

  async #replace(file: string, text: string): Promise<void> {
    const temp = this.#path(tempOf(file));
    try {
      await this.#disk.write(temp, text);
      await this.#disk.sync(temp);
      await this.#disk.rename(temp, this.#path(file));
    } catch (error) {
      // Half a temporary file helps nobody, least of all on a full disk. If this fails, the next start removes it.
      await this.#disk.remove(temp).catch(() => undefined);
      throw error;
    }
    try {
      await this.#disk.syncFolder(this.#folder);
    } catch (error) {
      throw new AfterRename(error);
    }
  }

  async #takeBack(file: string, before: Stored | undefined, reason: unknown): Promise<void> {
    try {
      if (before !== undefined) return await this.#replace(file, encode(before));
      await this.#disk.remove(this.#path(file));
      await this.#disk.syncFolder(this.#folder);
    } catch {
      const path = this.#path(file);
      throw new InDoubt(
        'io',
        `${path} was written but could be neither made stable nor taken back (${textOf(reason)}). ` +
          'The task is not served until the next start. Check the disk.',
        { cause: reason },
      );
    }
  }

  async #readAll(names: readonly string[]): Promise<Contents> {
    const stored: Stored[] = [];
    const refused = new Map<string, StoreError>();
    const ids = names.flatMap((name) => taskOf(name) ?? []);
    for (let i = 0; i < ids.length; i += BATCH) {
      const batch = ids.slice(i, i + BATCH);
      const read = await Promise.all(batch.map((id) => this.#read(id)));
      for (const [n, taskId] of batch.entries()) {
        const one = read[n];
        if (one instanceof StoreError) refused.set(taskId, one);
        else if (one !== undefined) stored.push(one);
      }
    }
    const kept = new Map<string, JsonValue>();
    for (const file of names) {
      const name = keptName(file);
      if (name === undefined) continue;
      const path = this.#path(file);
      try {
        kept.set(name, decodeKept(await this.#disk.read(path), path));
      } catch (error) {
        refused.set(`kept ${name}`, failure(error, path));
      }
    }
    return { stored, refused, kept };
  }

  async #read(taskId: string): Promise<Stored | StoreError> {
    const path = this.#path(fileOf(taskId));
    try {
      return frozenCopy(decode(await this.#disk.read(path), path, taskId));
    } catch (error) {
      return failure(error, path);
    }
  }

  #path(name: string): string {
    return pathIn(this.#folder, name);
  }
}

function isTemporary(name: string): boolean {
  return isLeftover(name) || (name.endsWith('.tmp') && keptName(name.slice(0, -'.tmp'.length)) !== undefined);
}

/** The new file is in place under its name, but perhaps not for good. */
class AfterRename extends Error {
  readonly reason: unknown;

  constructor(reason: unknown) {
    super('after the rename');
    this.reason = reason;
  }
}

function failure(error: unknown, path: string): StoreError {
  if (error instanceof StoreError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new StoreError(
      'full',
      `no space left to write ${path}: free some, or use another data directory`,
      {
        cause: error,
      },
    );
  return new StoreError('io', `${path} could not be used: ${textOf(error)}`, { cause: error });
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
