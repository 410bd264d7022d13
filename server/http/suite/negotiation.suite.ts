import { expect, test } from 'vitest';
import { TASKS_EXTENSION } from '../../protocol/codes.ts';
import { readTools } from '../../protocol/discovery.ts';
import { META } from '../../protocol/meta.ts';
import { DECLARED, meta, type OpenMount, on, part, undeclared } from './mount.suite.ts';

const SERVER = { name: 'taskscope-demo' };

/** Versions, capabilities and headers: what a request must bring along to be served. */
export function negotiation(open: OpenMount): void {
  test(
    'R14 R21 R10: discover tells the one pinned version, tools and the extension as an empty object, and how long to keep it',
    on(open, async (client) => {
      const { status, result } = await client.ask('server/discover');
      expect(status).toBe(200);
      expect(result).toMatchObject({
        resultType: 'complete',
        supportedVersions: ['2026-07-28'],
        ttlMs: 300_000,
        cacheScope: 'public',
        _meta: { [META.serverInfo]: SERVER },
      });
      expect(result.supportedVersions).toEqual(['2026-07-28']);
      expect(result.capabilities).toEqual({
        tools: {},
        resources: { subscribe: true },
        prompts: {},
        completions: {},
        logging: {},
        extensions: { [TASKS_EXTENSION]: {} },
      });
      expect(result.instructions).toEqual(expect.any(String));
    }),
  );

  test(
    'R15: tools/list is the same each time and has generate_report with an optional size',
    on(open, async (client, mount) => {
      const { result } = await client.ask('tools/list');
      expect(result).toMatchObject({
        resultType: 'complete',
        ttlMs: 60_000,
        cacheScope: 'public',
        _meta: { [META.serverInfo]: SERVER },
      });
      const report = readTools(result).find((tool) => tool.name === 'generate_report');
      expect(report?.inputSchema).toMatchObject({
        type: 'object',
        properties: { size: { type: 'string', enum: ['small', 'medium', 'large'], default: 'medium' } },
      });
      expect(report?.inputSchema).not.toHaveProperty('required');
      await client.call('generate_report', { size: 'small' });
      await client.call('slow_compute', { seconds: 0 });
      const undeclaredList = await client.ask('tools/list', {}, { meta: undeclared() });
      await mount.restart();
      expect((await client.ask('tools/list')).result).toEqual(result);
      expect(undeclaredList.result).toEqual(result);
      for (const tool of readTools(result)) {
        expect(tool.description, tool.name).toEqual(expect.any(String));
        expect(tool.inputSchema, tool.name).toMatchObject({ type: 'object' });
      }
      expect((await client.ask('tools/list', { cursor: 'x' })).error.code).toBe(-32602);
    }),
  );

  test(
    'R12 R19: a request without proper _meta is -32602 with 400, and one with it is served with or without clientInfo',
    on(open, async (client) => {
      const bad = [
        null,
        meta({ [META.protocolVersion]: undefined }),
        meta({ [META.protocolVersion]: 20260728 }),
        meta({ [META.clientCapabilities]: undefined }),
        meta({ [META.clientCapabilities]: [] }),
        meta({ [META.clientCapabilities]: 'tasks' }),
      ];
      for (const wrong of bad) {
        const { status, error } = await client.ask('server/discover', {}, { meta: wrong });
        expect([status, error.code], JSON.stringify(wrong)).toEqual([400, -32602]);
      }
      for (const params of [undefined, [], 'x']) {
        const request = client.post({ jsonrpc: '2.0', id: 1, method: 'server/discover', params });
        const { status, error } = await client.send(request);
        expect([status, error.code], JSON.stringify(params)).toEqual([400, -32602]);
      }
      const anonymous = await client.ask(
        'server/discover',
        {},
        { meta: meta({ [META.clientInfo]: undefined }) },
      );
      expect(anonymous.status).toBe(200);
    }),
  );

  test(
    'R18: an unsupported version is -32022 with what is supported and what was asked for',
    on(open, async (client) => {
      for (const requested of ['v999.0.0', '2025-11-25', '']) {
        const asked = meta({ [META.protocolVersion]: requested });
        const headers = { 'MCP-Protocol-Version': requested };
        const { status, error } = await client.ask('server/discover', {}, { meta: asked, headers });
        expect([status, error.code], requested).toEqual([400, -32022]);
        expect(error.data).toEqual({ supported: ['2026-07-28'], requested });
      }
    }),
  );

  test(
    'R31 R54: each mirrored header must agree with the body; missing, differing and malformed ones are -32020 with 400',
    on(open, async (client) => {
      const taskId = await client.report();
      const cases: [string, Record<string, string>, Record<string, string | null>][] = [
        ['server/discover', {}, { 'MCP-Protocol-Version': null }],
        ['server/discover', {}, { 'MCP-Protocol-Version': '2025-11-25' }],
        ['server/discover', {}, { 'Mcp-Method': null }],
        ['server/discover', {}, { 'Mcp-Method': 'tools/list' }],
        ['server/discover', {}, { 'Mcp-Method': 'SERVER/DISCOVER' }],
        ['tools/call', { name: 'lookup_glossary' }, { 'Mcp-Name': null }],
        ['tools/call', { name: 'lookup_glossary' }, { 'Mcp-Name': 'slow_compute' }],
        ...['tasks/get', 'tasks/update', 'tasks/cancel'].flatMap((method) =>
          [null, method, `${taskId}x`, '=?base64?***?='].map(
            (name): [string, Record<string, string>, Record<string, string | null>] => [
              method,
              { taskId },
              { 'Mcp-Name': name },
            ],
          ),
        ),
      ];
      for (const [method, params, headers] of cases) {
        const { status, error } = await client.ask(method, params, { headers });
        expect([status, error.code], `${method} ${JSON.stringify(headers)}`).toEqual([400, -32020]);
      }
      const sentinel = `=?base64?${btoa(taskId)}?=`;
      for (const name of [taskId, ` ${taskId} `, sentinel]) {
        const { status } = await client.ask('tasks/get', { taskId }, { headers: { 'Mcp-Name': name } });
        expect(status, name).toBe(200);
      }
    }),
  );

  test(
    'R16 R13: task methods without the extension are -32021 with exactly what is missing, even after a request that had it',
    on(open, async (client) => {
      const taskId = await client.waiting();
      for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
        for (const capabilities of [{}, { extensions: {} }, { extensions: { [TASKS_EXTENSION]: true } }]) {
          const { status, error } = await client.ask(
            method,
            { taskId, inputResponses: {} },
            { meta: meta({ [META.clientCapabilities]: capabilities }) },
          );
          expect([status, error.code], method).toEqual([400, -32021]);
          expect(error.data).toEqual({ requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } });
        }
      }
      expect(await client.status(taskId)).toBe('input_required');
    }),
  );

  test(
    'R17 R80 R23 R13: a request that did not declare the extension never gets a task, one that did need not ask for it',
    on(open, async (client, mount) => {
      const refused = await client.call('generate_report', { size: 'small' }, { meta: undeclared() });
      expect([refused.status, refused.error.code]).toEqual([400, -32021]);
      expect(refused.error.data).toEqual({ requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } });
      expect(await mount.step()).toBe(false);
      expect((await client.call('slow_compute', { seconds: 0 })).result.resultType).toBe('task');
      const plain = await client.call('slow_compute', { seconds: 0, label: 'pi' }, { meta: undeclared() });
      expect(plain.result).toMatchObject({ resultType: 'complete', isError: false });
      const tooLong = await client.call('slow_compute', { seconds: 60 }, { meta: undeclared() });
      expect([tooLong.status, tooLong.error.code]).toEqual([400, -32021]);
      const never = await client.call('lookup_glossary', { term: 'lease' });
      expect(never.result.resultType).toBe('complete');
    }),
  );

  test(
    'R35: methods that were removed are -32601 with 404, declared or not',
    on(open, async (client) => {
      for (const method of [
        'tasks/status',
        'tasks/result',
        'tasks/list',
        'ping',
        'logging/setLevel',
        'resources/subscribe',
      ])
        for (const declared of [meta(), undeclared()]) {
          const { status, error } = await client.ask(method, { taskId: 'tsk_x' }, { meta: declared });
          expect([status, error.code], method).toEqual([404, -32601]);
        }
    }),
  );

  test(
    'the order of checks: _meta, headers, version, method, extension, params, ownership',
    on(open, async (client) => {
      const code = async (
        method: string,
        params: Record<string, string>,
        ask: Parameters<typeof client.ask>[2],
      ) => {
        const { status, error } = await client.ask(method, params, ask);
        return [status, error.code];
      };
      const old = meta({ [META.protocolVersion]: '1999-01-01', [META.clientCapabilities]: {} });
      const noMethod = { headers: { 'Mcp-Method': null } };
      expect(await code('no/such', {}, { ...noMethod, meta: null })).toEqual([400, -32602]);
      expect(await code('no/such', {}, { ...noMethod, meta: old })).toEqual([400, -32020]);
      expect(await code('no/such', {}, { meta: old })).toEqual([400, -32022]);
      expect(await code('no/such', {}, { meta: undeclared() })).toEqual([404, -32601]);
      expect(await code('tasks/get', {}, { meta: undeclared() })).toEqual([400, -32021]);
      expect(await code('tasks/get', {}, {})).toEqual([200, -32602]);
      expect(await code('tasks/update', { taskId: 'tsk_unknown' }, {})).toEqual([200, -32602]);
      const update = await client.ask('tasks/update', { taskId: 'tsk_unknown' });
      expect(update.error.message).toContain('inputResponses');
    }),
  );

  test(
    'R80: a declared extension is an object, whatever it holds',
    on(open, async (client) => {
      const rich = meta({
        [META.clientCapabilities]: {
          ...DECLARED,
          extensions: { [TASKS_EXTENSION]: { later: 1 }, 'x/y': {} },
        },
      });
      expect(part((await client.call('generate_report', {}, { meta: rich })).body, 'result').resultType).toBe(
        'task',
      );
    }),
  );
}
