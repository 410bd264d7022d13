import { once } from 'node:events';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { SELF_SIGNED } from '../server/node/bridge/self-signed.suite.ts';
import { expect, test } from './fixtures.ts';
import { ManualTime } from './manual-clock.ts';
import { ServerProcess } from './server-process.ts';
import { freePort, mcp, type Reply, rpcError, TinyServer } from './servers/tiny-server.ts';

test.use({ expectFailedLoads: true });

test('nothing listens: the problem says so and what to do; trying again works once a server runs there', async ({
  inspector,
  server,
}) => {
  const port = await freePort();
  await inspector.open(server.link);
  await inspector.connectTo(`127.0.0.1:${port}/mcp`);
  await expect(inspector.problem).toContainText(`Nothing listens at 127.0.0.1:${port}`);
  await expect(inspector.problem).toContainText('Start the server, or check the port');
  await expect(inspector.problem).toContainText(`127.0.0.1:${port}/mcp`);
  await expect(inspector.page.getByRole('img', { name: 'could not connect' })).toBeVisible();
  await inspector.problem.getByRole('button', { name: 'Show the message' }).click();
  await expect(inspector.detail.panel('Message')).toContainText('server/discover');

  const tiny = await TinyServer.start(
    mcp([{ name: 'late' }], (call) => rpcError(call, -32601, 'no')),
    { port },
  );
  const failed = inspector.problem.filter({ hasText: 'Try again' });
  await failed.getByRole('button', { name: 'Try again' }).click();
  await inspector.expectConnected();
  await expect(failed).toBeHidden();
  await expect(inspector.tool('late')).toBeVisible();
  await tiny.close();
});

const HTML = '<!doctype html><html><head><title>Hello</title></head><body>Hello</body></html>';
const CASES: readonly { what: string; reply: Reply; message: RegExp; next: RegExp; older?: true }[] = [
  {
    what: 'an HTML page',
    reply: { text: HTML, headers: { 'Content-Type': 'text/html' } },
    message: /an HTML page instead of a JSON-RPC message/,
    next: /Check the path of the endpoint/,
  },
  {
    what: '401',
    reply: { text: '', status: 401 },
    message: /HTTP 401/,
    next: /sign in, or set a bearer token or a header under "Endpoint options"/,
  },
  {
    what: '403',
    reply: { text: 'Forbidden', status: 403, headers: { 'Content-Type': 'text/plain' } },
    message: /HTTP 403/,
    next: /refuses these credentials, this host or this origin/,
  },
  {
    what: '404',
    older: true,
    reply: { text: 'Not found', status: 404, headers: { 'Content-Type': 'text/plain' } },
    message: /HTTP 404/,
    next: /Check the path of the endpoint: an MCP endpoint often ends in \/mcp/,
  },
  {
    what: '405',
    older: true,
    reply: { text: '', status: 405 },
    message: /HTTP 405/,
    next: /takes no POST/,
  },
  {
    what: '500',
    reply: { text: 'boom', status: 500, headers: { 'Content-Type': 'text/plain' } },
    message: /HTTP 500/,
    next: /server's log/,
  },
  {
    what: 'a redirect',
    reply: { text: '', status: 302, headers: { Location: 'http://127.0.0.1:9/elsewhere' } },
    message: /redirects elsewhere; a redirect is never followed by itself/,
    next: /Connect to the final address directly/,
  },
  {
    what: 'an error of the older generation',
    older: true,
    reply: {
      text: '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}',
      status: 400,
    },
    message: /-32601.*Method not found/,
    next: /does not know the method/,
  },
  {
    what: 'an empty body',
    reply: { text: '' },
    message: /empty body/,
    next: /taken the request for a notification/,
  },
];
for (const { what, reply, message, next, older } of CASES)
  test(`${what} at the URL names its cause`, async ({ inspector, server }) => {
    const tiny = await TinyServer.start(() => reply);
    await inspector.open(server.link);
    await inspector.connectTo(tiny.url);
    await expect(inspector.problem).toContainText(message);
    await expect(inspector.problem).toContainText(next);
    // A 4xx without an error of this revision may be a server of the older one, so that is asked, too: by initialize and,
    // for the oldest, by a GET, once each; the first answer is told.
    const asked = older === true ? ['server/discover', 'initialize', 'GET'] : ['server/discover'];
    expect(tiny.received.map((call) => call.method)).toEqual(asked);
    await tiny.close();
  });

