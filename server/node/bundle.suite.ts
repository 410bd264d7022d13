import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import manifest from '../../package.json' with { type: 'json' };
import { packageRoot } from './package-root.ts';

export interface Bundle {
  /** The bundled file, to be run by `node`. */
  readonly file: string;
  remove(): Promise<void>;
}

/**
 * Bundles an entry of the server from its sources, as `npm run build` does: Node 20 cannot run TypeScript, and `dist` may be of
 * another day. The bundle lies inside the checkout, so that it finds the installed packages and package.json.
 * @param entry path from the root of the checkout
 */
export async function bundle(entry: string): Promise<Bundle> {
  const { folder } = packageRoot(import.meta.url);
  mkdirSync(join(folder, '.cache'), { recursive: true });
  const outDir = await mkdtemp(join(folder, '.cache', 'command-'));
  const dependencies = { ...manifest.dependencies, ...manifest.optionalDependencies };
  const remove = () => rm(outDir, { recursive: true, force: true });
  const building = build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    build: {
      ssr: join(folder, entry),
      outDir,
      minify: false,
      target: 'node20',
      rolldownOptions: { output: { format: 'esm', entryFileNames: 'main.js' } },
    },
    ssr: { external: Object.keys(dependencies), noExternal: true },
  });
  await building.catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  return { file: join(outDir, 'main.js'), remove };
}
