import type { Clock } from '../ports/clock.ts';
import { CODES, missingExtension, RpcError, TASKS_EXTENSION } from '../protocol/codes.ts';
import { isObject, type JsonObject, own, ownString } from '../protocol/json.ts';
import type { TaskService } from '../tasks/service.ts';
import type { CallContext, Tool } from '../tasks/tool.ts';
import { type Dress, handleView } from '../tasks/view.ts';
import { type Call, CallCancelled, type Handler, reply } from './call.ts';
import { declares } from './registry.ts';
import { misfit } from './validate.ts';

export interface ToolSurroundings {
  readonly tools: readonly Tool[];
  readonly service: TaskService;
  readonly clock: Clock;
  readonly speed: number;
  readonly dress: Dress;
}

/**
 * `tools/call`. The server alone decides whether a task is made (R23), from the tool's kind and this request's declaration;
 * `params.task` and `params._meta.task` have no effect (R22). Unknown tools and misfit arguments are -32602 before any task
 * exists (R25).
 */
export function callTool(around: ToolSurroundings): Handler {
  const byName = new Map(around.tools.map((tool) => [tool.definition.name, tool]));
  return async (call) => {
    const name = ownString(call.params, 'name');
    if (name === undefined) throw new RpcError(CODES.invalidParams, 'params.name must be a string');
    const tool = byName.get(name);
    if (tool === undefined) throw new RpcError(CODES.invalidParams, `Unknown tool: ${name}`);
    const declared = declares(call.capabilities, TASKS_EXTENSION);
    if (tool.taskSupport === 'required' && !declared) throw missingExtension(TASKS_EXTENSION);
    const args = readArguments(call.params, tool);
    if (tool.taskSupport === 'forbidden' || (tool.taskSupport === 'optional' && !declared)) {
      return reply(await tool.call(args, callContext(call, around)));
    }
    const { _meta, ...params } = call.params;
    const row = await around.service.create(call.owner, { method: call.method, tool: name, params, args });
    return reply({ resultType: 'task', ...handleView(row, around.dress) });
  };
}

function readArguments(params: JsonObject, tool: Tool): JsonObject {
  const given = own(params, 'arguments');
  const args = given === undefined ? {} : given;
  if (!isObject(args)) throw new RpcError(CODES.invalidParams, 'params.arguments must be an object');
  const wrong = misfit(tool.definition.inputSchema, args);
  if (wrong !== undefined)
    throw new RpcError(CODES.invalidParams, `Arguments of ${tool.definition.name} do not fit: ${wrong}`);
  return args;
}

function callContext(call: Call, { clock, speed }: ToolSurroundings): CallContext {
  const { signal } = call;
  return {
    speed,
    wait: (ms) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(new CallCancelled());
        if (ms <= 0) return resolve();
        const cancelTimer = clock.after(Math.round(ms / speed), () => {
          signal.removeEventListener('abort', abort);
          resolve();
        });
        const abort = () => {
          cancelTimer();
          reject(new CallCancelled());
        };
        signal.addEventListener('abort', abort, { once: true });
      }),
  };
}
