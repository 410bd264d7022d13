// The client of @modelcontextprotocol/sdk with its experimental tasks, against /mcp/legacy and /mcp/dual.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { InMemoryTaskStore } from '@modelcontextprotocol/sdk/experimental/tasks';
import {
  CallToolResultSchema,
  CreateTaskResultSchema,
  ElicitRequestSchema,
  ErrorCode,
} from '@modelcontextprotocol/sdk/types.js';
import { check, equal, fails } from './check.mjs';

const origin = process.argv[2];
const YES = { action: 'accept', content: { approved: true } };

async function connect(path, { capabilities = { elicitation: {} }, onAsk = () => YES, taskStore } = {}) {
  const client = new Client(
    { name: 'taskscope-clients', version: '1' },
    { capabilities, ...(taskStore ? { taskStore } : {}) },
  );
  if (capabilities.elicitation) client.setRequestHandler(ElicitRequestSchema, onAsk);
  const transport = new StreamableHTTPClientTransport(new URL(`${origin}${path}`));
  await client.connect(transport);
  return { client, transport, close: () => transport.terminateSession().then(() => client.close()) };
}

async function make(client, name, args = {}, task = {}) {
  const request = { method: 'tools/call', params: { name, arguments: args, task } };
  return (await client.request(request, CreateTaskResultSchema)).task;
}

for (const path of ['/mcp/legacy', '/mcp/dual'])
  await check(
    `sdk ${path}: a required tool as a stream of messages, its question answered, its result at the end`,
    async () => {
      const asked = [];
      const { client, close } = await connect(path, {
        onAsk: ({ params }) => {
          asked.push(params);
          return YES;
        },
      });
      // The client adds params.task where the list that it has seen says so.
      await client.listTools();
      const kinds = [];
      let result;
      const call = { name: 'generate_report', arguments: { size: 'large' } };
      for await (const message of client.experimental.tasks.callToolStream(call, CallToolResultSchema)) {
        kinds.push(message.type);
        if (message.type === 'error') throw message.error;
        if (message.type === 'result') result = message.result;
      }
      equal(kinds[0], 'taskCreated');
      equal(result.structuredContent, { size: 'large', approved: true });
      equal(
        asked.map(({ message }) => message),
        ['Approve the generated report outline?'],
      );
      equal(typeof asked[0]._meta['io.modelcontextprotocol/related-task'].taskId, 'string');
      await close();
    },
  );

await check(
  'sdk: the three kinds of tools, plain calls, and -32601 for a required tool without a task',
  async () => {
    const { client, close } = await connect('/mcp/legacy');
    const { tools } = await client.listTools();
    const kindOf = (name) => tools.find((tool) => tool.name === name)?.execution?.taskSupport;
    equal(['lookup_glossary', 'slow_compute', 'generate_report'].map(kindOf), [
      'forbidden',
      'optional',
      'required',
    ]);
    const plain = await client.callTool({ name: 'lookup_glossary', arguments: { term: 'lease' } });
    equal(plain.isError, false);
    await fails(
      client.request(
        { method: 'tools/call', params: { name: 'generate_report', arguments: {} } },
        CallToolResultSchema,
      ),
      ErrorCode.MethodNotFound,
    );
    await close();
  },
);

await check('sdk: tasks/get, tasks/cancel, pages of tasks/list, the subtree of capabilities', async () => {
  const { client, close } = await connect('/mcp/legacy');
  equal(client.getServerCapabilities().tasks, { list: {}, cancel: {}, requests: { tools: { call: {} } } });
  const made = [];
  for (let n = 0; n < 12; n += 1)
    made.push((await make(client, 'slow_compute', { seconds: 600 }, { ttl: 60_000 })).taskId);
  const { tasks } = client.experimental;
  const first = await tasks.listTasks();
  equal([first.tasks.length, typeof first.nextCursor], [10, 'string']);
  const second = await tasks.listTasks(first.nextCursor);
  equal(
    made.filter((id) => [...first.tasks, ...second.tasks].some(({ taskId }) => taskId === id)).length,
    12,
  );
  await fails(tasks.listTasks('nonsense'), ErrorCode.InvalidParams);
  const seen = await tasks.getTask(made[0]);
  equal([seen.status, seen.ttl, seen.pollInterval], ['working', 60_000, 1000]);
  for (const taskId of made) equal((await tasks.cancelTask(taskId)).status, 'cancelled');
  await fails(tasks.cancelTask(made[0]), ErrorCode.InvalidParams);
  await close();
});

await check(
  'sdk: the loss of a session loses no task: a new one finds it, and is asked its question',
  async () => {
    const first = await connect('/mcp/legacy', { capabilities: {} });
    const { taskId } = await make(first.client, 'generate_report', { size: 'small' });
    await first.close();
    await fails(first.client.ping());
    const { client, close } = await connect('/mcp/legacy');
    const result = await client.experimental.tasks.getTaskResult(taskId, CallToolResultSchema);
    equal(result.structuredContent, { size: 'small', approved: true });
    equal(result._meta['io.modelcontextprotocol/related-task'], { taskId });
    await close();
  },
);

await check('sdk: a task that the client hosts is polled and its result fetched', async () => {
  const taskStore = new InMemoryTaskStore();
  const { client, close } = await connect('/mcp/legacy', {
    taskStore,
    capabilities: { elicitation: {}, tasks: { requests: { elicitation: { create: {} } } } },
    onAsk: async (request, extra) => {
      if (!request.params.task) return { action: 'decline' };
      const task = await extra.taskStore.createTask({ ttl: request.params.task.ttl, pollInterval: 100 });
      setTimeout(
        () =>
          void extra.taskStore.storeTaskResult(task.taskId, 'completed', {
            action: 'accept',
            content: { answer: 'blue' },
          }),
        150,
      );
      return { task };
    },
  });
  const { content } = await client.callTool({ name: 'ask_as_task', arguments: {} });
  equal(/working, completed\. It answered: .*blue/.test(content[0].text), true);
  taskStore.cleanup();
  await close();
});

process.exit();
