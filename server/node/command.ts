import { join } from 'node:path';
import envPaths from 'env-paths';
import type { FaultWish } from '../protocol/lab.ts';
import { stdioEndpoint } from '../protocol/stdio-endpoint.ts';
import { canOpenBrowser, openBrowser } from './browser.ts';
import { SystemClock } from './clock.ts';
import type { Parts } from './demo.ts';
import { type DesignTerminal, runDesign } from './design/run-design.ts';
import { otherTaskscope, startFailure } from './failure.ts';
import { type Command, parseCommand, type ServeCommand, UsageError } from './flags.ts';
import { HELP } from './help.ts';
import { isLoopback } from './host-check.ts';
import { loadKey } from './key.ts';
import { pageLink } from './link.ts';
import { type Holder, lockHolder, takeLock } from './lock.ts';
import type { PackageRoot } from './package-root.ts';
import type { ParentChannel, StartProcess } from './replicas/channel.ts';
import { runReplica } from './replicas/replica-process.ts';
import { replicated } from './replicas/replicated.ts';
import { runScript } from './script.ts';
import { type Address, type Serving, startServing } from './serve.ts';
import { StdioChildren } from './stdio/children.ts';
import { allOf, type StdioCommand, written } from './stdio/command-line.ts';

/** The process as the command sees it; tests give their own. */
export interface Terminal extends DesignTerminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly pid: number;
  /** Resolves at the first signal to stop. */
  stopped(): Promise<void>;
  /** Starts this very command as a replica. */
  readonly start: StartProcess;
  /** Who started this process as a replica, if anyone did. */
  readonly parent: ParentChannel | undefined;
  /** Resolves when this process alone is asked to end; interrupts of the whole terminal are ignored from then on. */
  terminated(): Promise<void>;
  /** Ends the process at once. */
  exit(code: number): void;
}

/** Exit codes: 0 done, 1 could not, 2 the command line is wrong. */
export type ExitCode = 0 | 1 | 2;

/**
 * The `taskscope` command.
 * @param args the arguments after the program's name
 * @returns the exit code, when everything is over
 */
