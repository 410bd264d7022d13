import { fileURLToPath } from 'node:url';
import { createDemoServer, faultsElsewhere, readableBy } from './index.ts';
import { runCommand } from './node/command.ts';
import { packageRoot } from './node/package-root.ts';
import { processTerminal } from './node/process-terminal.ts';
import { openStore } from './stores/open.ts';

// The `taskscope` command: the real process, store and demo server. Everything else is in server/node.
process.exitCode = await runCommand(
  process.argv.slice(2),
  processTerminal(fileURLToPath(import.meta.url)),
  { openStore, createDemo: createDemoServer, faultsElsewhere, readableBy },
  packageRoot(import.meta.url),
);
