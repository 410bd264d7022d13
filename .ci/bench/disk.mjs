import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const PAGE = Buffer.alloc(4096, 1);

/** Appends a page to a file in `dir` and has it synced, `times` times, with nothing else to do. @returns each fdatasync's time, ms */
export function syncs(dir, times = 60) {
  const path = join(dir, 'sync');
  const file = openSync(path, 'w');
  const took = [];
  for (let i = 0; i < times; i += 1) {
    writeSync(file, PAGE, 0, PAGE.length, i * PAGE.length);
    const begun = performance.now();
    fdatasyncSync(file);
    took.push(performance.now() - begun);
  }
  closeSync(file);
  rmSync(path);
  return took;
}

export const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
