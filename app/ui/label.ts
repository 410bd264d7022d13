/** Controls, format characters (those that reverse or hide text among them), line and paragraph separators, lone surrogates. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

const SHORT: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/**
 * A name or an id of a server as a label shows it: what would be invisible, break the line or turn the text around it stands there
 * as its escape, so that no two names look alike and none can change how its neighbours read.
 */
export function visible(text: string): string {
  return text.replace(
    UNSEEN,
    (found) => SHORT.get(found) ?? `\\u{${(found.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`,
  );
}

/** `tsk_7f3a…e19d`: enough of an id to tell it from its neighbours. */
export function shortId(id: string): string {
  return id.length <= 14 ? visible(id) : `${visible(id.slice(0, 8))}…${visible(id.slice(-4))}`;
}

/** `generate_report tsk_7f3a…e19d`. @param none what stands for a tool that is not known */
export function taskLabel(
  task: { readonly tool: string | undefined; readonly taskId: string },
  none = 'task',
): string {
  return `${visible(task.tool ?? none)} ${shortId(task.taskId)}`;
}
