import { StoreError } from '../ports/task-store.ts';
import { codeOf } from './exclusive-file.ts';
import type { Bound } from './host-check.ts';
import { urlHost } from './host-check.ts';
import { isTaskscope } from './liveness.ts';

/** Why a start failed, in one line that says what to do; undefined for failures that are not the person's to mend. */
export function startFailure(error: unknown, at: Bound, dir: string): string | undefined {
  const where = `${urlHost(at.host)}:${at.port}`;
  if (error instanceof StoreError) return `${error.message} (data folder ${dir})`;
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return `Port ${at.port} is in use by another program: choose one with --port N (0 takes a free one).`;
    case 'EACCES':
    case 'EPERM':
      return isListening(error)
        ? `This user may not listen on ${where}: choose a port above 1023 with --port N.`
        : `The data folder ${dir} cannot be written: choose one with --data DIR.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${at.host} is no address of this machine: choose one with --host ADDRESS, or leave it out.`;
    case 'EISDIR':
    case 'ERR_FS_EISDIR':
      return `${pathOf(error) ?? dir} is a folder where a file is wanted: move it away, or choose another data folder with --data DIR.`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `No space is left to write the data folder ${dir}: free some, or choose another one with --data DIR.`;
    case 'ENOENT':
      return `The data folder ${dir} cannot be made: choose one with --data DIR.`;
    case 'EEXIST':
    case 'ENOTDIR':
    case 'EROFS':
    case 'ELOOP':
    case 'ENAMETOOLONG':
      return `The data folder ${dir} cannot be used (${codeOf(error)}): choose one with --data DIR.`;
    default:
      return undefined;
  }
}

/** For a port that is taken by a Taskscope with another data folder: a line that says so; undefined for anything else. */
export async function otherTaskscope(
  error: unknown,
  at: Bound,
  found: (address: string) => Promise<boolean> = isTaskscope,
): Promise<string | undefined> {
  if (codeOf(error) !== 'EADDRINUSE') return undefined;
  const address = `http://${urlHost(at.host)}:${at.port}`;
  if (!(await found(address))) return undefined;
  return `Port ${at.port} is in use by another Taskscope, at ${address}, with a data folder of its own: use that one, or choose a port with --port N (0 takes a free one).`;
}

/** The path that the system's error is about, where it says. */
function pathOf(error: unknown): string | undefined {
  return error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : undefined;
}

function isListening(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'listen';
}
