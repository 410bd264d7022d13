import { describe, expect, test } from 'vitest';
import { EventStream } from '../../http/suite/event-stream.suite.ts';
import { type OpenMount, on, part } from '../../http/suite/mount.suite.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { LegacyClient, rest } from './legacy-client.suite.ts';

/** Era, sessions and the plain methods of 2025-11-25. */
export function session(open: OpenMount, servers: number): void {
  test.each([
    ['2025-11-25', '2025-11-25', true],
    ['2025-06-18', '2025-06-18', false],
    ['2025-03-26', '2025-03-26', false],
    ['2024-11-05', '2025-11-25', true],
    ['2026-07-28', '2025-11-25', true],
    ['1.0', '2025-11-25', true],
  ])('R85: a client that asks for %s gets %s; the subtree of tasks: %s', (asked, got, hasTasks) =>
    on(open, async (_, mount) => {
      const { result } = await new LegacyClient(mount).initialize({ protocolVersion: asked });
      expect(result.protocolVersion).toBe(got);
      expect(result.serverInfo).toMatchObject({ name: 'taskscope-demo' });
      expect(part(result, 'capabilities')).toMatchObject({ tools: {}, logging: {} });
      expect(part(result, 'capabilities').tasks).toEqual(
        hasTasks ? { list: {}, cancel: {}, requests: { tools: { call: {} } } } : undefined,
      );
    })(),
  );

  test(
    'R85: initialize without version, capabilities or clientInfo is -32602, and opens nothing',
    on(open, async (_, mount) => {
      const client = new LegacyClient(mount);
      for (const params of [{ protocolVersion: 7 }, { capabilities: 'all' }, { clientInfo: null }]) {
        const { status, error, headers } = await client.initialize(params);
        expect([status, error.code], JSON.stringify(params)).toEqual([200, -32602]);
        expect(headers.get('mcp-session-id')).toBeNull();
      }
    }),
  );

  test(
    'R85: no session 400, an unknown one 404, a foreign one 404, one that was deleted 404',
    on(open, async (_, mount) => {
      const alice = await LegacyClient.open(mount, { token: 'demo-alice' });
      expect(alice.sessionId).toMatch(/^[\x21-\x7e]+$/);
      expect((await alice.call('ping')).body).toMatchObject({ result: {} });
      const stranger = new LegacyClient(mount);
      expect((await stranger.call('ping')).status).toBe(400);
      stranger.sessionId = 'nobody';
      expect((await stranger.call('ping')).status).toBe(404);
      expect((await stranger.initialize()).status).toBe(404);
      const bob = new LegacyClient(mount, { token: 'demo-bob' });
      bob.sessionId = alice.sessionId;
      for (const method of ['GET', 'DELETE'])
        expect((await bob.send(bob.http(method))).status, method).toBe(404);
      expect((await bob.call('ping')).status).toBe(404);
      expect((await alice.initialize()).status).toBe(400);
      expect((await alice.send(alice.http('DELETE'))).status).toBe(204);
      expect((await alice.call('ping')).status).toBe(404);
      expect((await alice.send(alice.http('DELETE'))).status).toBe(404);
    }),
  );

  test(
    'R7 R85: unknown credentials are 401 on every method, a foreign Origin is 403',
    on(open, async (_, mount) => {
      const client = await LegacyClient.open(mount);
      for (const method of ['GET', 'DELETE', 'POST']) {
        const body = method === 'POST' ? { jsonrpc: '2.0', id: 1, method: 'ping' } : undefined;
        const status = async (headers: Record<string, string>) =>
          (await mount.fetch(client.http(method, body, headers))).status;
        expect(await status({ Authorization: 'Bearer nobody' }), method).toBe(401);
        expect(await status({ Origin: 'http://evil.test' }), method).toBe(403);
      }
      expect((await client.call('ping')).status).toBe(200);
    }),
  );

  test(
    'R85: MCP-Protocol-Version: absent and negotiable versions are fine, others 400',
    on(open, async (_, mount) => {
      const client = await LegacyClient.open(mount);
      const status = async (version: string | null) =>
        (
          await client.send(
            client.post({ jsonrpc: '2.0', id: 1, method: 'ping' }, { 'MCP-Protocol-Version': version }),
          )
        ).status;
      for (const version of [null, '2025-11-25', '2025-03-26']) expect(await status(version)).toBe(200);
      for (const version of ['2024-11-05', '2026-07-28', 'latest']) expect(await status(version)).toBe(400);
    }),
  );

  test(
    'R85: unknown methods and those of the current revision are -32601 with 200; bad messages 400',
    on(open, async (_, mount) => {
      const client = await LegacyClient.open(mount);
      for (const method of ['server/discover', 'subscriptions/listen', 'tasks/update', 'no/such']) {
        const { status, error } = await client.call(method, { taskId: 'x' });
        expect([status, error.code], method).toEqual([200, -32601]);
      }
      const bad = async (body: Parameters<LegacyClient['post']>[0]) =>
        (await client.send(client.post(body))).status;
      expect(await bad([{ jsonrpc: '2.0', id: 1, method: 'ping' }])).toBe(400);
      expect(await bad({ jsonrpc: '2.0', id: 'never-sent', result: {} })).toBe(400);
      expect(await bad({ jsonrpc: '2.0', method: 'notifications/roots/list_changed' })).toBe(202);
    }),
  );

  test(
    'R85: before 2025-11-25 there are no tasks: no such methods, params.task is ignored, required tools are not shown',
    on(open, async (_, mount) => {
      const client = await LegacyClient.open(mount, { version: '2025-06-18' });
      for (const method of ['tasks/get', 'tasks/result', 'tasks/list', 'tasks/cancel'])
        expect((await client.call(method, { taskId: 'x' })).error.code, method).toBe(-32601);
      const tools = (await client.call('tools/list')).result.tools as { name: string; execution?: unknown }[];
      expect(tools.map(({ name }) => name)).toContain('lookup_glossary');
      expect(tools.map(({ name }) => name)).not.toContain('generate_report');
      expect(tools.filter(({ execution }) => execution !== undefined)).toEqual([]);
      const plain = await client.call('tools/call', {
        name: 'slow_compute',
        arguments: { seconds: 0 },
        task: {},
      });
      expect(plain.result).toMatchObject({ isError: false });
      expect(plain.result.task).toBeUndefined();
      expect((await client.call('tools/call', { name: 'generate_report' })).error.code).toBe(-32601);
    }),
  );

  test(
    'R85: logging/setLevel takes the levels of RFC 5424; from info on the changes of tasks are logged on the GET stream',
    on(open, async (_, mount) => {
      const client = await LegacyClient.open(mount);
      expect((await client.call('logging/setLevel', { level: 'loud' })).error.code).toBe(-32602);
      expect((await client.call('logging/setLevel', { level: 'info' })).body).toMatchObject({ result: {} });
      const stream = await client.listen();
      const { taskId } = await client.task('slow_compute', { seconds: 0 });
      await client.current.run();
      const methods = [(await stream.message()).method, (await stream.message()).method];
      expect(methods).toEqual(['notifications/tasks/status', 'notifications/message']);
      await client.call('logging/setLevel', { level: 'error' });
      await client.task('slow_compute', { seconds: 0 });
      await client.task('slow_compute', { seconds: 0 });
      await client.current.run();
      expect((await stream.message()).method).toBe('notifications/tasks/status');
      expect((await stream.message()).method).toBe('notifications/tasks/status');
      expect(taskId).toBeTypeOf('string');
      await stream.close();
    }),
  );

  test(
    'R85: batches are taken in a session of 2025-03-26, which had them, and in no other',
    on(open, async (_, mount) => {
      const client = await LegacyClient.open(mount, { version: '2025-03-26' });
      const all = async (batch: JsonObject[]) => {
        const response = await mount.fetch(client.post(batch));
        const text = await response.text();
        return [response.status, text === '' ? [] : JSON.parse(text)];
      };
      const ping = { jsonrpc: '2.0', id: 'a', method: 'ping' };
      const note = { jsonrpc: '2.0', method: 'notifications/x' };
      const unknown = { jsonrpc: '2.0', id: 'b', method: 'no/such' };
      expect(await all([ping, note, unknown, { id: 'c' }])).toMatchObject([
        200,
        [{ id: 'a', result: {} }, { id: 'b', error: { code: -32601 } }, { error: { code: -32600 } }],
      ]);
      expect(await all([note])).toEqual([202, []]);
      expect((await all([]))[0]).toBe(400);
      const many = (count: number) => Array.from({ length: count }, () => ({ ...note }));
      expect(await all(many(100))).toEqual([202, []]);
      expect(await all([ping, ...many(100)])).toMatchObject([400, { error: { code: -32600 } }]);
      expect((await all([{ ...ping, id: 'i', method: 'initialize' }, ping]))[1]).toMatchObject([
        { error: { code: -32601 } },
        { id: 'a', result: {} },
      ]);
      const later = await LegacyClient.open(mount, { version: '2025-06-18' });
      expect((await later.send(later.post([ping]))).status).toBe(400);
    }),
  );

  test(
    'R52 R53 R85: a plain call that is cancelled ends without an answer',
    on(open, async (_, mount) => {
      const client = await LegacyClient.open(mount);
      const call = { name: 'slow_compute', arguments: { seconds: 9 } };
      const pending = mount.fetch(client.request('tools/call', call, 'slow'));
      const params = { requestId: 'slow' };
      // Until it has arrived there is nothing to cancel.
      const ping = async () => (await client.send(client.request('ping', {}, 'slow'))).status;
      while ((await ping()) !== 400);
      await client.send(client.post({ jsonrpc: '2.0', method: 'notifications/cancelled', params }));
      expect(await rest(new EventStream(await pending))).toEqual([]);
    }),
  );

  test(
    'R85: the GET stream needs its media type; a second one takes over from the first',
    on(open, async (_, mount) => {
      const client = await LegacyClient.open(mount);
      const refused = await mount.fetch(client.http('GET', undefined, { Accept: 'application/json' }));
      expect(refused.status).toBe(406);
      const first = await client.listen();
      const second = await client.listen();
      expect(await rest(first)).toEqual([]);
      await client.task('slow_compute', { seconds: 0 });
      await client.current.run();
      expect((await second.message()).method).toBe('notifications/tasks/status');
      await second.close();
    }),
  );

  test(
    'R85: resources and prompts are those of the current surface, in the old words; an unknown resource is -32002',
    on(open, async (current, mount) => {
      const client = await LegacyClient.open(mount);
      for (const [method, member] of [
        ['resources/list', 'resources'],
        ['resources/templates/list', 'resourceTemplates'],
        ['prompts/list', 'prompts'],
      ] as const) {
        const { result } = await client.call(method);
        expect(result, method).toEqual({ [member]: (await current.ask(method)).result[member] });
      }
      const missing = await client.call('resources/read', { uri: 'nobody://here' });
      expect(missing.error).toMatchObject({ code: -32002, data: { uri: 'nobody://here' } });
      expect((await client.call('prompts/get', { name: 'nobody' })).error.code).toBe(-32602);
      expect(part(client.hello, 'capabilities')).toMatchObject({
        resources: {},
        prompts: {},
        completions: {},
      });
    }),
  );

  describe('bounds', () => {
    test(
      'R85: an idle session ends by the clock; an open stream keeps one; its tasks stay',
      on(
        open,
        async (_, mount) => {
          const idle = await LegacyClient.open(mount);
          const { taskId } = await idle.task('generate_report');
          const listening = await LegacyClient.open(mount);
          const stream = await listening.listen();
          await mount.advance(30_000);
          expect((await idle.call('ping')).status).toBe(200);
          await mount.advance(59_000);
          expect((await idle.call('ping')).status).toBe(200);
          await mount.advance(61_000);
          expect((await idle.call('ping')).status).toBe(404);
          expect((await listening.call('tasks/get', { taskId })).result.taskId).toBe(taskId);
          await stream.close();
        },
        { sessionIdleMs: 60_000, keepAliveMs: 600_000 },
      ),
    );

    // Each server bounds its own sessions: behind a gateway it is another number, and the turn decides which goes.
    test.skipIf(servers > 1)(
      'R85: sessions are bounded: the one that has been idle longest makes room, those in use are kept',
      on(
        open,
        async (_, mount) => {
          const first = await LegacyClient.open(mount);
          const second = await LegacyClient.open(mount);
          await first.call('ping');
          const third = await LegacyClient.open(mount);
          const status = async (client: LegacyClient) => (await client.call('ping')).status;
          expect([await status(first), await status(second), await status(third)]).toEqual([200, 404, 200]);
          const streams = [await first.listen(), await third.listen()];
          const { status: full, headers } = await new LegacyClient(mount).initialize();
          expect([full, headers.get('retry-after')]).toEqual([503, '1']);
          await Promise.all(streams.map((stream) => stream.close()));
        },
        { mostSessions: 2 },
      ),
    );

    test(
      'R85: more than 64 requests of one session at once are 429',
      on(open, async (_, mount) => {
        const client = await LegacyClient.open(mount);
        const { taskId } = await client.task('generate_report');
        const streams = await Promise.all(
          Array.from({ length: 64 }, (__, n) => client.stream('tasks/result', { taskId }, `r${n}`)),
        );
        expect((await client.call('ping')).status).toBe(429);
        await client.call('notifications/x').catch(() => {});
        await client.send(client.http('DELETE'));
        expect(await rest(streams[0] as never)).toEqual([]);
        await Promise.all(streams.map((stream) => stream.close()));
      }),
    );
  });
}
