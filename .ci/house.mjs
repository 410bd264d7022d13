#!/usr/bin/env node
// The house gate: import rules, rooms, file sizes and README's table, all from house.json.
//   node .ci/house.mjs           check
//   node .ci/house.mjs --print   the Markdown table for README.md
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const repo = dirname(dirname(fileURLToPath(import.meta.url)));
const { rows } = JSON.parse(readFileSync(join(repo, '.ci/house.json'), 'utf8'));
const MAX_LINES = 300;
const SOURCE = /\.(ts|tsx)$/;
const CATCH_ALL = /(^|\/)(utils?|helpers?|common|misc)(\/|\.tsx?$)|(^|\/)types\.ts$/;

/** README's table, one line an entry. */
export function tableLines() {
  const code = (names, suffix = '') => names.map((name) => `\`${name}\`${suffix}`);
  const list = (parts) => (parts.length === 0 ? 'none' : parts.join(', '));
  return [
    '| From | Rooms it may touch | Packages |',
    '| --- | --- | --- |',
    ...rows.map(({ rooms, may, types = [], packages, node }) => {
      const touch = list([...code(may), ...code(types, ' (types)')]);
      const take = list([...code(packages), ...(node ? ['Node built-ins'] : [])]);
      return `| ${list(code(rooms))} | ${touch} | ${take} |`;
    }),
  ];
}

/** The first table under `## The house`, or an empty list. */
export function tableOf(readme) {
  const lines = readme.split(/\r?\n/);
  const start = lines.findIndex((line) => line.trim() === '## The house');
  if (start < 0) return [];
  const section = lines.slice(start + 1);
  const end = section.findIndex((line) => line.startsWith('## '));
  const body = end < 0 ? section : section.slice(0, end);
  const first = body.findIndex((line) => line.startsWith('|'));
  if (first < 0) return [];
  const after = body.slice(first).findIndex((line) => !line.startsWith('|'));
  return body.slice(first, after < 0 ? undefined : first + after).map((line) => line.trim());
}

export function checkTable(readme) {
  const expected = tableLines();
  const normal = (line) => line.replace(/\s+/g, ' ').replace(/-{3,}/g, '---');
  const found = tableOf(readme).map(normal);
  if (found.length === expected.length && expected.every((line, i) => normal(line) === found[i])) return [];
  return [
    `readme-table: README.md's table under "## The house" differs from .ci/house.json. It must be:\n\n${expected.join('\n')}\n`,
  ];
}

/** What git lists, untracked files included and ignored ones not, as far as it is still there. */
export function listed(root, folders) {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...folders];
  const out = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
  return [...new Set(out.split('\0'))].filter((file) => file !== '' && existsSync(join(root, file))).sort();
}

export function missingModules(files, seen) {
  const known = new Set(seen);
  return files
    .filter((file) => !known.has(file))
    .map(
      (file) =>
        `module-count: dependency-cruiser did not see ${file} (it saw ${known.size} of ${files.length})`,
    );
}

const inRoom = (file) =>
  rows.some((row) =>
    row.rooms.some((room) => {
      if (!room.includes('*')) return file === room || file.startsWith(`${room}/`);
      const [head = '', tail = ''] = room.split('*');
      return (
        file.startsWith(head) && (tail === '' ? file.slice(head.length).includes('/') : file.endsWith(tail))
      );
    }),
  );
// Files that lie between rooms: descriptions, and the contract suites that tests run on every store.
const BETWEEN = /\.(md|css|d\.ts)$|\.(test|suite)\.tsx?$/;

export function checkFiles(root, files) {
  const problems = [];
  for (const file of files) {
    if (CATCH_ALL.test(file)) problems.push(`catch-all: ${file} has a name that says nothing`);
    if (/^(app|server)\//.test(file) && !BETWEEN.test(file) && !inRoom(file))
      problems.push(`no-room: ${file} lies in no room of .ci/house.json`);
    const lines = readFileSync(join(root, file), 'utf8').split('\n').length - 1;
    if (/\.(tsx?|mjs|cjs|css)$/.test(file) && lines > MAX_LINES)
      problems.push(`too-long: ${file} has ${lines} lines, more than ${MAX_LINES}`);
  }
  return problems;
}

function cruise(root, config, folders) {
  const bin = join(repo, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [bin, '--config', config, '--output-type', 'json', ...folders];
  const run = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (!run.stdout.startsWith('{')) throw new Error(`dependency-cruiser failed:\n${run.stdout}${run.stderr}`);
  return JSON.parse(run.stdout);
}

/** Every problem of the tree at `root`, as lines that begin with the rule's name. */
export function checkHouse({ root = repo, config = join(repo, '.dependency-cruiser.cjs') } = {}) {
  const folders = ['app', 'server'].filter((folder) => existsSync(join(root, folder)));
  const problems = [];
  let modules = 0;
  if (folders.length > 0) {
    const result = cruise(root, config, folders);
    const seen = result.modules.map((module) => module.source);
    modules = seen.filter((file) => /^(app|server)\//.test(file)).length;
    for (const { rule, from, to } of result.summary.violations)
      problems.push(from === to ? `${rule.name}: ${from}` : `${rule.name}: ${from} -> ${to}`);
    problems.push(
      ...missingModules(
        listed(root, folders).filter((file) => SOURCE.test(file)),
        seen,
      ),
    );
  }
  const all = ['app', 'server', 'e2e', '.ci'].filter((folder) => existsSync(join(root, folder)));
  problems.push(...checkFiles(root, listed(root, all)));
  const readme = join(root, 'README.md');
  problems.push(...checkTable(existsSync(readme) ? readFileSync(readme, 'utf8') : ''));
  return { problems, modules };
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--print')) {
    console.log(tableLines().join('\n'));
  } else {
    const { problems, modules } = checkHouse();
    for (const problem of problems) console.error(problem);
    console.log(`house: ${modules} modules, ${problems.length} problems`);
    process.exitCode = problems.length === 0 ? 0 : 1;
  }
}
