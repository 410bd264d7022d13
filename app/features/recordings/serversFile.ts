import { isObject, own, ownString, parseJson } from '../../../server/protocol/json.ts';

/** An entry of a file of `mcpServers`. */
export type ListedServer =
  | {
      readonly kind: 'stdio';
      readonly name: string;
      /** As one would type it into a shell. */
      readonly command: string;
      /** What the entry sets beside it: names alone, since the values may be secrets. */
      readonly sets: readonly string[];
    }
  | { readonly kind: 'url'; readonly name: string; readonly url: string }
  | { readonly kind: 'other'; readonly name: string };

/** The longest file that is looked at, characters: such a file is written by hand. */
const LONGEST = 1_000_000;

/**
 * What a file of the usual `mcpServers` names, or undefined where the text is none. It is only ever read: what is on stdio is started by
 * the command line alone (attack 18).
 */
export function readServers(text: string): readonly ListedServer[] | undefined {
  if (text.length > LONGEST || !text.includes('"mcpServers"')) return undefined;
  const parsed = parseJson(text.replace(/^\ufeff/, ''));
  const servers = parsed.ok ? own(parsed.value, 'mcpServers') : undefined;
  return isObject(servers) ? Object.entries(servers).map(([name, entry]) => listed(name, entry)) : undefined;
}

function listed(name: string, entry: unknown): ListedServer {
  const program = ownString(entry, 'command');
  const url = ownString(entry, 'url');
  if (program === undefined || program === '')
    return url === undefined ? { kind: 'other', name } : { kind: 'url', name, url };
  const args = isObject(entry) ? own(entry, 'args') : undefined;
  const words = [program, ...(Array.isArray(args) ? args.map(String) : [])];
  const env = isObject(entry) ? own(entry, 'env') : undefined;
  const cwd = ownString(entry, 'cwd') === undefined ? [] : ['cwd'];
  const sets = [...(isObject(env) ? Object.keys(env) : []), ...cwd];
  return { kind: 'stdio', name, command: words.map(quoted).join(' '), sets };
}

/** A word as a shell takes it for one, whatever is in it. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** The command that starts this page with that server. */
export function startWith(command: string): string {
  return `taskscope --stdio ${quoted(command)}`;
}
