const PREFIX = 'task-';
const SUFFIX = '.jsonl';
/** What a file name may hold as it is. No capitals: two ids that differ in case alone are one file on macOS and Windows. */
const PLAIN = /^[a-z0-9_-]$/;
/** Longest file name that every common file system takes, with room for `.tmp`. */
const LONGEST = 250;

/**
 * The file that holds a task, e.g. `task-tsk_0a1b.jsonl`. Other characters are escaped by their UTF-8 bytes (`A` is `~41`), so an id
 * can name no other folder and no two ids share a file. Throws where the name would be too long for a file system.
 */
export function fileOf(taskId: string): string {
  let name = '';
  for (const char of taskId) name += PLAIN.test(char) ? char : escaped(char);
  const file = `${PREFIX}${name}${SUFFIX}`;
  if (file.length > LONGEST)
    throw new Error(`task id of ${taskId.length} characters is too long to name a file`);
  return file;
}

/** The id that a file's name stands for, or undefined for a file that is not a task's. */
export function taskOf(file: string): string | undefined {
  if (!file.startsWith(PREFIX) || !file.endsWith(SUFFIX)) return undefined;
  const name = file.slice(PREFIX.length, -SUFFIX.length);
  try {
    const taskId = decodeURIComponent(name.replaceAll('%', '%25').replaceAll('~', '%'));
    return fileOf(taskId) === file ? taskId : undefined;
  } catch {
    return undefined;
  }
}

/** The temporary file that is written before it takes `file`'s place. */
export function tempOf(file: string): string {
  return `${file}.tmp`;
}

/** True for a temporary file that a crash left behind. */
export function isLeftover(name: string): boolean {
  return name.endsWith('.tmp') && taskOf(name.slice(0, -'.tmp'.length)) !== undefined;
}

function escaped(char: string): string {
  let out = '';
  for (const byte of new TextEncoder().encode(char)) out += `~${byte.toString(16).padStart(2, '0')}`;
  return out;
}
