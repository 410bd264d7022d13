// gzip and brotli beside every text file of a folder, except where the result is not smaller.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const TEXT = /\.(html|js|mjs|css|svg|json|txt|wasm|webmanifest)$/;
const MIN_BYTES = 512;

export function compressFolder(folder) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name);
    if (!TEXT.test(name) || name.startsWith('.') || !statSync(file).isFile()) continue;
    const bytes = readFileSync(file);
    if (bytes.length < MIN_BYTES) continue;
    for (const [suffix, packed] of [
      ['.gz', gzipSync(bytes, { level: 9 })],
      ['.br', brotliCompressSync(bytes)],
    ])
      if (packed.length < bytes.length) writeFileSync(`${file}${suffix}`, packed);
  }
}
