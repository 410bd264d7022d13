import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repo = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export interface Tree {
  root: string;
  write(files: Record<string, string>): void;
  remove(): void;
}

/** A small project in a temporary folder, with this project's own configuration and packages. */
export function plantTree(files: Record<string, string>): Tree {
  const root = mkdtempSync(join(tmpdir(), 'taskscope-gates-'));
  const configs = readdirSync(repo).filter((name) =>
    /^(tsconfig.*|biome|package)\.json$|^\.gitignore$/.test(name),
  );
  for (const name of configs) copyFileSync(join(repo, name), join(root, name));
  symlinkSync(join(repo, 'node_modules'), join(root, 'node_modules'), 'junction');
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  const write = (more: Record<string, string>) => {
    for (const [name, text] of Object.entries(more)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
  };
  write(files);
  return { root, write, remove: () => rmSync(root, { recursive: true, force: true }) };
}
