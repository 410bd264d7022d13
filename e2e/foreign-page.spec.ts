import type { Browser } from 'playwright/test';
import { expect, test } from './fixtures.ts';

const PAGE = '<!doctype html><title>evil</title><body>evil';

/** What a hostile page would send: a call that makes a task, if it got through. */
const CALL = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'generate_report',
    arguments: {},
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'evil', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': { extensions: { 'io.modelcontextprotocol/tasks': {} } },
    },
  },
});

const HEADERS = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
  'MCP-Protocol-Version': '2026-07-28',
  'Mcp-Method': 'tools/call',
  'Mcp-Name': 'generate_report',
};

test('attacks 2, 3, 4 and 5: a page of another origin, also by DNS rebinding, reads nothing and starts nothing', async ({
  playwright,
  launchOptions,
  server,
}) => {
  const { port } = new URL(server.origin);
  const rules = '--host-resolver-rules=MAP evil.test 127.0.0.1';
  // Without the browser's own guard of local addresses, so that the server's is what is tested.
  const unguarded = '--disable-features=LocalNetworkAccessChecks,PrivateNetworkAccessSendPreflights';
  const browser: Browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), rules, unguarded],
  });
  const page = await browser.newPage();
  const answers: { url: string; method: string; status: number }[] = [];
  page.on('response', (response) => {
    const request = response.request();
    if (!request.url().endsWith('/attack'))
      answers.push({ url: request.url(), method: request.method(), status: response.status() });
  });
  await page.route('**/attack', (route) => route.fulfill({ contentType: 'text/html', body: PAGE }));

  await test.step('rebound: the same origin in the browser’s eyes', async () => {
    const shown = await page.goto(`http://evil.test:${port}/`);
    expect(shown?.status()).toBe(403);
    expect(await page.content()).not.toContain('Taskscope</title>');
    await page.goto(`http://evil.test:${port}/attack`);
    const read = await page.evaluate(
      async ({ body, headers }) => {
        const post = await fetch('/mcp', { method: 'POST', body, headers });
        const get = await fetch('/');
        const sockets = await Promise.all(
          ['/bridge', '/lab'].map(
            (path) =>
              new Promise((resolve) => {
                const socket = new WebSocket(path.replace(/^/, `ws://${location.host}`));
                socket.onopen = () => resolve('open');
                socket.onerror = () => resolve('no socket');
              }),
          ),
        );
        return [post.status, await post.text(), get.status, await get.text(), ...sockets].join(' ');
      },
      { body: CALL, headers: HEADERS },
    );
    expect(read).toMatch(/^403 /);
    expect(read).toMatch(/no socket no socket$/);
    expect(read).not.toContain('tsk_');
  });

  await test.step('another origin: fetch, no-cors, beacon, form and image', async () => {
    await page.goto('http://evil.test:9/attack');
    const read = await page.evaluate(
      async ({ body, headers, target }) => {
        const said: string[] = [];
        const tell = async (what: string, run: () => Promise<Response>): Promise<void> => {
          try {
            const response = await run();
            said.push(`${what} ${response.type} ${await response.text()}`);
          } catch {
            said.push(`${what} blocked`);
          }
        };
        await tell('cors', () => fetch(target, { method: 'POST', body, headers }));
        await tell('plain', () => fetch(target, { method: 'POST', body }));
        await tell('no-cors', () => fetch(target, { method: 'POST', body, mode: 'no-cors' }));
        await tell('get', () => fetch(target));
        navigator.sendBeacon(target, body);
        for (const path of ['/bridge', '/lab'])
          said.push(
            await new Promise<string>((resolve) => {
              const socket = new WebSocket(new URL(path, target.replace('http', 'ws')));
              socket.onopen = () => resolve(`${path} open`);
              socket.onerror = () => resolve(`${path} blocked`);
            }),
          );
        return said;
      },
      { body: CALL, headers: HEADERS, target: server.endpoint },
    );
    expect(read).toEqual([
      'cors blocked',
      'plain blocked',
      'no-cors opaque ',
      'get blocked',
      '/bridge blocked',
      '/lab blocked',
    ]);
    const landed = page.waitForResponse(
      (r) => r.url() === server.endpoint && r.request().isNavigationRequest(),
    );
    await page.evaluate(
      ({ body, target }) => {
        const form = document.createElement('form');
        form.method = 'post';
        form.enctype = 'text/plain';
        form.action = target;
        const field = document.createElement('input');
        field.name = body;
        form.append(field);
        document.body.append(form);
        form.submit();
      },
      { body: CALL, target: server.endpoint },
    );
    expect((await landed).status()).toBe(403);
  });

  expect(answers.length).toBeGreaterThan(4);
  for (const { url, method, status } of answers)
    expect([401, 403, 405, 415], `${method} ${url}`).toContain(status);
  await browser.close();
});
