// The SDK's own handler with the demo's tools, behind the same adapter from node:http as the demo has. Each request gets a server object of
// its own, as `createMcpHandler` prescribes; what can be made once (the schemas) is made once. It knows no tasks, so `tasks/get` is a method
// of ours on it that answers from a variable: it is spared the store that the demo asks.
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { serveBench } from './child.mjs';

const { tools, task } = JSON.parse(process.argv[2]);
const schemas = tools.map(({ inputSchema }) => fromJsonSchema(inputSchema));
const params = fromJsonSchema({
  type: 'object',
  properties: { taskId: { type: 'string' } },
  required: ['taskId'],
});

const handler = createMcpHandler(() => {
  const server = new McpServer(
    { name: 'bench', version: '1.0.0' },
    { capabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } },
  );
  for (const [i, { name, title, description }] of tools.entries())
    server.registerTool(name, { title, description, inputSchema: schemas[i] }, async () => ({ content: [] }));
  server.server.setRequestHandler('tasks/get', { params }, async ({ taskId }) => ({ ...task, taskId }));
  return server;
});
const server = createServer(getRequestListener(handler.fetch));
server.listen(0, '127.0.0.1', () => serveBench(`http://127.0.0.1:${server.address().port}/mcp`));
