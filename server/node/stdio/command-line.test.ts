import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { allOf, readConfig, readStdio, written } from './command-line.ts';

const words = (text: string): readonly string[] => {
  const { program, args } = readStdio(text);
  return [program, ...args];
};

describe('--stdio', () => {
  it.each([
    ['node server.js', ['node', 'server.js']],
    ['  node   server.js --x ', ['node', 'server.js', '--x']],
    [`node 'a b.js' "c \\" d"`, ['node', 'a b.js', 'c " d']],
    [`a\\ b c`, ['a b', 'c']],
    [`a '' ""`, ['a', '', '']],
    [`a x'y'z`, ['a', 'xyz']],
    // No shell: nothing of this means anything.
    ['a $HOME `b` | c > d && e ; f *', ['a', '$HOME', '`b`', '|', 'c', '>', 'd', '&&', 'e', ';', 'f', '*']],
  ])('%s', (text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  it('a quote without an end, and nothing at all, say what to do', () => {
    expect(() => readStdio("node 'a")).toThrow(/a quote ' without an end/);
    for (const nothing of ['', '  ', "''"])
      expect(() => readStdio(nothing)).toThrow(/--stdio 'node server\.js'/);
  });

  it('a server is called after what it runs', () => {
    expect(readStdio('node dist/server.js stdio').name).toBe('server.js');
    expect(readStdio('npx -y @scope/server').name).toBe('server');
    expect(readStdio('/usr/bin/thing --x').name).toBe('thing');
  });

  it('is written for people as it could be typed', () => {
    const command = readStdio(`node 'a b' it\\'s`);
    expect(written(command)).toBe(`node 'a b' 'it'\\''s'`);
    expect(words(written(command))).toEqual(words(`node 'a b' it\\'s`));
  });
});

describe('--config', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'taskscope-config-'));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));
  const file = async (value: unknown): Promise<string> => {
    const path = join(dir, 'mcp.json');
    await writeFile(path, typeof value === 'string' ? value : JSON.stringify(value));
    return path;
  };

  it('reads commands, and leaves out what is reached by a URL', async () => {
    const one = { command: 'node', args: ['a.js'], env: { A: 'b' }, cwd: '/tmp' };
    const path = await file({ mcpServers: { one, two: { command: 'b' }, far: { url: 'http://a/' } } });
    expect(await readConfig(path)).toEqual([
      { name: 'one', program: 'node', args: ['a.js'], env: { A: 'b' }, cwd: '/tmp' },
      { name: 'two', program: 'b', args: [], env: {}, cwd: undefined },
    ]);
  });

  it.each([
    ['{', /is not JSON/],
    ['[]', /no object "mcpServers"/],
    [{ mcpServers: { a: 1 } }, /"a" in .* is no object/],
    [{ mcpServers: { a: {} } }, /"a" in .*"command" is to be a text/],
    [{ mcpServers: { a: { command: 'x', args: 'y' } } }, /"args" is to be a list/],
    [{ mcpServers: { a: { command: 'x', env: { A: 1 } } } }, /"env" is to be an object of texts/],
    [{ mcpServers: { a: { command: 'x', cwd: 1 } } }, /"cwd" is to be a text/],
  ])('%j is refused with what is wrong', async (value, why) => {
    await expect(readConfig(await file(value))).rejects.toThrow(why);
  });

  it('a file that is not there is named', async () => {
    await expect(readConfig(join(dir, 'none.json'))).rejects.toThrow(/cannot read .*none\.json/);
  });

  it('names are told apart', async () => {
    const path = await file({ mcpServers: { a: { command: 'x' } } });
    const all = await allOf([readStdio('a'), readStdio('a --b')], path);
    expect(all.map(({ name }) => name)).toEqual(['a', 'a 2', 'a 3']);
  });
});
