import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { ManualTime } from './manual-clock.ts';

const SCRIPT = join(import.meta.dirname, 'servers', 'stdio-server.mjs');
const server = (...flags: readonly string[]): string => [process.execPath, SCRIPT, ...flags].join(' ');

test.describe('a server on stdio', () => {
  test.use({ serverArgs: ['--stdio', server('--noise')] });

  test('is started by a press on the link’s bar, answers, and shows what it wrote', async ({
    inspector,
    server: taskscope,
  }) => {
    const { page, detail, traffic } = inspector;
    await inspector.open(taskscope.link);
    const bar = page.getByRole('region', { name: 'A link wants to connect' });
    await expect(bar).toContainText('Nothing has been started');
    await bar.getByRole('button', { name: /^Start / }).click();
    await inspector.expectConnected();
    await expect(inspector.serverPanel).toContainText('by-hand');
    await inspector.choose('where');
    await expect(inspector.call.preview).toContainText('to the standard input of');
    await inspector.call.submit.click();
    await expect(detail.root).toContainText(/process \d+/);
    await traffic.grid.getByRole('row', { name: /tools\/call/ }).click();
    await expect(await detail.open('Message')).toContainText('"where"');
    expect(inspector.wire.sent).toEqual([]);
    await inspector.view('Discovery').click();
    const output = page.getByRole('region', { name: 'Process output' });
    await expect(output).toContainText('ready');
    await expect(output).toContainText('stdout, no message: *** welcome ***');
  });
});

for (const [what, command, message, detail, next] of [
  [
    'a command that is missing',
    'no-such-command-here',
    /could not be started: there is no command "no-such-command-here"/,
    '',
    /Check the spelling/,
  ],
  [
    'one that crashes',
    server('--crash'),
    /ended with code 7 before it answered/,
    'the licence has run out',
    /last words/,
  ],
] as const)
  test.describe(what, () => {
    test.use({ serverArgs: ['--stdio', command] });

    test('names its cause and the next step', async ({ inspector, server: taskscope }) => {
      await inspector.open(taskscope.link);
      await inspector.page.getByRole('button', { name: /^Start / }).click();
      await expect(inspector.problem).toContainText(message);
      await expect(inspector.problem).toContainText(detail);
      await expect(inspector.problem).toContainText(next);
    });
  });

test.describe('one that prints noise alone', () => {
  test.use({ serverArgs: ['--stdio', server('--noise', '--only-noise')] });

  test('names its cause and the next step', async ({ inspector, server: taskscope }) => {
    const time = await ManualTime.install(inspector.page);
    await inspector.open(taskscope.link);
    // Time passes once the page has heard the noise.
    const noise = inspector.page
      .waitForEvent('websocket')
      .then((socket) =>
        socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('*** welcome ***')),
      );
    await inspector.page.getByRole('button', { name: /^Start / }).click();
    await noise;
    await time.isDueIn(30_000);
    await time.advance(30_000);
    await expect(inspector.problem).toContainText('no JSON-RPC messages, and gave no answer');
    await expect(inspector.problem).toContainText('*** welcome ***');
    await expect(inspector.problem).toContainText('Let it log to standard error');
  });
});

test('a name that the command line did not give is refused, with what to do', async ({
  inspector,
  server: taskscope,
}) => {
  await inspector.open(taskscope.link);
  await inspector.connectTo('stdio:anything');
  await expect(inspector.problem).toContainText('The page may not start "anything"');
  await expect(inspector.problem).toContainText('taskscope --stdio COMMAND, or --config FILE');
});
