import { ManualClock } from '../ports/manual-clock.ts';
import { deriveHeaders } from '../protocol/headers.ts';
import type { JsonObject } from '../protocol/json.ts';
import { createGateway, type GatewayOptions } from './gateway.ts';
import { NotTaken, type Replica } from './replica.ts';

export type Answer = (request: Request) => Response | Promise<Response>;

export const TASK = {
  taskId: 'tsk_1',
  status: 'working',
  createdAt: '2026-07-28T12:00:00.000Z',
  ttlMs: 900_000,
};
export const json = (result: JsonObject, status = 200) =>
  new Response(JSON.stringify({ jsonrpc: '2.0', id: 1, result }), {
    status,
    headers: { 'Content-Type': 'application/json' },
  });

export function ask(method: string, params: JsonObject = {}, signal?: AbortSignal): Request {
  return new Request('http://127.0.0.1:6280/mcp', {
    method: 'POST',
    headers: new Headers(deriveHeaders(method, params) as [string, string][]),
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    ...(signal === undefined ? {} : { signal }),
  });
}
export const call = () => ask('tools/call', { name: 'generate_report' });
export const get = (taskId = 'tsk_1') => ask('tasks/get', { taskId });

/** A gateway over two replicas, of which each test says what they answer. `heard` tells which ones were asked, e.g. `ab`. */
export function twoReplicas(options: Partial<GatewayOptions> = {}) {
  const clock = new ManualClock();
  const heard: string[] = [];
  const answers: Record<string, Answer> = { a: () => json(TASK), b: () => json(TASK) };
  const replica = (name: string): Replica => ({
    name,
    fetch: async (request) => {
      heard.push(name);
      return await (answers[name] as Answer)(request);
    },
  });
  const gateway = createGateway({ replicas: [replica('a'), replica('b')], clock, ...options });
  const asked = () => heard.splice(0).join('');
  return { clock, answers, gateway, asked };
}
export const down: Answer = () => Promise.reject(new NotTaken('refused'));
export const broken: Answer = () => Promise.reject(new Error('reset'));