test('a server that does not allow the page’s origin: CORS is named, and --allow-origin mends it', async ({
  inspector,
  server,
}) => {
  const shut = await ServerProcess.start();
  await inspector.open(server.link);
  await inspector.connectTo(shut.endpoint);
  await inspector.expectConnected();
  const { options } = inspector;
  await options.open();
  await options.way('Direct').check();
  await options.save.click();
  await expect(inspector.problem).toContainText(`${new URL(shut.origin).host} answers (HTTP 200)`);
  await expect(inspector.problem).toContainText("does not allow this page's origin (CORS)");
  await expect(inspector.problem).toContainText(`allow the origin ${server.origin} and the Mcp-* headers`);
  await shut.remove();

  const open = await ServerProcess.start('--speed', '10', '--allow-origin', server.origin);
  await inspector.connectTo(open.endpoint);
  await inspector.expectConnected();
  await expect(options.chip('direct')).toBeVisible();
  await inspector.callUntilAsked();
  await inspector.answer.choice('Yes').check();
  await inspector.answer.send.click();
  await expect(inspector.timeline.lane('generate_report').label).toContainText('completed');
  await open.remove();
});

test('without the key the likely causes are listed as such; with it the bridge names the one', async ({
  inspector,
  server,
}) => {
  const port = await freePort();
  await inspector.open(server.origin);
  await inspector.connectTo(`127.0.0.1:${port}/mcp`);
  const { problem, options } = inspector;
  await expect(problem).toContainText('The browser does not say why; likely: the server is not running');
  await expect(problem).toContainText('With the link that the terminal shows, the bridge finds the cause');
  await problem.getByRole('button', { name: 'Endpoint options' }).click();
  await options.useKey(server.link);
  await options.save.click();
  await expect(problem).toContainText(`Nothing listens at 127.0.0.1:${port}`);
});

test('a certificate that nobody trusts, a port without TLS and a name that does not resolve are told apart', async ({
  inspector,
  server,
}) => {
  const tls = createTlsServer(SELF_SIGNED, (_, response) => void response.end());
  tls.listen(0, '127.0.0.1');
  await once(tls, 'listening');
  const { port } = tls.address() as AddressInfo;
  const plain = await TinyServer.start(() => ({ text: '' }));
  // Through the bridge from the start, so that the browser asks nobody for this name.
  const unknown = 'http://nowhere.invalid/mcp';
  await inspector.page.addInitScript(
    (key) => localStorage.setItem(key, '{"way":"bridge","headers":[]}'),
    `taskscope.endpoint.${unknown}`,
  );
  await inspector.open(server.link);
  const { problem } = inspector;
  await inspector.connectTo(`https://127.0.0.1:${port}/mcp`);
  await expect(problem).toContainText(`The certificate or TLS of 127.0.0.1:${port} is not accepted`);
  await expect(problem).toContainText('NODE_EXTRA_CA_CERTS');
  await inspector.connectTo(plain.url.replace('http:', 'https:'));
  await expect(problem).toContainText(`127.0.0.1:${plain.port} does not speak TLS on that port`);
  await expect(problem).toContainText(`connect to http://127.0.0.1:${plain.port}`);
  await inspector.connectTo(unknown);
  await expect(problem).toContainText('The name nowhere.invalid does not resolve');
  await expect(problem).toContainText('Check the spelling of the host');
  await plain.close();
  tls.close();
});

test('a server that hangs: the time-out says so', async ({ inspector, server }) => {
  const time = await ManualTime.install(inspector.page);
  let told = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    told = resolve;
  });
  const tiny = await TinyServer.start(() => {
    told();
    return new Promise(() => undefined);
  });
  await inspector.open(server.link);
  await inspector.connectTo(tiny.url);
  await asked;
  await time.advance(30_000);
  await expect(inspector.problem).toContainText('No complete answer within 30 s');
  await expect(inspector.problem).toContainText('The server may be busy or hang');
  await tiny.close();
});

test('what is no address is refused in words, and nothing is sent', async ({ inspector, server }) => {
  await inspector.open(server.link);
  for (const typed of ['ftp://127.0.0.1/mcp', 'http://', 'javascript:alert(1)']) {
    await inspector.connectTo(typed);
    await expect(inspector.problem).toContainText('This is no http or https URL.');
    await expect(inspector.problem).toContainText('Type the whole address, such as');
    await inspector.problem.getByRole('button', { name: 'Dismiss' }).click();
    await expect(inspector.problem).toBeHidden();
  }
  expect(inspector.wire.sent).toEqual([]);
});
