// The client that the official conformance suite runs: `node dist/conformance-client.mjs URL`, with the scenario's name in
// MCP_CONFORMANCE_SCENARIO and its data (JSON) in MCP_CONFORMANCE_CONTEXT. The engine of the page does the work, in Node as it is.
import { isObject, parseJson } from '../../server/protocol/json.ts';
import { createEngine } from '../engine/index.ts';
import { scenarioOf } from './conformance/scenarios.ts';

const { MCP_CONFORMANCE_SCENARIO: name, MCP_CONFORMANCE_CONTEXT: data = '{}' } = process.env;
const url = process.argv.at(-1);

async function main(): Promise<void> {
  if (name === undefined || url === undefined || !/^https?:/.test(url))
    throw new Error(
      'Usage: MCP_CONFORMANCE_SCENARIO=tools_call node dist/conformance-client.mjs http://localhost:3000/mcp',
    );
  const parsed = parseJson(data);
  const context = parsed.ok && isObject(parsed.value) ? parsed.value : {};
  const engine = await createEngine({ storage: null, app: 'taskscope conformance client' });
  try {
    await scenarioOf(name)({ engine, url, context });
  } finally {
    await engine.close();
  }
}

main().then(
  () => process.exit(0), // a stream that a server leaves open would keep us
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
