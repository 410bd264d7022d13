// Bundles what the bench measures below HTTP, from the sources as they are: the store and the sweep.
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const repo = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** @returns `openStore` and `sweep` of the server */
export async function loadParts() {
  const { build } = await import('vite');
  const outDir = join(repo, '.cache/bench');
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir, { recursive: true });
  const input = { open: join(repo, 'server/stores/open.ts'), expiry: join(repo, 'server/tasks/expiry.ts') };
  await build({
    configFile: false,
    root: repo,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir,
      minify: false,
      target: 'node20',
      rolldownOptions: { input, output: { format: 'esm', entryFileNames: '[name].js' } },
    },
    ssr: { external: ['better-sqlite3'], noExternal: true },
  });
  const from = (name) => import(pathToFileURL(join(outDir, `${name}.js`)).href);
  const [{ openStore }, { sweep }] = await Promise.all([from('open'), from('expiry')]);
  return { openStore, sweep };
}
