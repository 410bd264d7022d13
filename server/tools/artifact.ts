import type { ResourceTemplate } from '../tasks/resource.ts';

/** A line of the artifact is this long, its end included, bytes. */
const LINE_BYTES = 20;
/** What `big_result` makes, bytes. As a result it would be sent again with every poll and every notification. */
export const ARTIFACT_BYTES = 10_000_000;

export function artifactUri(taskId: string): string {
  return `taskscope://artifacts/${taskId}`;
}

/** The bytes behind the handle of `big_result`: sent once, to the task's owner, when asked for. */
export const artifact: ResourceTemplate = {
  definition: {
    uriTemplate: artifactUri('{taskId}'),
    name: 'artifact',
    title: 'What big_result made',
    description: 'Ten megabytes of measurements, for the owner of a completed big_result task.',
    mimeType: 'text/csv',
  },
  read: async ({ taskId = '' }, uri, context) => {
    const row = await context.findTask(taskId);
    if (row?.next.tool !== 'big_result' || row.status !== 'completed') return undefined;
    const contents = [{ uri, mimeType: 'text/csv', text: measurements(ARTIFACT_BYTES / LINE_BYTES) }];
    return { contents, ttlMs: 300_000, cacheScope: 'private' };
  },
};

/** So many lines of a number and a value, the same each time. */
function measurements(lines: number): string {
  const line = (n: number) =>
    `${String(n).padStart(7, '0')},${String((n * 7919) % 99_991).padStart(11, '0')}\n`;
  return Array.from({ length: lines }, (_, n) => line(n)).join('');
}
