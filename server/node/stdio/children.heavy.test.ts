import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { FromBridge } from '../../protocol/bridge.ts';
import type { StdioDoor } from '../bridge/bridge.ts';
import type { Channel } from '../bridge/channel.ts';
import { SystemClock } from '../clock.ts';
import { MOST_CHILDREN, StdioChildren } from './children.ts';
import type { StdioCommand } from './command-line.ts';

type About<T extends FromBridge['type']> = Extract<FromBridge, { type: T }>;

/** A server that is a line of JavaScript. */
const node = (name: string, script: string): StdioCommand => ({
  name,
  program: process.execPath,
  args: ['-e', script],
  env: {},
  cwd: undefined,
});
const ECHO = node('echo', `process.stdin.on('data', (d) => process.stdout.write('got ' + d))`);

let children: StdioChildren | undefined;
afterEach(() => children?.close());

function start(...commands: readonly StdioCommand[]): StdioChildren {
  children = new StdioChildren(commands, new SystemClock());
  return children;
}

/** One channel, with what it tells. */
function opened(door: StdioDoor, server: string, channel = 1) {
  const heard: FromBridge[] = [];
  let wake = (): void => {};
  const opening: Channel = door.open(
    channel,
    { kind: 'stdio', server },
    {
      send: (message) => {
        heard.push(message);
        wake();
      },
      chunk: () => {},
    },
  );
  return {
    channel: opening,
    heard,
    async next<T extends FromBridge['type']>(type: T, nth = 0): Promise<About<T>> {
      for (;;) {
        const found = heard.filter((message) => message.type === type)[nth];
        if (found !== undefined) return found as About<T>;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

it('lines go both ways, standard error beside standard output', async () => {
  const both = node('both', `console.error('ready'); ${ECHO.args[1]}`);
  const { channel, next } = opened(start(both).door(), 'both');
  await next('started');
  expect(await next('line')).toMatchObject({ from: 'stderr', text: 'ready' });
  channel.line('{"a":1}');
  expect(await next('line', 1)).toMatchObject({ from: 'stdout', text: 'got {"a":1}' });
});

it('a server that crashes tells its code, after its last words', async () => {
  const crash = node('crash', `console.error('no port'); process.exitCode = 3`);
  const { next, heard } = opened(start(crash).door(), 'crash');
  expect(await next('exit')).toMatchObject({ code: 3, signal: null });
  expect(heard.map(({ type }) => type)).toEqual(['started', 'line', 'exit']);
});

it.each([
  [{ ...ECHO, program: 'no-such-command-here' }, 'missing-command', /no command "no-such-command-here"/],
  [{ ...ECHO, cwd: '/no/such/folder' }, 'missing-command', /no folder \/no\/such\/folder/],
  [{ ...ECHO, program: import.meta.filename }, 'not-allowed', /no program that this user may run/],
])('a command that cannot be run is named: %#', async (command, code, detail) => {
  const error = await opened(start(command).door(), 'echo').next('error');
  expect(error).toMatchObject({ code });
  expect(error.detail).toMatch(detail);
});

it('the environment and the folder are those of the file', async () => {
  const command = {
    ...node('env', `console.log(process.env.MARK, process.cwd())`),
    env: { MARK: 'here' },
    cwd: '/',
  };
  expect((await opened(start(command).door(), 'env').next('line')).text).toBe('here /');
});

it('one a page and server, four in all, and none that the command line did not name', async () => {
  const all = start(ECHO);
  const door = all.door();
  await opened(door, 'echo').next('started');
  expect(await opened(door, 'echo', 2).next('error')).toMatchObject({ code: 'too-many' });
  expect(await opened(door, 'sh', 3).next('error')).toMatchObject({ code: 'unknown-server' });
  for (let n = 1; n < MOST_CHILDREN; n += 1) await opened(all.door(), 'echo').next('started');
  const fifth = await opened(all.door(), 'echo').next('error');
  expect(fifth.detail).toMatch(/4 servers run already/);
});

/** Tells when what connects to it is gone: an ended process lets go of its sockets, whoever has to bury it. */
async function wake(): Promise<{ readonly port: number; readonly gone: (count: number) => Promise<void> }> {
  let count = 0;
  let tell = (): void => {};
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.resume().on('close', () => {
      count += 1;
      tell();
    });
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async gone(wanted) {
      while (count < wanted)
        await new Promise<void>((resolve) => {
          tell = resolve;
        });
    },
  };
}

/** A script that stays, deaf to a polite request, and says `up` once it is connected. */
const deaf = (port: number): string =>
  `process.on('SIGTERM', () => {}); require('node:net').connect(${port}, '127.0.0.1', () => console.log('up'))`;

it.skipIf(process.platform === 'win32')(
  'a page that goes takes its server with it, and what that has started',
  async () => {
    const { port, gone } = await wake();
    const parent = node(
      'parent',
      `const inner = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(deaf(port))}], { stdio: ['ignore', 'pipe', 'ignore'] });
       inner.stdout.once('data', () => console.log('started'));
       process.stdin.on('end', () => process.exit(0)).resume();`,
    );
    const all = start(parent);
    const door = all.door();
    await opened(door, 'parent').next('line');
    door.close();
    await gone(1);
    await all.close();
  },
);

it('a server that does not go when asked is made to', async () => {
  const { port, gone } = await wake();
  const all = start(node('stubborn', deaf(port)));
  await opened(all.door(), 'stubborn').next('line');
  await all.close();
  await gone(1);
});
