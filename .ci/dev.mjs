#!/usr/bin/env node
// `npm run dev`: Vite serves the page from source on 127.0.0.1:5173 and passes /mcp and /api on to the demo server, which runs
// from its last build on 127.0.0.1:6280 (flags are passed to it). A change to the server needs a new start.
import { spawn, spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repo = dirname(dirname(fileURLToPath(import.meta.url)));
const vite = join(repo, 'node_modules/vite/bin/vite.js');
const build = spawnSync(process.execPath, [vite, 'build', '--ssr', '--logLevel', 'warn'], {
  cwd: repo,
  stdio: 'inherit',
});
if (build.status !== 0) process.exit(1);

const children = [
  ['dist/server/cli.js', '--no-open', ...process.argv.slice(2)],
  [vite, '--strictPort'],
].map((args) => spawn(process.execPath, args, { cwd: repo, stdio: 'inherit' }));

const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
for (const child of children)
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 0;
    stop();
  });
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
