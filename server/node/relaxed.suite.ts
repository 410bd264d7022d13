import { fileURLToPath } from 'node:url';
import { createDemoServer, readableBy } from '../index.ts';
import { openStore } from '../stores/open.ts';
import { loadBetterSqlite } from '../stores/sqlite/better.ts';
import { loadNodeSqlite } from '../stores/sqlite/builtin.ts';
import type { LoadedDriver } from '../stores/sqlite/driver.ts';
import { runCommand } from './command.ts';
import { packageRoot } from './package-root.ts';
import { processTerminal } from './process-terminal.ts';

/** The mutant of the sync test: the command with `synchronous=NORMAL`, which leaves a commit in the system's memory for a while. */
function relaxed(loaded: LoadedDriver): LoadedDriver {
  if (!loaded.ok) return loaded;
  const { driver } = loaded;
  return {
    ok: true,
    driver: {
      ...driver,
      open(path, readonly) {
        const db = driver.open(path, readonly);
        return { ...db, exec: (sql) => db.exec(sql.replace('synchronous = FULL', 'synchronous = NORMAL')) };
      },
    },
  };
}

process.exitCode = await runCommand(
  process.argv.slice(2),
  processTerminal(fileURLToPath(import.meta.url)),
  {
    openStore: (options) =>
      openStore({
        ...options,
        loaders: {
          'better-sqlite3': async () => relaxed(await loadBetterSqlite()),
          'node:sqlite': async () => relaxed(await loadNodeSqlite()),
        },
      }),
    createDemo: createDemoServer,
    readableBy,
  },
  packageRoot(import.meta.url),
);
