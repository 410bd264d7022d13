import { expect, test } from './fixtures.ts';
import { mcp, result, TinyServer } from './servers/tiny-server.ts';

test.use({ expectFailedLoads: true });

/** A server without CORS, whose one tool says hello. */
function plainServer(): Promise<TinyServer> {
  return TinyServer.start(
    mcp([{ name: 'greet' }], (call) => {
      const content = [{ type: 'text', text: 'hello' }];
      const reply = result(call, { resultType: 'complete', content, isError: false });
      return reply === 'drop' ? reply : { ...reply, headers: { 'X-Only-Seen-Here': 'yes' } };
    }),
    { cors: false },
  );
}

test('a server without CORS is reached through the bridge, with all headers of both sides', async ({
  inspector,
  server,
}) => {
  const tiny = await plainServer();
  const { options, detail, traffic } = inspector;
  await inspector.open(server.link);
  await inspector.connectTo(tiny.url);
  await inspector.expectConnected();
  await expect(options.chip('bridged')).toBeVisible();
  await inspector.choose('greet');
  await expect(inspector.call.preview).toContainText(`host: 127.0.0.1:${tiny.port}`);
  await inspector.call.submit.click();
  await traffic.grid.getByRole('row', { name: /tools\/call/ }).click();
  const headers = await detail.open('Headers');
  await expect(headers).toContainText('X-Only-Seen-Here');
  await expect(headers).toContainText('content-length');
  await expect(headers).toContainText('These are all: the bridge sent the request');
  const [called] = tiny.of('tools/call');
  expect(called?.headers['mcp-name']).toBe('greet');
  expect(called?.headers.origin).toBeUndefined();
  expect(inspector.wire.of('tools/call')).toEqual([]);

  await test.step('a reload stays on the bridge', async () => {
    const before = tiny.received.length;
    await inspector.page.reload();
    await inspector.expectConnected();
    await expect(options.chip('bridged')).toBeVisible();
    expect(tiny.received.slice(before).every((call) => call.headers.origin === undefined)).toBe(true);
  });
  await tiny.close();
});

for (const way of ['Direct', 'Through the bridge'] as const)
  test(`token and own headers go out ${way === 'Direct' ? 'directly' : 'through the bridge'}, and stay out of what is kept`, async ({
    inspector,
    server,
  }) => {
    const tiny = await TinyServer.start(
      mcp([{ name: 'greet' }], (call) => result(call, { resultType: 'complete', content: [] })),
    );
    const { options, page, detail, traffic } = inspector;
    await inspector.open(server.link);
    await inspector.connectTo(tiny.url);
    await inspector.expectConnected();
    await options.open();
    await options.way(way).check();
    await options.token.fill('canary-token');
    await options.addHeader('X-Own', 'canary-header', true);
    await options.addHeader('X-Tenant', 'acme', false);
    await options.save.click();
    await expect(options.chip(way === 'Direct' ? 'direct' : 'bridged')).toBeVisible();
    await inspector.choose('greet');
    await expect(inspector.call.preview).toContainText('X-Tenant: acme');
    await expect(inspector.call.preview).toContainText('Authorization: ••••••');
    await inspector.call.submit.click();
    await traffic.grid.getByRole('row', { name: /tools\/call/ }).click();
    expect(tiny.of('tools/call')[0]?.headers).toMatchObject({
      authorization: 'Bearer canary-token',
      'x-own': 'canary-header',
      'x-tenant': 'acme',
    });
    const headers = await detail.open('Headers');
    await expect(headers).toContainText('[secret:');
    await expect(headers).toContainText('acme');
    expect(await page.content()).not.toContain('canary');
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('canary');
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain('canary-token');
    await tiny.close();
  });

test('an endpoint is forgotten with its settings, and the undo brings both back', async ({
  inspector,
  server,
}) => {
  const tiny = await plainServer();
  const { options, page, notice } = inspector;
  await inspector.open(server.link);
  await inspector.connectTo(tiny.url);
  await inspector.expectConnected();
  await options.open();
  await options.addHeader('X-Tenant', 'acme', false);
  await options.save.click();
  await inspector.expectConnected();
  const listed = page.getByRole('region', { name: 'Endpoints' }).getByText(tiny.url);
  await inspector.view('Settings').click();
  await expect(listed).toBeVisible();
  await page.getByRole('button', { name: `Take out ${tiny.url}` }).click();
  await expect(listed).toBeHidden();
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('acme');
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect(listed).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain('acme');
  await tiny.close();
});
