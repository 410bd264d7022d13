import { isObject, type JsonObject, own, ownString } from '../../../server/protocol/json.ts';
import { sampleArguments } from './sample.ts';
import { connectAndList, expected, type Run, type Scenario } from './scenario.ts';

/** Connects, lists the tools, and does no more: a network `$ref` in a schema is not followed. */
export const list: Scenario = async (run) => {
  await connectAndList(run);
};

/** Calls each tool that may be offered, once. */
export const callAll: Scenario = async (run) => {
  const { endpoint, tools } = await connectAndList(run);
  for (const tool of tools)
    expected(
      await run.engine.call(run.engine.prepareCall(endpoint, tool.name, sampleArguments(tool.inputSchema))),
    );
};

/** Makes the calls that the scenario names, after the tools were listed: their annotated parameters are mirrored. */
export const callAsTold: Scenario = async (run) => {
  const { endpoint } = await connectAndList(run);
  const calls = own(run.context, 'toolCalls');
  for (const call of Array.isArray(calls) ? calls : []) {
    const args = own(call, 'arguments');
    const prepared = run.engine.prepareCall(
      endpoint,
      ownString(call, 'name') ?? '',
      isObject(args) ? args : {},
    );
    expected(await run.engine.call(prepared));
  }
};

/** One request of each kind that has a mirrored name. */
export const eachKind: Scenario = async (run) => {
  await callAll(run);
  const endpoint = run.engine.endpoint ?? run.url;
  const ask = async (method: string, params: JsonObject): Promise<JsonObject> =>
    expected(await run.engine.request(run.engine.prepareRequest(endpoint, method, params)));
  const resources = await ask('resources/list', {});
  for (const uri of strings(resources, 'resources', 'uri')) await ask('resources/read', { uri });
  const prompts = await ask('prompts/list', {});
  for (const name of strings(prompts, 'prompts', 'name')) await ask('prompts/get', { name });
};

/** Sends the schema of one tool, as it was listed, to another one that echoes it. */
export const echoSchema: Scenario = async (run: Run) => {
  const { endpoint, tools } = await connectAndList(run);
  const schema = tools.find(({ name }) => name === 'json_schema_2020_12_tool')?.inputSchema;
  if (schema === undefined) throw new Error('json_schema_2020_12_tool is not listed with a schema');
  expected(await run.engine.call(run.engine.prepareCall(endpoint, 'json_schema_echo', { schema })));
};

function strings(result: JsonObject, list: string, field: string): string[] {
  const items = own(result, list);
  return (Array.isArray(items) ? items : []).flatMap((item) => ownString(item, field) ?? []);
}
