const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'e2e', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {
    elicitation: { form: {} },
    extensions: { 'io.modelcontextprotocol/tasks': {} },
  },
};

/** One JSON-RPC request from outside of the browser. @returns its result */
export async function ask(
  endpoint: string,
  method: string,
  name: string,
  params: object,
): Promise<Record<string, unknown>> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': method,
      'Mcp-Name': name,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { _meta: META, ...params } }),
  });
  const { result, error } = (await response.json()) as { result?: Record<string, unknown>; error?: unknown };
  if (result === undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result;
}

/** Makes a task as another client would. @returns its id */
export async function demoCall(endpoint: string, tool: string, args: object): Promise<string> {
  const result = await ask(endpoint, 'tools/call', tool, { name: tool, arguments: args });
  return String(result.taskId);
}
