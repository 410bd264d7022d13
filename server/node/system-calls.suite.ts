import { spawnSync } from 'node:child_process';

/** Why system calls cannot be watched here, or undefined where they can. */
export function reasonNotToTrace(): string | undefined {
  if (process.platform !== 'linux') return 'strace is for Linux';
  const tried = spawnSync('strace', ['-f', '-o', '/dev/null', 'true'], { encoding: 'utf8' });
  if (tried.error !== undefined) return 'strace is not installed';
  return tried.status === 0 ? undefined : `strace may not watch a process here: ${tried.stderr.trim()}`;
}

/** What a run of strace is asked for: each write with the file or socket that it goes to, and each sync. Parsed by `acknowledgements`. */
export const TRACE_ARGS: readonly string[] = [
  // -D: the command is our child, and strace a grandchild, so that a signal reaches the command.
  ...['-D', '-f', '-y', '-s', '600'],
  ...['-e', 'trace=pwrite64,pwritev,write,writev,sendto,sendmsg,fsync,fdatasync'],
];

export interface Acknowledgement {
  readonly taskId: string;
  /** Something was written to SQLite's log that no sync had followed when the answer left. */
  readonly unsynced: boolean;
  /** Syncs of the log since the acknowledgement before. */
  readonly syncs: number;
}

const HANDLE = /\\"resultType\\":\\"task\\",\\"taskId\\":\\"(tsk_[\w-]+)\\"/;
const LOG = /^(?:\d+ +)?(pwrite64|pwritev|write|fsync|fdatasync)\(\d+<[^>]*\.db-wal>/;
/** A call that another thread interrupted in the listing ends in a line of its own. */
const RESUMED = /<\.\.\. (fsync|fdatasync) resumed>.*= 0$/;

/**
 * The handles that a traced command has sent, in order, and whether each was on the disk by then. A sync counts from where it has
 * returned 0. All of this happens in one thread of the command, so the order of the lines is the order of the calls.
 */
export function acknowledgements(trace: string): readonly Acknowledgement[] {
  const found: Acknowledgement[] = [];
  let unsynced = false;
  let syncing = false;
  let syncs = 0;
  const synced = (): void => {
    unsynced = false;
    syncing = false;
    syncs += 1;
  };
  for (const line of trace.split('\n')) {
    const call = LOG.exec(line)?.[1];
    if (call === 'fsync' || call === 'fdatasync') {
      if (line.endsWith('= 0')) synced();
      else syncing = true;
    } else if (call !== undefined) unsynced = true;
    else if (syncing && RESUMED.test(line)) synced();
    const taskId = HANDLE.exec(line)?.[1];
    if (taskId === undefined) continue;
    found.push({ taskId, unsynced, syncs });
    syncs = 0;
  }
  return found;
}