export async function runCommand(
  args: readonly string[],
  terminal: Terminal,
  parts: Parts,
  root: PackageRoot,
): Promise<ExitCode> {
  let command: Command;
  try {
    command = parseCommand(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    terminal.err(`taskscope: ${error.message}\n`);
    return 2;
  }
  switch (command.kind) {
    case 'help':
      terminal.out(HELP);
      return 0;
    case 'version':
      terminal.out(`${root.version}\n`);
      return 0;
    case 'design':
      return await runDesign(command, terminal);
    case 'script':
      return await runScript({ dir: command.dataDir, version: root.version }, terminal, parts);
    case 'replica':
      return await replica(terminal, parts);
    case 'serve':
      return await serve(command, terminal, parts, root);
  }
}

async function replica(terminal: Terminal, parts: Parts): Promise<ExitCode> {
  if (terminal.parent !== undefined)
    return await runReplica(parts, terminal.parent, terminal.terminated(), terminal.exit);
  terminal.err('taskscope: a replica is started by "taskscope --replicas N", not by hand.\n');
  return 2;
}

/** The parts to serve with: as they are, or spread over several processes. */
function partsFor(
  { replicas: count, routing }: ServeCommand,
  dir: string,
  terminal: Terminal,
  stopped: Promise<void>,
  parts: Parts,
): Parts {
  if (count === 1) return parts;
  const say = (line: string): void => terminal.out(`${line}\n`);
  const { start } = terminal;
  return replicated(parts, { count, dir, routing, start, clock: new SystemClock(), stopped, say });
}

/** Raised by `claim` where another process holds the data folder. */
class HeldError extends Error {
  readonly by: Holder;

  constructor(by: Holder) {
    super('The data folder is in use');
    this.by = by;
  }
}

/** @throws UsageError */
function faultsOf(command: ServeCommand, parts: Parts): readonly FaultWish[] {
  const known = parts.faultsElsewhere?.();
  try {
    return command.faults.flatMap((text) => known?.read(text) ?? []);
  } catch (error) {
    throw new UsageError(`--fault: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function serve(
  command: ServeCommand,
  terminal: Terminal,
  parts: Parts,
  root: PackageRoot,
): Promise<ExitCode> {
  const dir = command.dataDir ?? envPaths('taskscope', { suffix: '' }).data;
  const at = { host: command.host, port: command.port };
  let stdio: readonly StdioCommand[];
  let faults: readonly FaultWish[];
  try {
    stdio = await allOf(command.stdio, command.config);
    faults = faultsOf(command, parts);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    terminal.err(`taskscope: ${error.message}\n`);
    return 2;
  }
  // From here on a signal ends the command in order, also one that comes before it is ready.
  const stopped = terminal.stopped();
  try {
    const key = await loadKey(dir);
    const holder = await lockHolder(dir);
    if (holder !== undefined) return await pointAt(holder, key, command, terminal, dir);
    const claim = async ({ origin, bootId }: Address): Promise<() => Promise<void>> => {
      const lock = await takeLock(dir, { pid: terminal.pid, address: origin, bootId });
      if (lock.kind === 'held') throw new HeldError(lock.by);
      return lock.release;
    };
    const serving = await startServing(
      {
        at,
        dir,
        appDir: join(root.folder, 'dist', 'app'),
        key,
        version: root.version,
        speed: command.speed,
        lab: command.lab,
        bridge: command.bridge && {
          ...command.bridge,
          stdio: stdio.length === 0 ? undefined : new StdioChildren(stdio, new SystemClock()),
        },
        fixtures: command.fixtures,
        protect: command.protect,
        allowOrigins: command.allowOrigins,
        faults,
        work: true,
        ownProcess: true,
        claim,
      },
      partsFor(command, dir, terminal, stopped, parts),
    );
    const link = pageLink(serving.origin, key, endpointOf(command, stdio));
    terminal.out(greeting(serving, stdio, link, root.version));
    await offer(link, command, terminal);
    await stopped;
    await serving.close();
    terminal.out(`Stopped. The tasks are kept in ${dir}; the next start goes on with them.\n`);
    return 0;
  } catch (error) {
    if (error instanceof HeldError)
      return await pointAt(error.by, await loadKey(dir), command, terminal, dir);
    const line = (await otherTaskscope(error, at)) ?? startFailure(error, at, dir);
    if (line === undefined) throw error;
    terminal.err(`taskscope: ${line}\n`);
    return 1;
  }
}

/** A second start on a data folder: names the first one, unless the person asked for a port that the first does not have. */
async function pointAt(
  holder: Holder,
  key: string,
  command: ServeCommand,
  terminal: Terminal,
  dir: string,
): Promise<ExitCode> {
  if (command.portGiven && new URL(holder.address).port !== String(command.port)) {
    terminal.err(
      `taskscope: the data folder ${dir} is in use by the Taskscope at ${holder.address}: ` +
        'give this one its own with --data DIR.\n',
    );
    return 1;
  }
  if (command.stdio.length > 0 || command.config !== undefined) {
    terminal.err(
      `taskscope: the Taskscope at ${holder.address} runs on the data folder ${dir} and was started without these servers: ` +
        'stop it first, or give this one its own folder with --data DIR and another --port.\n',
    );
    return 1;
  }
  const link = pageLink(holder.address, key, command.endpoint);
  terminal.out(`Taskscope is running already at ${holder.address}. Its link:\n\n${link}\n`);
  await offer(link, command, terminal);
  return 0;
}

async function offer(link: string, command: ServeCommand, terminal: Terminal): Promise<void> {
  if (command.open && canOpenBrowser(terminal)) await openBrowser(link);
}

/** The endpoint to open: the given one, or the only server that the page may start. */
function endpointOf({ endpoint }: ServeCommand, stdio: readonly StdioCommand[]): string | undefined {
  const [only, ...more] = stdio;
  return endpoint ?? (only === undefined || more.length > 0 ? undefined : stdioEndpoint(only.name));
}

function greeting(serving: Serving, stdio: readonly StdioCommand[], link: string, version: string): string {
  const lines = [`Taskscope ${version}`, `Demo server: ${serving.origin}/mcp`, serving.description];
  for (const server of stdio) lines.push(`${stdioEndpoint(server.name)} is ${written(server)}`);
  if (serving.protection !== undefined)
    lines.push(
      `Protected: the demo wants a token, which its authorisation server at ${serving.protection.issuer} gives.`,
    );
  if (!isLoopback(serving.bound.host)) {
    lines.push('Exposed: everyone who can reach this machine can use the demo server and see its tasks.');
  }
  lines.push(
    serving.pageBuilt
      ? 'The page, with the key of this data folder (Ctrl+C stops):'
      : 'The page is not built, so only /mcp is served. Build it with "npm run build", then open:',
  );
  return `${lines.join('\n')}\n\n${link}\n`;
}
