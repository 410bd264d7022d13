import { expect, test } from 'vitest';
import type { JsonObject } from '../../protocol/json.ts';
import { META } from '../../protocol/meta.ts';
import { ANSWERING, type Client, DECLARED, meta, type OpenMount, on, part } from './mount.suite.ts';

const ABLE = meta({ [META.clientCapabilities]: ANSWERING });

/** What only the fixtures of the official suite can show: changing lists, mirrored parameters, several kinds of questions. */
export function fixtures(open: OpenMount): void {
  test('R15: the fixtures come after the everyday tools, and not without being asked for', async () => {
    const names = async (client: Client) => {
      const { tools } = (await client.ask('tools/list')).result;
      return (tools as unknown as { name: string }[]).map(({ name }) => name);
    };
    let everyday: string[] = [];
    await on(open, async (client) => {
      everyday = await names(client);
      const { capabilities } = (await client.ask('server/discover')).result;
      expect((capabilities as JsonObject).tools).toEqual({});
    })();
    await on(
      open,
      async (client) => {
        const all = await names(client);
        expect(all.slice(0, everyday.length)).toEqual(everyday);
        expect(all).toContain('greet');
        const { capabilities } = (await client.ask('server/discover')).result;
        expect(capabilities).toMatchObject({ tools: { listChanged: true }, prompts: { listChanged: true } });
      },
      { fixtures: 'conformance' },
    )();
    expect(everyday).not.toContain('greet');
  });

  test(
    'R57: a changed list is told to its listeners, under the id of the listen, and to nobody who did not ask',
    on(
      open,
      async (client) => {
        const stream = await client.listen(
          { toolsListChanged: true, resourcesListChanged: true },
          { id: 'T' },
        );
        const acked = part(await stream.message(), 'params').notifications;
        expect(acked).toEqual({ toolsListChanged: true });
        await client.call('test_trigger_prompt_change');
        // Behind a gateway each call may come to another replica than the listen, and to the same one the next time.
        for (let i = 0; i < 2; i += 1) {
          await client.call('test_trigger_tool_change');
          expect(await stream.message()).toEqual({
            jsonrpc: '2.0',
            method: 'notifications/tools/list_changed',
            params: { _meta: { [META.subscriptionId]: 'T' } },
          });
        }
        await stream.close();
      },
      { fixtures: 'conformance' },
    ),
  );

  test(
    'a mirrored parameter must agree with its header: missing, different or not base64 is -32020 with 400, before anything else',
    on(
      open,
      async (client) => {
        const call = (region: unknown, header: string | null) =>
          client.call('test_mirrored_param', { region } as JsonObject, {
            headers: { 'Mcp-Param-Region': header },
          });
        for (const [region, header] of [
          ['eu', 'eu'],
          ['eu', '=?base64?ZXU=?='],
          ['', ''],
          [null, null],
        ] as const) {
          const { result, error } = await call(region, header);
          // A null region breaks the schema, which is looked at after the headers.
          if (region === null) expect(error.code).toBe(-32602);
          else expect(result.resultType, `${region} ${header}`).toBe('complete');
        }
        for (const [region, header] of [
          ['eu', null],
          ['eu', 'us'],
          ['eu', 'EU'],
          ['eu', '=?base64?ZXU?='],
          [undefined, 'eu'],
        ] as const) {
          const { status, error } = await call(region, header);
          expect([status, error.code], `${region} ${header}`).toEqual([400, -32020]);
        }
      },
      { fixtures: 'conformance' },
    ),
  );

  test(
    'R37 R13: a tool may ask several kinds at once, but only those that the request declared',
    on(
      open,
      async (client) => {
        const name = 'test_input_required_result_capabilities';
        const asked = async (capabilities: JsonObject) => {
          const { result } = await client.call(
            name,
            {},
            { meta: meta({ [META.clientCapabilities]: capabilities }) },
          );
          return Object.keys(part(result, 'inputRequests'));
        };
        expect(await asked({ sampling: {} })).toEqual(['thought']);
        expect(await asked({ roots: {}, elicitation: {} })).toEqual(['user_name', 'client_roots']);
        expect(await asked(DECLARED)).toEqual([]);
        const prompt = await client.ask(
          'prompts/get',
          { name: 'test_input_required_result_prompt' },
          { meta: ABLE },
        );
        expect(Object.keys(part(prompt.result, 'inputRequests'))).toEqual(['user_context']);
      },
      { fixtures: 'conformance' },
    ),
  );
}
