import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { isObject, type JsonObject, own, ownString, parseJson } from '../../protocol/json.ts';
import { UsageError } from '../usage.ts';

/** A process that the command line allows to be started (attack 18: never a file that a page was given). */
export interface StdioCommand {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  /** Set beside this process' own. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | undefined;
}

/** For people, as one would type it. */
export function written({ program, args }: StdioCommand): string {
  return [program, ...args]
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(' ');
}

/**
 * Reads `--stdio 'node server.js'`: words apart at white space, with quotes and backslashes as in a shell, but no shell: nothing is expanded
 * and nothing else is run.
 * @throws UsageError
 */
export function readStdio(text: string): StdioCommand {
  const words = wordsOf(text);
  const [program, ...args] = words;
  if (program === undefined || program === '')
    throw new UsageError("--stdio wants the command of a server, such as --stdio 'node server.js'.");
  return {
    name: basename(program === 'node' || program === 'npx' ? nameIn(args, program) : program),
    program,
    args,
    env: {},
    cwd: undefined,
  };
}

/** `node a/server.js` and `npx -y @scope/server` are called after what they run. */
function nameIn(args: readonly string[], otherwise: string): string {
  return args.find((arg) => !arg.startsWith('-')) ?? otherwise;
}

function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let i = 0; i < text.length; i += 1) {
    const c = text[i] ?? '';
    const next = text[i + 1];
    if (quote !== '') {
      if (c === quote) quote = '';
      else if (c === '\\' && quote === '"' && (next === '"' || next === '\\')) {
        word = (word ?? '') + next;
        i += 1;
      } else word = (word ?? '') + c;
    } else if (c === "'" || c === '"') {
      quote = c;
      word ??= '';
    } else if (c === '\\' && next !== undefined) {
      word = (word ?? '') + next;
      i += 1;
    } else if (/\s/.test(c)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + c;
  }
  if (quote !== '') throw new UsageError(`--stdio has a quote ${quote} without an end.`);
  if (word !== undefined) words.push(word);
  return words;
}

/**
 * Reads the usual `{"mcpServers": {name: {command, args, env, cwd}}}`. Entries that have a `url` are no processes and are left out.
 * @throws UsageError that names the file and what is wrong
 */
export async function readConfig(file: string): Promise<readonly StdioCommand[]> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`--config cannot read ${file}: ${why}.`);
  }
  const parsed = parseJson(text.replace(/^\uFEFF/, ''));
  if (!parsed.ok) throw new UsageError(`--config: ${file} is not JSON: ${parsed.reason}.`);
  const servers = own(parsed.value, 'mcpServers');
  if (!isObject(servers)) throw new UsageError(`--config: ${file} has no object "mcpServers".`);
  return Object.entries(servers).flatMap(([name, entry]) => {
    if (!isObject(entry)) throw new UsageError(`--config: "${name}" in ${file} is no object.`);
    if (own(entry, 'url') !== undefined && own(entry, 'command') === undefined) return [];
    return [readEntry(name, entry, file)];
  });
}

function readEntry(name: string, entry: JsonObject, file: string): StdioCommand {
  const wrong = (what: string): UsageError => new UsageError(`--config: "${name}" in ${file}: ${what}.`);
  const program = ownString(entry, 'command');
  if (program === undefined || program === '') throw wrong('"command" is to be a text');
  const args = own(entry, 'args') ?? [];
  if (!isTexts(args)) throw wrong('"args" is to be a list of texts');
  const env = own(entry, 'env') ?? {};
  if (!isObject(env) || !isTexts(Object.values(env))) throw wrong('"env" is to be an object of texts');
  const cwd = own(entry, 'cwd');
  if (cwd !== undefined && typeof cwd !== 'string') throw wrong('"cwd" is to be a text');
  return { name, program, args, env: env as Record<string, string>, cwd };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** All servers of a command line, each with a name of its own. @throws UsageError */
export async function allOf(
  given: readonly StdioCommand[],
  config: string | undefined,
): Promise<readonly StdioCommand[]> {
  const all = [...given, ...(config === undefined ? [] : await readConfig(config))];
  const taken = new Set<string>();
  return all.map((command) => {
    let { name } = command;
    for (let n = 2; taken.has(name); n += 1) name = `${command.name} ${n}`;
    taken.add(name);
    return { ...command, name };
  });
}
