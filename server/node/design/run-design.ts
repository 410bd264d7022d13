import { readFile, stat } from 'node:fs/promises';
import { codeOf, createExclusively, replace } from '../exclusive-file.ts';
import { ask } from './ask.ts';
import { design, exampleText, tellRefusals } from './design.ts';
import type { Answers } from './question.ts';
import { readAnswers } from './read-answers.ts';

export interface DesignCommand {
  readonly kind: 'design';
  /** Print a file of answers to begin with, and nothing else. */
  readonly example: boolean;
  /** The file of answers, or undefined to ask. */
  readonly from: string | undefined;
  /** The file to write, or undefined for the standard output. */
  readonly out: string | undefined;
  /** Whether `out` may be replaced. */
  readonly force: boolean;
}

/** The process as the designer sees it. */
export interface DesignTerminal {
  out(text: string): void;
  err(text: string): void;
  /** The lines of the standard input; `next` gives undefined at their end. `close` lets go of it. */
  lines(): { next(): Promise<string | undefined>; close(): void };
  stopped(): Promise<void>;
}

/** Larger files are no answers, bytes. */
const LARGEST = 1_000_000;
/** A design is to be shared, unlike the keys that are written by the same functions. */
const MODE = 0o644;

/**
 * `taskscope design`: from twelve answers, asked or read from a file, to a one-page design in Markdown (R77). Questions go to the
 * standard error, so that the design alone is on the standard output. The file is written in one piece at the end, or not at all.
 * @returns the exit code: 1 where the answers are refused or incomplete, or a file cannot be read or written
 */
export async function runDesign(command: DesignCommand, terminal: DesignTerminal): Promise<0 | 1> {
  if (command.example) {
    terminal.out(exampleText());
    return 0;
  }
  // From here on a signal ends the command in order.
  const stopped = terminal.stopped().then((): typeof STOPPED => STOPPED);
  try {
    await checkOut(command);
    const answers = await answersOf(command, terminal, stopped);
    const judged = design(answers);
    if (!judged.ok)
      throw new DesignError(`this design is refused.\n${tellRefusals(judged.refusals).trimEnd()}`);
    if (command.out === undefined) terminal.out(judged.markdown);
    else await write(command.out, judged.markdown, command.force);
    return 0;
  } catch (error) {
    if (!(error instanceof DesignError)) throw error;
    terminal.err(`taskscope: ${error.message}\n`);
    return 1;
  }
}

const STOPPED = Symbol('stopped');

/** Why there is no design, in words for the person. */
class DesignError extends Error {
  override readonly name = 'DesignError';
}

const taken = (out: string): DesignError =>
  new DesignError(`${out} is there already: choose another --out, or replace it with --force.`);

/** Before any question is asked: a file that may not be replaced is a reason not to begin. */
async function checkOut({ out, force }: DesignCommand): Promise<void> {
  if (out === undefined) return;
  const found = await stat(out).catch(() => undefined);
  if (found === undefined) return;
  if (found.isDirectory()) throw new DesignError(`${out} is a folder: give --out the name of a file.`);
  if (!force) throw taken(out);
}

async function answersOf(
  { from }: DesignCommand,
  terminal: DesignTerminal,
  stopped: Promise<typeof STOPPED>,
): Promise<Answers> {
  if (from === undefined) return await asked(terminal, stopped);
  const read = readAnswers(await textOf(from));
  if (read.ok) return read.answers;
  const lines = read.problems.map((problem) => `  ${problem}`).join('\n');
  throw new DesignError(`${from} has no twelve answers; see "taskscope design --example".\n${lines}`);
}

async function asked(terminal: DesignTerminal, stopped: Promise<typeof STOPPED>): Promise<Answers> {
  const lines = terminal.lines();
  try {
    const dialogue = { say: (text: string) => terminal.err(text), line: () => lines.next() };
    const answers = await Promise.race([ask(dialogue), stopped]);
    if (answers === STOPPED) throw new DesignError('stopped, and nothing was written.');
    if (answers === undefined)
      throw new DesignError('the answers ended before the last question, and nothing was written.');
    return answers;
  } catch (error) {
    // The last question stands on an unfinished line.
    terminal.err('\n');
    throw error;
  } finally {
    lines.close();
  }
}

async function textOf(file: string): Promise<string> {
  try {
    const about = await stat(file);
    // A device or a pipe may have no end.
    if (!about.isFile()) throw new DesignError(`${file} is no file: give --from the name of a JSON file.`);
    const { size } = about;
    if (size > LARGEST) throw new DesignError(`${file} has ${size} bytes, too many for twelve answers.`);
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
    return text;
  } catch (error) {
    if (error instanceof DesignError) throw error;
    if (error instanceof TypeError) throw new DesignError(`${file} is no UTF-8 text.`);
    throw new DesignError(`${file} cannot be read (${codeOf(error)}): give --from the name of a JSON file.`);
  }
}

async function write(out: string, markdown: string, force: boolean): Promise<void> {
  try {
    if (force) await replace(out, markdown, MODE);
    else if (!(await createExclusively(out, markdown, MODE))) throw taken(out);
  } catch (error) {
    if (error instanceof DesignError) throw error;
    throw new DesignError(`${out} cannot be written (${codeOf(error)}): choose another --out.`);
  }
}
