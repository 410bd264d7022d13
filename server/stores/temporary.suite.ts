import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TaskStore } from '../ports/task-store.ts';
import type { Make } from './make.suite.ts';

function temporaryFolder(): { readonly dir: string; readonly remove: () => void } {
  const dir = mkdtempSync(join(tmpdir(), 'taskscope-store-'));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

/** Hands `work` a temporary folder and removes it. */
export async function inFolder(work: (dir: string) => Promise<void>): Promise<void> {
  const { dir, remove } = temporaryFolder();
  try {
    await work(dir);
  } finally {
    remove();
  }
}

/** Stores on a real folder of their own. @param open opens the store of a folder, empty or not */
export function onDisk(open: (dir: string) => Promise<TaskStore>): Make {
  return async () => {
    const { dir, remove } = temporaryFolder();
    const opened: TaskStore[] = [];
    const again = async () => {
      const store = await open(dir);
      opened.push(store);
      return store;
    };
    return {
      store: await again(),
      reopen: again,
      async dispose() {
        for (const store of opened) await store.close();
        remove();
      },
    };
  };
}
