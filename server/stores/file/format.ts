import { createHash } from 'node:crypto';
import { StoreError } from '../../ports/task-store.ts';
import { isObject, own, parseJson } from '../../protocol/json.ts';
import type { Entry, Mark } from '../memory/table.ts';

/** Version of a task's file. A newer one is refused untouched (design, idea 10); an older one would be read by a step for each version. */
export const FILE_VERSION = 1;

/** What a file holds: a task, or the mark that a purge left in its place. */
export type Stored =
  | { readonly kind: 'task'; readonly entry: Entry }
  | { readonly kind: 'mark'; readonly mark: Mark };

/**
 * The text of a file: one line `{"taskscope":"task","version":1,"sha256":"…"}`, one line with the content that the hash is of.
 * The hash tells a file that was cut short or changed from one that is whole, so content needs no further check.
 */
export function encode(stored: Stored): string {
  const content = JSON.stringify(stored.kind === 'task' ? stored.entry : { mark: stored.mark });
  const head = JSON.stringify({ taskscope: 'task', version: FILE_VERSION, sha256: hash(content) });
  return `${head}\n${content}\n`;
}

/**
 * @param path named in errors
 * @param taskId the id that the file's name stands for; a file under another name is refused
 * @throws StoreError `newer-version` or `torn`
 */
export function decode(text: string, path: string, taskId: string): Stored {
  const split = text.indexOf('\n');
  const head = split < 0 ? undefined : parseJson(text.slice(0, split));
  if (head === undefined || !head.ok || own(head.value, 'taskscope') !== 'task') throw torn(path);
  const version = own(head.value, 'version');
  if (typeof version === 'number' && version > FILE_VERSION)
    throw new StoreError(
      'newer-version',
      `${path} was written by a newer Taskscope (version ${version}, this one knows ${FILE_VERSION}): it was left as it is. ` +
        'Use that version, or another data directory.',
    );
  const content = text.slice(split + 1, -1);
  if (version !== FILE_VERSION || !text.endsWith('\n') || own(head.value, 'sha256') !== hash(content))
    throw torn(path);
  const value: unknown = JSON.parse(content);
  const mark = own(value, 'mark');
  const stored: Stored = isObject(mark)
    ? { kind: 'mark', mark: mark as unknown as Mark }
    : { kind: 'task', entry: ordered(value as Entry) };
  if ((stored.kind === 'mark' ? stored.mark : stored.entry.row).taskId !== taskId) throw torn(path);
  return stored;
}

/** Files of before there was an order of commits have no places in it. */
function ordered(entry: Entry): Entry {
  return { row: entry.row, events: entry.events.map((event) => ({ ...event, seq: event.seq ?? 0 })) };
}

function torn(path: string): StoreError {
  return new StoreError(
    'torn',
    `${path} is torn: it was cut short or changed by something else. Put it back from a copy, or remove it to give this task up.`,
  );
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
