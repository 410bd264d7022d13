import { writeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createDemoServer, readableBy } from '../../index.ts';
import { openStore } from '../../stores/open.ts';
import { runCommand } from '../command.ts';
import { packageRoot } from '../package-root.ts';
import { processTerminal } from '../process-terminal.ts';

// The command with replicas that stop themselves before they serve, as one does that a debugger or a starved machine holds.
if (process.argv[2] === 'replica') {
  writeSync(1, `stuck ${process.pid}\n`);
  process.kill(process.pid, 'SIGSTOP');
}

process.exitCode = await runCommand(
  process.argv.slice(2),
  processTerminal(fileURLToPath(import.meta.url)),
  { openStore, createDemo: createDemoServer, readableBy },
  packageRoot(import.meta.url),
);
