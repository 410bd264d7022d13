import { expect, test } from 'vitest';
import { type Answer, type OpenMount, on, part } from './mount.suite.ts';

/** Transport rules of Streamable HTTP, before a message is looked at. */
export function http(open: OpenMount): void {
  test(
    'R1: works without initialize or session, and never mints or echoes a session id',
    on(open, async (client, mount) => {
      const first = await client.call('generate_report', {}, { headers: { 'Mcp-Session-Id': 'stale' } });
      expect(first.result.resultType).toBe('task');
      expect(first.headers.get('mcp-session-id')).toBeNull();
      const initialize = await client.ask('initialize', {});
      expect([initialize.status, initialize.error.code]).toEqual([404, -32601]);
      const initialized = await mount.fetch(
        client.post({ jsonrpc: '2.0', method: 'notifications/initialized' }),
      );
      expect(initialized.headers.get('mcp-session-id')).toBeNull();
    }),
  );

  test.each(['GET', 'DELETE', 'PUT', 'HEAD'])('R58: %s is 405 and names POST', (method) =>
    on(open, async (_, mount) => {
      const response = await mount.fetch(new Request(mount.url, { method }));
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toContain('POST');
    })(),
  );

  test(
    'content types: only JSON is taken, both answer types must be acceptable',
    on(open, async (client) => {
      const status = async (headers: Record<string, string | null>) =>
        (await client.ask('server/discover', {}, { headers })).status;
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])
        expect(await status({ 'Content-Type': type }), type).toBe(415);
      expect(await status({ 'Content-Type': 'application/json; charset=utf-8' })).toBe(200);
      for (const accept of [
        'application/json',
        'text/event-stream',
        'text/html',
        'application/json, text/event-stream;q=0',
      ])
        expect(await status({ Accept: accept }), accept).toBe(406);
      for (const accept of ['*/*', 'application/*, text/*', 'text/event-stream;q=0.5, application/json'])
        expect(await status({ Accept: accept }), accept).toBe(200);
    }),
  );

  test(
    'broken, too deep and too large bodies are refused before they cost anything',
    on(open, async (client) => {
      const refused = async (body: string | Uint8Array<ArrayBuffer>) =>
        brief(await client.send(client.post(body)));
      expect(await refused('{"jsonrpc": "2.0",')).toEqual([400, -32700]);
      expect(await refused('')).toEqual([400, -32700]);
      expect(await refused(Uint8Array.from([0x22, 0xff, 0x22]))).toEqual([400, -32700]);
      expect(await refused('['.repeat(100_000) + ']'.repeat(100_000))).toEqual([400, -32700]);
      expect(await refused(`"${'x'.repeat(4 * 1024 * 1024)}"`)).toEqual([413, -32600]);
    }),
  );

  test(
    'JSON-RPC shape: batches, wrong versions, null ids and responses are -32600',
    on(open, async (client) => {
      const refused = async (body: Parameters<typeof client.post>[0]) =>
        brief(await client.send(client.post(body)));
      for (const body of [
        [{ jsonrpc: '2.0', id: 1, method: 'server/discover' }],
        { id: 1, method: 'server/discover' },
        { jsonrpc: '2.0', id: null, method: 'server/discover' },
        { jsonrpc: '2.0', id: 1.5, method: 'server/discover' },
        { jsonrpc: '2.0', id: 1, method: 7 },
        { jsonrpc: '2.0', id: 1, result: {} },
      ])
        expect(await refused(body), JSON.stringify(body)).toEqual([400, -32600]);
      const named = await client.send(client.post({ jsonrpc: '1.0', id: 'mine', method: 'server/discover' }));
      expect(named.body.id).toBe('mine');
    }),
  );

  test(
    'the id comes back as it was sent, string or number',
    on(open, async (client) => {
      for (const id of ['0', 0, -1, 'ä', 9007199254740991])
        expect((await client.ask('server/discover', {}, { id })).body.id).toBe(id);
    }),
  );

  test(
    'attack 3: a foreign Origin is 403 and makes no task; an absent one and the twin name of loopback are served',
    on(open, async (client, mount) => {
      const { origin, port, protocol } = new URL(mount.url);
      const status = async (value: string) =>
        (await client.ask('server/discover', {}, { headers: { Origin: value } })).status;
      for (const foreign of [
        'null',
        'http://evil.test',
        `${origin}.evil.test`,
        `https://127.0.0.1:${port}`,
        `${protocol}//127.0.0.1:1`,
        `${protocol}//localhost.evil.test:${port}`,
      ])
        expect(await status(foreign), foreign).toBe(403);
      for (const own of [origin, `${protocol}//localhost:${port}`, `${protocol}//127.0.0.1:${port}`])
        expect(await status(own), own).toBe(200);
    }),
  );

  test(
    'CORS: an allowed origin can ask and read, preflight included; another one cannot',
    on(
      open,
      async (client, mount) => {
        const { headers } = await client.ask(
          'server/discover',
          {},
          { headers: { Origin: 'https://page.test' } },
        );
        expect(headers.get('access-control-allow-origin')).toBe('https://page.test');
        expect(headers.get('access-control-expose-headers')).toContain('WWW-Authenticate');
        expect(headers.get('vary')).toContain('Origin');
        const preflight = (origin: string) =>
          mount.fetch(
            new Request(mount.url, {
              method: 'OPTIONS',
              headers: {
                Origin: origin,
                'Access-Control-Request-Method': 'POST',
                'Access-Control-Request-Headers': 'mcp-method, mcp-param-region',
                'Access-Control-Request-Private-Network': 'true',
              },
            }),
          );
        const allowed = await preflight('https://page.test');
        expect(allowed.status).toBe(204);
        expect(allowed.headers.get('access-control-allow-private-network')).toBe('true');
        const names = allowed.headers.get('access-control-allow-headers')?.toLowerCase() ?? '';
        for (const name of [
          'mcp-protocol-version',
          'mcp-method',
          'mcp-name',
          'authorization',
          'mcp-param-region',
        ])
          expect(names).toContain(name);
        const refused = await preflight('https://other.test');
        expect(refused.status).toBe(403);
        expect(refused.headers.get('access-control-allow-origin')).toBeNull();
      },
      { allowedOrigins: ['https://page.test'] },
    ),
  );

  test(
    'R20: a message without id is answered 202 with nothing, and does nothing, whatever it names',
    on(open, async (client, mount) => {
      const taskId = await client.waiting();
      const before = await client.get(taskId);
      for (const [method, params] of [
        ['tools/call', { name: 'generate_report', arguments: {} }],
        ['tasks/cancel', { taskId }],
        ['tasks/update', { taskId, inputResponses: { approve_outline: { action: 'decline' } } }],
        ['notifications/cancelled', { requestId: 1 }],
        ['no/such/method', {}],
      ] as const) {
        // All that a request has, but for its id.
        const request = client.request(method, params);
        const { headers } = request;
        const { id: _, ...body } = (await request.json()) as Record<string, never>;
        const response = await mount.fetch(
          new Request(mount.url, { method: 'POST', headers, body: JSON.stringify(body) }),
        );
        expect([response.status, await response.text()], method).toEqual([202, '']);
      }
      await client.run(1000);
      expect(await client.get(taskId)).toEqual(before);
      expect(await mount.step()).toBe(false);
    }),
  );
}

function brief(answer: Answer): unknown[] {
  return [answer.status, part(answer.body, 'error').code];
}
