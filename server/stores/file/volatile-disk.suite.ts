import type { Disk } from './disk.ts';

export type Operation = keyof Disk;

interface Content {
  live: string;
  /** What a power cut leaves; undefined before the first `sync`. */
  stable: string | undefined;
}

/** Chooses what of the unsynced a power cut leaves: names and contents, each on its own. */
export type Luck = () => boolean;

/**
 * A disk in memory that keeps apart what programs see and what a power cut leaves, as file systems may: a name is stable after
 * `syncFolder`, content after `sync`. `before` runs ahead of each operation and may throw.
 */
export class VolatileDisk implements Disk {
  readonly #stable: Map<string, Content>;
  readonly #live: Map<string, Content>;
  before: (operation: Operation, path: string) => void | Promise<void> = () => undefined;

  constructor(files: ReadonlyMap<string, string> = new Map()) {
    const contents = [...files].map(([path, text]) => [path, { live: text, stable: text }] as const);
    this.#stable = new Map(contents);
    this.#live = new Map(contents);
  }

  /** The disk after a power cut. Unlucky everywhere, it has lost whatever was not made stable; half-stable content is cut short. */
  afterPowerCut(luck: Luck = () => false): VolatileDisk {
    const files = new Map<string, string>();
    for (const path of new Set([...this.#stable.keys(), ...this.#live.keys()])) {
      const content = luck() ? this.#live.get(path) : this.#stable.get(path);
      if (content === undefined) continue;
      const cut = content.live.slice(0, content.live.length >> 1);
      files.set(path, luck() ? content.live : (content.stable ?? cut));
    }
    return new VolatileDisk(files);
  }

  /** Files as programs see them. */
  get files(): ReadonlyMap<string, string> {
    return new Map([...this.#live].map(([path, { live }]) => [path, live]));
  }

  async makeFolder(path: string): Promise<void> {
    await this.before('makeFolder', path);
  }

  async list(folder: string): Promise<readonly string[]> {
    await this.before('list', folder);
    return [...this.#live.keys()].map((path) => path.slice(folder.length + 1));
  }

  async read(path: string): Promise<string> {
    await this.before('read', path);
    return this.#get(path).live;
  }

  async write(path: string, text: string): Promise<void> {
    const content: Content = { live: '', stable: undefined };
    this.#live.set(path, content);
    // A write that fails leaves what a full disk would: a part.
    content.live = text.slice(0, text.length >> 1);
    await this.before('write', path);
    content.live = text;
  }

  async sync(path: string): Promise<void> {
    await this.before('sync', path);
    const content = this.#get(path);
    content.stable = content.live;
  }

  async rename(from: string, to: string): Promise<void> {
    await this.before('rename', from);
    this.#live.set(to, this.#get(from));
    this.#live.delete(from);
  }

  async remove(path: string): Promise<void> {
    await this.before('remove', path);
    this.#live.delete(path);
  }

  async syncFolder(folder: string): Promise<void> {
    await this.before('syncFolder', folder);
    this.#stable.clear();
    for (const [path, content] of this.#live) this.#stable.set(path, content);
  }

  #get(path: string): Content {
    const content = this.#live.get(path);
    if (content === undefined) throw Object.assign(new Error(`no such file: ${path}`), { code: 'ENOENT' });
    return content;
  }
}

/** An error as the operating system gives it. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: made by a test`), { code });
}
