import { expect, test } from './fixtures.ts';
import { mcp, rpcError, TinyServer } from './servers/tiny-server.ts';

const quiet = mcp([{ name: 'linked' }], (call) => rpcError(call, -32601, 'no'));

test('attack 17: a link to an unknown endpoint does nothing until a person confirms the whole host', async ({
  inspector,
  server,
}) => {
  const { page } = inspector;
  const tiny = await TinyServer.start(quiet);
  const sockets: string[] = [];
  const { host } = new URL(tiny.url);
  page.on('request', (request) => {
    if (new URL(request.url()).host === host) sockets.push(request.url());
  });
  await inspector.open(`${server.origin}/?endpoint=${encodeURIComponent(tiny.url)}`);
  const bar = page.getByRole('region', { name: 'A link wants to connect' });
  await expect(bar).toContainText('Nothing has been sent.');
  await expect(bar.locator('b')).toHaveText(`127.0.0.1:${tiny.port}`);
  await expect(bar).toContainText('http://');
  await expect(bar).toContainText('/mcp');
  // Time enough for what must not happen.
  await page.getByRole('button', { name: /Commands/ }).click();
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await inspector.view('Discovery').click();
  await expect(page.getByText('Not connected').first()).toBeVisible();
  expect(tiny.received).toEqual([]);
  expect(sockets).toEqual([]);

  await bar.getByRole('button', { name: `Connect to 127.0.0.1:${tiny.port}` }).click();
  await inspector.expectConnected();
  await expect(bar).toBeHidden();
  expect(tiny.received[0]?.method).toBe('server/discover');

  await test.step('from then on it is in the list and connects by itself', async () => {
    await page.goto(`${server.origin}/?endpoint=${encodeURIComponent(tiny.url)}`);
    await inspector.expectConnected();
    await expect(bar).toHaveCount(0);
  });
  await test.step('unless it is taken out of the list', async () => {
    await inspector.view('Settings').click();
    await page.getByRole('button', { name: /^Take .*\/mcp/ }).click();
    await page.goto(`${server.origin}/?endpoint=${encodeURIComponent(tiny.url)}`);
    await expect(bar).toBeVisible();
  });
  await tiny.close();
});

test('an ignored link leaves nothing behind', async ({ inspector, server }) => {
  const { page } = inspector;
  const tiny = await TinyServer.start(quiet);
  await inspector.open(`${server.origin}/?endpoint=${encodeURIComponent(tiny.url)}`);
  await page.getByRole('button', { name: 'Ignore the link' }).click();
  await expect(page.getByRole('region', { name: 'A link wants to connect' })).toBeHidden();
  await expect.poll(() => new URL(page.url()).searchParams.get('endpoint')).toBeNull();
  await expect(inspector.useBundled).toBeVisible();
  expect(tiny.received).toEqual([]);
  await tiny.close();
});

for (const { what, endpoint, shown } of [
  { what: 'user info', endpoint: 'http://good.com@127.0.0.1:9/mcp', shown: '127.0.0.1:9' },
  { what: 'a password', endpoint: 'http://me:hunter2@127.0.0.1:9/mcp', shown: '127.0.0.1:9' },
  { what: 'a token', endpoint: 'http://127.0.0.1:9/mcp?access_token=hunter2&x=1', shown: '127.0.0.1:9' },
  { what: 'a key', endpoint: 'http://127.0.0.1:9/mcp?api_key=hunter2', shown: '127.0.0.1:9' },
  { what: 'a look-alike', endpoint: 'http://аpple.com/mcp', shown: 'xn--pple-43d.com' },
])
  test(`a link with ${what}: the bar shows the real host, and no secret stays`, async ({
    inspector,
    server,
  }) => {
    const { page } = inspector;
    await inspector.open(`${server.origin}/?endpoint=${encodeURIComponent(endpoint)}`);
    const bar = page.getByRole('region', { name: 'A link wants to connect' });
    await expect(bar.locator('b')).toHaveText(shown);
    for (const secret of ['hunter2', 'good.com'])
      expect(decodeURIComponent(page.url()) + (await page.content()), secret).not.toContain(secret);
    expect(inspector.wire.sent).toEqual([]);
  });

test('an address with credentials that is typed is refused in words, and sent nowhere', async ({
  inspector,
  server,
}) => {
  const { page, problem } = inspector;
  await inspector.open(server.link);
  await inspector.connectTo('http://me:hunter2@127.0.0.1:9/mcp');
  await expect(problem).toContainText('carries a user name or password');
  await inspector.connectTo('http://127.0.0.1:9/mcp?access_token=hunter2');
  await expect(problem).toContainText('"access_token" looks like a credential');
  expect(inspector.wire.sent).toEqual([]);
  expect(page.url()).not.toContain('hunter2');
});

for (const endpoint of [
  'javascript:alert(1)',
  ' JaVaScript:alert(1)',
  'file:///etc/passwd',
  'data:text/html,x',
])
  test(`a link to ${endpoint} cannot be used`, async ({ inspector, server }) => {
    await inspector.open(`${server.origin}/?endpoint=${encodeURIComponent(endpoint)}`);
    const bar = inspector.page.getByRole('region', { name: 'A link wants to connect' });
    await expect(bar).toContainText('cannot be used');
    await expect(bar.getByRole('button')).toHaveText(['Ignore the link']);
    expect(inspector.wire.sent).toEqual([]);
  });
