import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { design, EXAMPLE, exampleText } from './design.ts';
import { type DesignCommand, runDesign } from './run-design.ts';

const judged = design(EXAMPLE);
const PAGE = judged.ok ? judged.markdown : '';
let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'taskscope-design-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

/** A run with lines that are typed; without any, the person types nothing and the terminal stays open. */
async function run(
  command: Partial<DesignCommand>,
  typed: string[] | (() => Promise<string | undefined>) = () => new Promise(() => {}),
  stopped = new Promise<void>(() => {}),
) {
  let out = '';
  let err = '';
  let closed = 0;
  const code = await runDesign(
    { kind: 'design', example: false, from: undefined, out: undefined, force: false, ...command },
    {
      out: (text) => {
        out += text;
      },
      err: (text) => {
        err += text;
      },
      lines: () => ({
        next: typeof typed === 'function' ? typed : async () => typed.shift(),
        close: () => {
          closed += 1;
        },
      }),
      stopped: () => stopped,
    },
  );
  return { code, out, err, closed };
}

const file = async (name: string, text: string | Uint8Array): Promise<string> => {
  await writeFile(join(dir, name), text);
  return join(dir, name);
};

describe('taskscope design', () => {
  test('--example prints answers that --from takes', async () => {
    const { out } = await run({ example: true });
    expect(out).toBe(exampleText());
    const from = await file('answers.json', out);
    expect(await run({ from })).toEqual({ code: 0, out: PAGE, err: '', closed: 0 });
  });

  test('R77: asks on the standard error, so that the design alone is on the standard output', async () => {
    const { code, out, err, closed } = await run({}, Array<string>(12).fill('1'));
    expect([code, closed]).toEqual([0, 1]);
    expect(out).toMatch(/^# Design of a task store\n/);
    expect(out).toContain('## 12. Migration');
    expect(err).toMatch(/^\n1 of 12: Eligibility\n/);
    expect(err).not.toContain('# Design');
  });

  test('R77: a refused design is told and not written', async () => {
    const answers = {
      ...EXAMPLE,
      durability: { choose: ['session'] },
      state: { choose: ['inline-unbounded'] },
    };
    const from = await file('answers.json', JSON.stringify(answers));
    const out = join(dir, 'design.md');
    const ran = await run({ from, out });
    expect([ran.code, ran.out]).toEqual([1, '']);
    expect(ran.err).toMatch(
      /^taskscope: this design is refused\.\nstate, "inline-unbounded": .*\n {2}Instead: .*external artifact handle\.\ndurability, "session": /,
    );
    expect(await readdir(dir)).toEqual(['answers.json']);
  });

  test('writes one whole file that others may read, and no other is left beside it', async () => {
    const from = await file('answers.json', exampleText());
    const out = join(dir, 'design.md');
    expect(await run({ from, out })).toEqual({ code: 0, out: '', err: '', closed: 0 });
    expect(await readFile(out, 'utf8')).toBe(PAGE);
    expect((await stat(out)).mode & 0o777).toBe(0o644);
    expect((await readdir(dir)).sort()).toEqual(['answers.json', 'design.md']);
  });

  test('a file that is there is replaced with --force alone, and nothing is asked in vain', async () => {
    const out = await file('design.md', 'mine');
    const asked = await run({ out });
    expect(asked).toMatchObject({ code: 1, err: expect.stringContaining('is there already') });
    expect(await readFile(out, 'utf8')).toBe('mine');
    const from = await file('answers.json', exampleText());
    expect(await run({ from, out, force: true })).toMatchObject({ code: 0 });
    expect(await readFile(out, 'utf8')).toBe(PAGE);
  });

  test('a file that came while the questions were asked is not replaced either', async () => {
    const out = join(dir, 'design.md');
    let asked = 0;
    const ran = await run({ out }, async () => {
      asked += 1;
      if (asked === 12) await writeFile(out, 'mine');
      return '1';
    });
    expect(ran).toMatchObject({ code: 1, err: expect.stringContaining('is there already') });
    expect(await readFile(out, 'utf8')).toBe('mine');
    expect(await readdir(dir)).toEqual(['design.md']);
  });

  test('a stop or the end of the answers leaves nothing behind', async () => {
    const out = join(dir, 'design.md');
    const stopped = await run({ out }, undefined, Promise.resolve());
    expect(stopped).toMatchObject({ code: 1, out: '', closed: 1, err: expect.stringContaining('stopped') });
    const ended = await run({ out }, ['1', '1']);
    expect(ended).toMatchObject({ code: 1, err: expect.stringContaining('ended before the last question') });
    expect(await readdir(dir)).toEqual([]);
  });

  test('files that cannot be read or written are named, with what to do', async () => {
    const from = await file('answers.json', exampleText());
    await mkdir(join(dir, 'folder'));
    const cases: [Partial<DesignCommand>, RegExp][] = [
      [{ from: join(dir, 'none.json') }, /none\.json cannot be read \(ENOENT\): give --from/],
      [{ from: join(dir, 'folder') }, /folder is no file: give --from the name of a JSON file/],
      [{ from: '/dev/zero' }, /zero is no file/],
      [{ from: await file('bytes', new Uint8Array([0xff, 0xfe])) }, /bytes is no UTF-8 text/],
      [{ from: await file('large', new Uint8Array(1_000_001)) }, /large has 1000001 bytes, too many/],
      [
        { from: await file('bad.json', '{"expiry": 1}') },
        /bad\.json has no twelve answers; see .*--example".\n.*\n( {2}.*\n)* {2}expiry: must be an object/,
      ],
      [{ from, out: join(dir, 'folder') }, /folder is a folder/],
      [
        { from, out: join(dir, 'no', 'design.md') },
        /design\.md cannot be written \(ENOENT\): choose another --out/,
      ],
      [{ from, out: join(from, 'design.md') }, /design\.md cannot be written \(ENOTDIR\)/],
    ];
    for (const [command, complaint] of cases) {
      const { code, out, err } = await run(command);
      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(complaint);
    }
  });
});
