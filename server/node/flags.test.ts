import { describe, expect, it } from 'vitest';
import { parseCommand, UsageError } from './flags.ts';

const DEFAULTS = {
  kind: 'serve',
  endpoint: undefined,
  host: '127.0.0.1',
  port: 6280,
  portGiven: false,
  open: true,
  dataDir: undefined,
  speed: 1,
  allowOrigins: [],
  faults: [],
  lab: true,
  bridge: { linkLocal: false },
  stdio: [],
  config: undefined,
  fixtures: undefined,
  protect: undefined,
  replicas: 1,
  routing: 'by-task',
};

describe('the command line', () => {
  it('serves on the canonical origin unless told otherwise', () => {
    expect(parseCommand([])).toEqual(DEFAULTS);
  });

  it('--protected has tokens of a minute unless told otherwise', () => {
    expect(parseCommand(['--protected'])).toMatchObject({ protect: { lifeMs: 60_000 } });
    expect(parseCommand(['--protected', '--token-life', '5'])).toMatchObject({ protect: { lifeMs: 5_000 } });
  });

  it('takes every flag', () => {
    const args =
      'http://127.0.0.1:3000/mcp --port 0 --host 0.0.0.0 --expose --no-open --data d --speed 2.5 --no-lab --no-bridge';
    const origins = '--allow-origin https://a.example --allow-origin http://b.example:81/';
    expect(parseCommand([...args.split(' '), ...origins.split(' ')])).toEqual({
      ...DEFAULTS,
      endpoint: 'http://127.0.0.1:3000/mcp',
      host: '0.0.0.0',
      port: 0,
      portGiven: true,
      open: false,
      dataDir: 'd',
      speed: 2.5,
      lab: false,
      bridge: undefined,
      allowOrigins: ['https://a.example', 'http://b.example:81'],
    });
  });

  it('lets the bridge reach link-local addresses where that is asked for', () => {
    expect(parseCommand(['--allow-link-local'])).toEqual({ ...DEFAULTS, bridge: { linkLocal: true } });
    expect(() => parseCommand(['--allow-link-local', '--no-bridge'])).toThrow(
      /which --no-bridge switches off/,
    );
  });

  it('adds the fixtures of the official suite where they are asked for', () => {
    expect(parseCommand(['--fixtures', 'conformance'])).toEqual({ ...DEFAULTS, fixtures: 'conformance' });
  });

  it('knows --help, --version and the script', () => {
    expect(parseCommand(['--help', '--port', 'nonsense'])).toEqual({ kind: 'help' });
    expect(parseCommand(['-v'])).toEqual({ kind: 'version' });
    expect(parseCommand(['demo', '--script', '--data', 'd'])).toEqual({ kind: 'script', dataDir: 'd' });
  });

  it('knows the designer', () => {
    const design = { kind: 'design', example: false, from: undefined, out: undefined, force: false };
    expect(parseCommand(['design'])).toEqual(design);
    expect(parseCommand(['design', '--example'])).toEqual({ ...design, example: true });
    const args = ['design', '--from', 'a.json', '--out', 'd.md', '--force'];
    expect(parseCommand(args)).toEqual({ ...design, from: 'a.json', out: 'd.md', force: true });
  });

  it.each([
    [['--fixtures'], '--fixtures'],
    [['--fixtures', 'all'], '--fixtures knows "conformance" alone'],
    [['--port'], '--port'],
    [['--port', '65536'], '--port wants a number'],
    [['--port', '-1'], '--port'],
    [['--port', '80x'], '--port wants a number'],
    [['--speed', '0'], '--speed wants a number'],
    [['--speed', '1e9'], '--speed wants a number'],
    [['--data', ''], '--data wants'],
    [['--host', 'a b'], '--host wants'],
    [['--allow-origin', '*'], '--allow-origin wants'],
    [['--allow-origin', 'null'], '--allow-origin wants'],
    [['--allow-origin', 'https://a.example/path'], '--allow-origin wants'],
    [['--allow-origin', 'https://u:p@a.example'], '--allow-origin wants'],
    [['ftp://a.example'], 'is no endpoint'],
    [['nonsense'], 'is no endpoint'],
    [['https://u:p@a.example/mcp'], 'password'],
    [['http://a.example/', 'http://b.example/'], 'one too many'],
    [['--token-life', '5'], 'add --protected'],
    [['--protected', '--token-life', '0'], '--token-life wants a number of seconds'],
    [['--protected', '--expose'], 'leave --expose out'],
    [['--replicas', '1'], '--replicas wants a number of server processes from 2 to 4'],
    [['--replicas', '5'], '--replicas wants'],
    [['--replicas', 'two'], '--replicas wants'],
    [['--round-robin'], 'add --replicas N'],
    [['replica', '--data', 'd'], 'is no endpoint'],
    [['demo'], 'demo --script'],
    [['demo', '--script', '--port', '1'], 'leave --port out'],
    [['--script'], 'demo --script'],
    [['design', 'a.json'], '--from a.json'],
    [['design', '--port', '1'], 'leave --port out'],
    [['design', '--out', ''], 'name of a file'],
    [['design', '--example', '--out', 'd.md'], 'no other flag'],
    [['design', '--force'], '--out FILE'],
    [['--from', 'a.json'], 'taskscope design --from'],
    [['demo', '--script', '--out', 'd.md'], 'leave --out out'],
  ])('refuses %j in one line that says what to do', (args, words) => {
    const failure = refusal(args);
    expect(failure).toContain(words);
    expect(failure).not.toContain('\n');
  });

  it('names the risk of --host beyond loopback, and takes it with --expose alone (attack 16)', () => {
    for (const host of ['0.0.0.0', '::', '192.0.2.7', 'host.example']) {
      expect(refusal(['--host', host])).toMatch(/everyone who can reach this machine.*--expose/);
      expect(parseCommand(['--host', host, '--expose'])).toMatchObject({ host });
    }
    expect(parseCommand(['--host', '[::1]'])).toMatchObject({ host: '::1' });
  });

  it('reads --host as a browser does: loopback and wildcard addresses in every spelling are what they mean', () => {
    for (const [given, host] of [
      ['LOCALHOST', 'localhost'],
      ['127.1', '127.0.0.1'],
      ['0x7F000001', '127.0.0.1'],
      ['[0:0:0:0:0:0:0:1]', '::1'],
    ] as const)
      expect(parseCommand(['--host', given]), given).toMatchObject({ host });
    for (const [given, host] of [
      ['0', '0.0.0.0'],
      ['0x0', '0.0.0.0'],
      ['[::]', '::'],
      ['0:0::0', '::'],
    ] as const) {
      expect(refusal(['--host', given]), given).toContain('--expose');
      expect(parseCommand(['--host', given, '--expose']), given).toMatchObject({ host });
    }
  });

  it('takes two to four replicas, and a way to spread requests over them', () => {
    expect(parseCommand(['--replicas', '2'])).toEqual({ ...DEFAULTS, replicas: 2 });
    expect(parseCommand(['--replicas', '4', '--round-robin'])).toEqual({
      ...DEFAULTS,
      replicas: 4,
      routing: 'by-turn',
    });
    expect(parseCommand(['replica'])).toEqual({ kind: 'replica' });
  });
});

function refusal(args: readonly string[]): string {
  try {
    parseCommand(args);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return 'not refused';
}
