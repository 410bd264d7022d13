import { expect, test } from './fixtures.ts';
import type { Inspector } from './pages/inspector.ts';
import { mcp, result, TinyServer } from './servers/tiny-server.ts';

const SCHEMA = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Name', minLength: 3 },
    mail: { type: 'string', title: 'Mail', format: 'email' },
    share: { type: 'number', title: 'Share', maximum: 10 },
    sure: { type: 'boolean', title: 'Sure' },
    code: { type: 'string', title: 'Code', pattern: '^(a+)+$' },
  },
  required: ['name', 'sure'],
};

async function openForm(inspector: Inspector, link: string): Promise<TinyServer> {
  const tiny = await TinyServer.start(
    mcp([{ name: 'fill', inputSchema: SCHEMA }], (call) =>
      result(call, { resultType: 'complete', content: [{ type: 'text', text: 'taken' }] }),
    ),
  );
  await inspector.open(link);
  await inspector.connectTo(tiny.url);
  await inspector.choose('fill');
  return tiny;
}

test('what breaks the schema is said at its field and not sent; a right form is sent as it stands', async ({
  inspector,
  server,
}) => {
  const { call } = inspector;
  const tiny = await openForm(inspector, server.link);
  await call.field('Name').fill('ab');
  await call.field('Mail').fill('nobody');
  await call.field('Share').fill('11');
  await call.submit.click();
  for (const name of ['Name', 'Mail', 'Share'])
    await expect(call.field(name), name).toHaveAttribute('aria-invalid', 'true');
  expect(tiny.of('tools/call')).toEqual([]);
  await expect(call.field('Share'), 'nothing is clamped').toHaveValue('11');

  await call.field('Name').fill('abc');
  await call.field('Mail').fill('me@example.org');
  await call.field('Share').fill('9.5');
  await call.root.getByRole('radio', { name: 'No' }).check();
  await call.submit.click();
  await expect(call.root.getByRole('status', { name: 'Outcome of the call' })).toContainText('taken');
  expect(tiny.of('tools/call').map(({ params }) => params.arguments)).toEqual([
    { name: 'abc', mail: 'me@example.org', share: 9.5, sure: false },
  ]);
  await tiny.close();
});

test('a pattern that explodes is given up, and the page goes on', async ({ inspector, server }) => {
  const { call, page } = inspector;
  const tiny = await openForm(inspector, server.link);
  await call.field('Name').fill('abc');
  await call.root.getByRole('radio', { name: 'Yes' }).check();
  await page.evaluate(() => {
    const longest = { ms: 0 };
    Object.assign(globalThis, { longest });
    let last = performance.now();
    const tick = (): void => {
      const now = performance.now();
      longest.ms = Math.max(longest.ms, now - last);
      last = now;
      setTimeout(tick, 0);
    };
    tick();
  });
  await call.field('Code').fill(`${'a'.repeat(40)}!`);
  await call.submit.click();
  await expect(call.root).toContainText(/not be checked|could not|too long|given up|not checked/i);
  const longest = await page.evaluate(
    () => (globalThis as unknown as { longest: { ms: number } }).longest.ms,
  );
  expect(longest, 'ms; 40 characters would take the pattern years').toBeLessThan(10_000);
  await tiny.close();
});

test('arguments can be written as JSON, and what is no JSON is not sent', async ({ inspector, server }) => {
  const { call } = inspector;
  const tiny = await openForm(inspector, server.link);
  await call.root.getByRole('radio', { name: 'JSON', exact: true }).check();
  const editor = call.root.getByRole('textbox').first();
  await editor.fill('{ "name": "abc", "sure": ');
  await expect(call.root).toContainText('Nothing can be sent yet');
  await editor.fill('{ "name": "abc", "sure": true }');
  await call.submit.click();
  await expect(call.root.getByRole('status', { name: 'Outcome of the call' })).toContainText('taken');
  expect(tiny.of('tools/call').map(({ params }) => params.arguments)).toEqual([{ name: 'abc', sure: true }]);
  await tiny.close();
});
