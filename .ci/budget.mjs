#!/usr/bin/env node
// The bundle budget: scripts that the main view needs (entry, tasks and traffic, and their static imports), gzipped.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

export const BUDGET = 150_000;
// The view at `/` is a chunk of its own, because a first visit shows only the way in; it counts all the same.
const ENTRIES = ['index.html', 'app/shell/TasksPage.tsx'];
const repo = dirname(dirname(fileURLToPath(import.meta.url)));

/** The script files of the first view, by Vite's manifest. */
export function firstView(manifest, entries = ENTRIES) {
  const found = new Set();
  const walk = (key) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`budget: Vite's manifest has no ${key}`);
    if (found.has(chunk.file)) return;
    found.add(chunk.file);
    for (const next of chunk.imports ?? []) walk(next);
  };
  for (const entry of entries) walk(entry);
  return [...found].filter((file) => file.endsWith('.js'));
}

export function measure(folder, budget = BUDGET) {
  const file = join(folder, '.vite/manifest.json');
  if (!existsSync(file)) throw new Error(`budget: ${file} is missing; run npm run build first`);
  const parts = firstView(JSON.parse(readFileSync(file, 'utf8'))).map((name) => ({
    name,
    bytes: gzipSync(readFileSync(join(folder, name)), { level: 9 }).length,
  }));
  if (parts.length === 0) throw new Error('budget: the first view has no script at all');
  const total = parts.reduce((sum, part) => sum + part.bytes, 0);
  return { parts, total, over: total > budget };
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { parts, total, over } = measure(join(repo, 'dist/app'));
  const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
  for (const { name, bytes } of parts) console.log(`  ${kB(bytes).padStart(9)}  ${name}`);
  console.log(`budget: the first view needs ${kB(total)} of script, gzipped; ${kB(BUDGET)} allowed`);
  process.exitCode = over ? 1 : 0;
}
