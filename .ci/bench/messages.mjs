// The requests that the bench sends, as a client of 2026-07-28 would send them.
import { post } from './load.mjs';

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': { extensions: { 'io.modelcontextprotocol/tasks': {} } },
  'io.modelcontextprotocol/clientInfo': { name: 'taskscope-bench', version: '1' },
};
let ids = 0;

/** The bytes of one request. @param name what `Mcp-Name` mirrors, where the method has it */
export function request(url, method, params = {}, name = undefined) {
  ids += 1;
  const headers = [
    ['Content-Type', 'application/json'],
    ['Accept', 'application/json, text/event-stream'],
    ['MCP-Protocol-Version', '2026-07-28'],
    ['Mcp-Method', method],
    ...(name === undefined ? [] : [['Mcp-Name', name]]),
  ];
  return post(url, headers, { jsonrpc: '2.0', id: ids, method, params: { ...params, _meta: META } });
}

export const get = (url, taskId) => request(url, 'tasks/get', { taskId }, taskId);

/** A task that works for as long as the bench runs, so that the worker has nothing to do for it. */
export const create = (url) =>
  request(url, 'tools/call', { name: 'slow_compute', arguments: { seconds: 60 } }, 'slow_compute');

/** The result of an answer; throws where it is an error. */
export function resultOf({ status, body }) {
  const { result } = JSON.parse(body);
  if (status !== 200 || result === undefined) throw new Error(`HTTP ${status}: ${body}`);
  return result;
}
