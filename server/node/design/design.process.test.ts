import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Bundle, bundle } from '../bundle.suite.ts';
import { runToEnd } from '../spawned.suite.ts';
import { design, EXAMPLE, exampleText } from './design.ts';

// Each test starts a few processes, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const judged = design(EXAMPLE);
const PAGE = judged.ok ? judged.markdown : '';
let command: Bundle;
let dir: string;
beforeAll(async () => {
  command = await bundle('server/cli.ts');
  dir = await mkdtemp(join(tmpdir(), 'taskscope-design-'));
});
afterAll(async () => {
  await command.remove();
  await rm(dir, { recursive: true, force: true });
});

/** The designer with a standard input of its own. */
function asking(...args: string[]) {
  const child = spawn(process.execPath, [command.file, 'design', ...args]);
  const text = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text.out += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    text.err += chunk;
  });
  const exit = once(child, 'close').then(([code]) => ({ code: code as number | null, ...text }));
  const said = async (words: string): Promise<void> => {
    while (!text.err.includes(words)) await once(child.stderr, 'data');
  };
  return { child, exit, said };
}

it('R77 answers from a file become a page, on the standard output or in a file that is not overwritten', async () => {
  const example = await runToEnd(command.file, ['design', '--example']);
  expect(example).toMatchObject({ code: 0, stdout: exampleText(), stderr: '' });
  const from = join(dir, 'answers.json');
  await writeFile(from, example.stdout);
  expect(await runToEnd(command.file, ['design', '--from', from])).toMatchObject({ code: 0, stdout: PAGE });
  const out = join(dir, 'design.md');
  const args = ['design', '--from', from, '--out', out];
  expect(await runToEnd(command.file, args)).toMatchObject({ code: 0, stdout: '', stderr: '' });
  expect(await readFile(out, 'utf8')).toBe(PAGE);
  expect(await runToEnd(command.file, args)).toMatchObject({
    code: 1,
    stderr: `taskscope: ${out} is there already: choose another --out, or replace it with --force.\n`,
  });
  expect(await runToEnd(command.file, [...args, '--force'])).toMatchObject({ code: 0 });
});

it('R77 asks, refuses, asks again, and prints the page alone on the standard output', async () => {
  const { child, exit } = asking();
  child.stdin.end(`6\n${'1\n'.repeat(12)}`);
  const { code, out, err } = await exit;
  expect(code).toBe(0);
  expect(out).toMatch(/^# Design of a task store\n/);
  expect(err).toContain('Refused. eligibility, "fast-lookup"');
  expect(err).toContain('12 of 12: Migration');
});

it('ends at a signal and at the end of the input, and leaves no file', async () => {
  const before = await readdir(dir);
  const out = join(dir, 'stopped.md');
  const stopped = asking('--out', out);
  stopped.child.stdin.write('1\n');
  await stopped.said('2 of 12');
  stopped.child.kill('SIGINT');
  expect(await stopped.exit).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/\ntaskscope: stopped, and nothing was written\.\n$/),
  });
  const ended = asking('--out', out);
  ended.child.stdin.end('1\n1');
  expect((await ended.exit).err).toMatch(/\ntaskscope: the answers ended before the last question.*\n$/);
  expect(await readdir(dir)).toEqual(before);
});

it('R77: what a file would have the terminal do is shown, and none of it done', async () => {
  const from = join(dir, 'escapes.json');
  const title = '\u001b]0;owned\u0007';
  const answers = { ...EXAMPLE, [title]: 1, 'x\ntaskscope: all is well': 1, state: { choose: [title] } };
  for (const text of [`${title}{`, JSON.stringify(answers)]) {
    await writeFile(from, text);
    const { code, stdout, stderr } = await runToEnd(command.file, ['design', '--from', from]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('\\u001b');
    expect(stderr).not.toMatch(/[^\n\P{Cc}]/u);
    expect(stderr).not.toMatch(/^taskscope: all is well/m);
  }
  const typed = asking();
  typed.child.stdin.end(`1 ${title}\n9\u001b[2J\n`);
  expect((await typed.exit).err).not.toMatch(/[^\n\P{Cc}]/u);
});
