import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownString, parseJson } from '../protocol/json.ts';

export interface PackageRoot {
  /** The folder of Taskscope's package.json: the checkout, or the package as installed. */
  readonly folder: string;
  readonly version: string;
}

/**
 * Finds the package that a module belongs to, upwards from it: sources and bundles lie at different depths.
 * @param moduleUrl `import.meta.url` of the asking module
 * @throws Error where no package.json named taskscope lies above it
 */
export function packageRoot(moduleUrl: string): PackageRoot {
  for (let folder = dirname(fileURLToPath(moduleUrl)); ; folder = dirname(folder)) {
    const version = versionIn(folder);
    if (version !== undefined) return { folder, version };
    if (folder === dirname(folder))
      throw new Error('Taskscope is not installed whole: its package.json is missing.');
  }
}

function versionIn(folder: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(join(folder, 'package.json'), 'utf8');
  } catch {
    return undefined;
  }
  const parsed = parseJson(text);
  if (!parsed.ok || ownString(parsed.value, 'name') !== 'taskscope') return undefined;
  return ownString(parsed.value, 'version');
}
