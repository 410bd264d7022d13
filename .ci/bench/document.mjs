import { arch, cpus, loadavg, platform, totalmem } from 'node:os';
import { shown } from './figures.mjs';

/** docs/performance.md of one run. */
export function documentOf(parts, rounds, load) {
  const figures = parts.flatMap((part) => part.figures);
  const rows = figures.map(({ what, unit, target, most, middle, least, greatest, met }) => {
    const goal = `${most ? 'at most' : 'at least'} ${target}`;
    return `| ${what} | ${goal} ${unit} | ${shown(middle)} | ${shown(least)} to ${shown(greatest)} | ${met ? 'met' : '**missed**'} |`;
  });
  const missed = figures.filter(({ met }) => !met);
  return `# Speed of the demo server

Written by \`npm run bench:server\`; a number is only worth something beside the others of its run. What is compared runs in turn, round by
round, on the same machine; a row shows the median of ${rounds} rounds or more, and the least and greatest of them, which says how
quiet the machine was.

Machine: ${cpus().length} processors (${cpus()[0]?.model.trim() ?? 'unknown'}), ${(totalmem() / 1024 ** 3).toFixed(0)} GB, ${platform()} ${arch()}, Node ${process.version}. Load before the run: ${load
    .map((one) => one.toFixed(1))
    .join(', ')}, after it: ${loadavg()
    .map((one) => one.toFixed(1))
    .join(', ')} (1, 5 and 15 minutes); load that is not the bench's own takes part of every number.

| What | Promise | Median | Least to greatest | |
| --- | --- | --- | --- | --- |
${rows.join('\n')}

${missed.length === 0 ? 'All promises are met.' : `## Missed, and why\n\n${missed.map(({ what, why }) => `- ${what}: ${why}`).join('\n')}`}

## What was measured

${parts
  .flatMap((part) => part.notes)
  .map((note) => `- ${note}`)
  .join('\n')}
- Every server is a process of its own on loopback, and the load comes from another over raw sockets, each with one request at a time.
  The command is the built one with better-sqlite3, WAL and \`synchronous=FULL\`; its work takes a thousand times as long as usual, so that
  tasks stay alive and the worker has nothing to do.
- For the first two rows the process that asks never goes to sleep, for all three servers alike: where it does, the server pays for
  waking it, the more often the slower it is. The echo sends back the request itself, which is about as long as a task.
- A create is durable when its handle is there: creates that come within two turns of the event loop share a commit and its sync, and are
  acknowledged after it.
- A look-up is the first one of a task by its owner since the store was opened, so that the store remembers nothing of it; a thousand tasks
  are looked up in either store, after somebody who owns none of them has asked for each, so that none is read from the disk.
- The SDK's handler knows no tasks: its \`tasks/get\` is a method of the bench's that answers from a variable, without a store.
`;
}
