import { fileURLToPath } from 'node:url';
import { createDemoServer, readableBy } from '../index.ts';
import type { TaskStore } from '../ports/task-store.ts';
import { openStore } from '../stores/open.ts';
import { runCommand } from './command.ts';
import { packageRoot } from './package-root.ts';
import { processTerminal } from './process-terminal.ts';

/** How long the mutant sits on a new task before it writes it, ms. */
const LATE_MS = 20;

/** The mutant of the crash test: a store that acknowledges a new task before it is written, as a write-behind cache would. */
function hasty(inner: TaskStore): TaskStore {
  return new Proxy(inner, {
    get(target, name) {
      if (name === 'create') {
        return async (...given: Parameters<TaskStore['create']>) => {
          setTimeout(() => void target.create(...given), LATE_MS);
        };
      }
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

process.exitCode = await runCommand(
  process.argv.slice(2),
  processTerminal(fileURLToPath(import.meta.url)),
  {
    async openStore(options) {
      const { store, description } = await openStore(options);
      return { store: hasty(store), description };
    },
    createDemo: createDemoServer,
    readableBy,
  },
  packageRoot(import.meta.url),
);
