// The requester of @modelcontextprotocol/ext-tasks on the client of @modelcontextprotocol/client, against /mcp and /mcp/dual (2026-07-28)
// and /mcp/legacy (2025-11-25). Its task requests go as they are through a dispatch of our own, as its guide asks for.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createTaskSessionFromClient, resultFromTaskOutcome } from '@modelcontextprotocol/ext-tasks/client';
import { check, equal } from './check.mjs';

const origin = process.argv[2];
const VERSION = '2026-07-28';
const INFO = { name: 'taskscope-clients', version: '1' };
const YES = { action: 'accept', content: { approved: true } };

/** One JSON-RPC request over HTTP with the headers that mirror it. */
function dispatchTo(url) {
  let id = 1000;
  return async (request) => {
    id += 1;
    const { method, params = {} } = request;
    const name = params.taskId ?? params.name;
    const headers = {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': VERSION,
      'Mcp-Method': method,
      ...(name === undefined ? {} : { 'Mcp-Name': name }),
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    const answer = await (await fetch(url, { method: 'POST', headers, body })).json();
    return answer.error ? { kind: 'error', error: answer.error } : { kind: 'result', result: answer.result };
  };
}

async function open(path, { mode, current, onInputRequest }) {
  const url = `${origin}${path}`;
  const client = new Client(INFO, {
    capabilities: { elicitation: { form: {} } },
    versionNegotiation: { mode },
  });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const { tools } = await client.listTools();
  const framing = {
    rawDispatch: dispatchTo(url),
    v2RequestFraming: {
      protocolVersion: VERSION,
      clientInfo: INFO,
      clientCapabilities: { elicitation: { form: {} } },
    },
  };
  const session = createTaskSessionFromClient(client, {
    endpointId: url,
    ...(current ? framing : {}),
    onInputRequest,
  });
  return { client, session, tools };
}

const GENERATIONS = [
  ['/mcp', 'auto', true],
  ['/mcp/dual', 'auto', true],
  ['/mcp/dual', 'legacy', false],
  ['/mcp/legacy', 'auto', false],
];

for (const [path, mode, current] of GENERATIONS)
  await check(
    `ext-tasks ${path} (${current ? 'current' : 'legacy'}): negotiates, asks, and settles with the result`,
    async () => {
      const asked = [];
      const { client, session } = await open(path, {
        mode,
        current,
        onInputRequest: (request) => {
          asked.push(request);
          return YES;
        },
      });
      equal(client.getProtocolEra?.(), current ? 'modern' : 'legacy');
      const execution = await session.callTool('generate_report', { size: 'large' });
      const { outcome } = await execution.settle();
      equal(resultFromTaskOutcome(outcome).structuredContent, { size: 'large', approved: true });
      equal(asked.length, 1);
      await session.close();
      await client.close();
    },
  );

process.exit();
