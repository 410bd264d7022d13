import type { Locator } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { mcp, resultText, TinyServer } from './servers/tiny-server.ts';

/** Everything that a parser in between would change. */
const RESULT = [
  '{ "resultType":"complete",  "big":9007199254740993, "one":1.0, "huge":1E400, "small":-0.0,',
  '\t"twice":1,"twice":{"inner":2}, "unknown":[null,true,[],{}],',
  '"__proto__":{"polluted":true}, "constructor":{"prototype":{}},',
  '"escaped":"\\u00e9\\/\\ud83d\\ude00", "plain":"é😀",  "content":[{"type":"text","text":"done"}]  }',
].join('\n');

/** Without the spaces between tokens; no string above has a space in it. */
function tight(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

async function textOf(code: Locator): Promise<string> {
  return (await code.textContent()) ?? '';
}

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('a body is shown and copied as the very text that was sent', async ({ inspector, server }) => {
  const { call, detail, page, traffic } = inspector;
  let sent = '';
  const tiny = await TinyServer.start(
    mcp([{ name: 'numbers' }], (received) => {
      const reply = resultText(received, RESULT);
      sent = reply === 'drop' ? '' : reply.text;
      return reply;
    }),
  );
  await inspector.open(server.link);
  await inspector.connectTo(tiny.url);
  await inspector.choose('numbers');
  await call.submit.click();
  await expect(call.root.getByRole('status', { name: 'Outcome of the call' })).toContainText('done');
  await traffic.rows('tools/call').click();
  const message = detail.panel('Message');
  await expect(message).toBeVisible();

  await test.step('formatted: only the layout differs', async () => {
    const formatted = await textOf(detail.code('Response body'));
    expect(tight(formatted)).toBe(tight(sent));
    for (const token of [
      '9007199254740993',
      '1.0',
      '1E400',
      '-0.0',
      '"__proto__"',
      '\\u00e9\\/\\ud83d\\ude00',
    ])
      expect(formatted).toContain(token);
    expect(formatted.match(/"twice"/g)).toHaveLength(2);
    expect(formatted.split('\n').length).toBeGreaterThan(10);
  });

  await test.step('as sent: character for character', async () => {
    await message.getByRole('radio', { name: 'As sent' }).check({ force: true });
    await expect(detail.code('Response body')).toHaveText(/^\{"jsonrpc":"2\.0"/);
    expect(await textOf(detail.code('Response body'))).toBe(sent);
    expect(await textOf(detail.code('Request body'))).toBe(inspector.wire.last('tools/call').text);
  });

  await test.step('copied: the same, in both layouts', async () => {
    const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
    for (const layout of ['As sent', 'Formatted'] as const) {
      await message.getByRole('radio', { name: layout }).check({ force: true });
      await page.evaluate(() => navigator.clipboard.writeText(''));
      await detail.button('Copy the response body').click();
      await expect.poll(clipboard).toBe(sent);
      await detail.button('Copy the request body').click();
      await expect.poll(clipboard).toBe(inspector.wire.last('tools/call').text);
    }
    await detail.button('Copy the request as cURL').click();
    await expect.poll(clipboard).toContain(`curl -sS -X POST '${tiny.url}'`);
    expect(await clipboard()).toContain(inspector.wire.last('tools/call').text);
  });

  expect(await page.evaluate(() => ({}) as { polluted?: boolean })).toEqual({});
  await page.reload();
  await inspector.expectConnected();
  await traffic.rows('tools/call').click();
  await message.getByRole('radio', { name: 'As sent' }).check({ force: true });
  await expect(detail.code('Response body')).toHaveText(/^\{"jsonrpc":"2\.0"/);
  expect(await textOf(detail.code('Response body')), 'also from the stored recording').toBe(sent);
  await tiny.close();
});

test('headers are listed as raw pairs, with what they mirror and what the browser hides', async ({
  inspector,
  server,
}) => {
  const { detail, traffic } = inspector;
  await inspector.start(server.link);
  await inspector.callTask('generate_report');
  await traffic.rows('tools/call').click();
  await detail.open('Headers');
  const sent = detail.root.getByRole('table', { name: 'Request headers' });
  await expect(sent.getByRole('row', { name: /^Mcp-Name/ })).toContainText('generate_report');
  await expect(sent.getByRole('row', { name: /^Mcp-Name/ })).toContainText('agrees');
  await expect(sent.getByRole('row', { name: /^Mcp-Method/ })).toContainText('tools/call');
  await expect(detail.panel('Headers')).toContainText('The browser adds Host, Origin');
  await expect(detail.root.getByRole('table', { name: 'Response headers' })).toContainText(
    'application/json',
  );
});
