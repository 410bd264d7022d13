import { expect, test } from './fixtures.ts';
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
  await expect(inspector.problem).toContainText(
    `No answer from 127.0.0.1:${port}: the server is not running`,
  );
  await expect(inspector.problem).toContainText('Check that the server runs on that port');
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
const CASES: readonly { what: string; reply: Reply; message: RegExp; next: RegExp }[] = [
  {
    what: 'an HTML page',
    reply: { text: HTML, headers: { 'Content-Type': 'text/html' } },
    message: /an HTML page instead of a JSON-RPC message/,
    next: /Check the path of the endpoint/,
  },
  {
    what: '404',
    reply: { text: 'Not found', status: 404, headers: { 'Content-Type': 'text/plain' } },
    message: /HTTP 404/,
    next: /Check the path of the endpoint: an MCP endpoint often ends in \/mcp/,
  },
  {
    what: '405',
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
for (const { what, reply, message, next } of CASES)
  test(`${what} at the URL names its cause`, async ({ inspector, server }) => {
    const tiny = await TinyServer.start(() => reply);
    await inspector.open(server.link);
    await inspector.connectTo(tiny.url);
    await expect(inspector.problem).toContainText(message);
    await expect(inspector.problem).toContainText(next);
    expect(tiny.received.map((call) => call.method)).toEqual(['server/discover']);
    await tiny.close();
  });

test('a server that does not allow the page’s origin: CORS is named, and --allow-origin mends it', async ({
  inspector,
  server,
}) => {
  const shut = await ServerProcess.start();
  await inspector.open(server.link);
  await inspector.connectTo(shut.endpoint);
  await expect(inspector.problem).toContainText(`No answer from ${new URL(shut.origin).host}`);
  await expect(inspector.problem).toContainText("does not allow this page's origin (CORS)");
  await expect(inspector.problem).toContainText("allows this page's origin and the Mcp-* headers");
  await shut.remove();

  const open = await ServerProcess.start('--speed', '10', '--allow-origin', server.origin);
  await inspector.connectTo(open.endpoint);
  await inspector.expectConnected();
  await inspector.callUntilAsked();
  await inspector.answer.choice('Yes').check();
  await inspector.answer.send.click();
  await expect(inspector.timeline.lane('generate_report').label).toContainText('completed');
  await open.remove();
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
