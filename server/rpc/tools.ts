import { CODES, missingExtension, RpcError, TASKS_EXTENSION } from '../protocol/codes.ts';
import { type JsonObject, own, ownString } from '../protocol/json.ts';
import { compareParamHeaders } from '../protocol/param-headers.ts';
import type { Tool } from '../tasks/tool.ts';
import { type Dress, handleView } from '../tasks/view.ts';
import type { Call, Handler } from './call.ts';
import { headerMismatch } from './header-mismatch.ts';
import { argumentsOf, interact, type Surroundings } from './interaction.ts';
import { declares } from './registry.ts';
import { hasCapability, missingCapability, rulesOutForms } from './rounds.ts';
import { misfit } from './validate.ts';

export interface ToolSurroundings extends Surroundings {
  readonly tools: readonly Tool[];
  readonly dress: Dress;
}

/**
 * `tools/call`. The server alone decides whether a task is made (R23), from the tool's kind and this request's declaration;
 * `params.task` and `params._meta.task` have no effect (R22). Unknown tools and misfit arguments are -32602 before any task
 * exists (R25), and so is every round of questions (R37).
 */
export function callTool(around: ToolSurroundings): Handler {
  const byName = new Map(around.tools.map((tool) => [tool.definition.name, tool]));
  return async (call) => {
    const name = ownString(call.params, 'name');
    if (name === undefined) throw new RpcError(CODES.invalidParams, 'params.name must be a string');
    const tool = byName.get(name);
    if (tool === undefined) throw new RpcError(CODES.invalidParams, `Unknown tool: ${name}`);
    checkParamHeaders(call, tool);
    const declared = declares(call.capabilities, TASKS_EXTENSION);
    if (tool.taskSupport === 'required' && !declared) throw missingExtension(TASKS_EXTENSION);
    if (tool.needs !== undefined && !hasCapability(call.capabilities, tool.needs))
      throw missingCapability(tool.needs);
    if (tool.asksForms === true && rulesOutForms(call.capabilities))
      throw missingCapability(['elicitation', 'form']);
    const args = fittingArguments(call.params, tool);
    return interact(around, call, async (context, taskId): Promise<JsonObject> => {
      if (tool.taskSupport === 'forbidden' || (tool.taskSupport === 'optional' && !declared))
        return tool.call(args, context);
      const begun = (await tool.before?.(args, context)) ?? args;
      const { _meta, inputResponses, requestState, ...params } = call.params;
      const { method, ttlMs } = call;
      const life = ttlMs === undefined ? {} : { ttlMs };
      const chosen = taskId === undefined ? {} : { taskId };
      const request = { method, tool: name, params, args: begun, ...life, ...chosen };
      const row = await around.service.create(call.owner, request);
      return { resultType: 'task', ...handleView(row, around.dress) };
    });
  };
}

function checkParamHeaders({ headers, params }: Call, tool: Tool): void {
  if (headers === undefined) return;
  const checks = compareParamHeaders(headers, tool.definition.inputSchema, own(params, 'arguments'));
  const wrong = checks.find(({ verdict }) => verdict !== 'agrees');
  if (wrong !== undefined) throw headerMismatch(wrong);
}

function fittingArguments(params: JsonObject, tool: Tool): JsonObject {
  const args = argumentsOf(params);
  const wrong = misfit(tool.definition.inputSchema, args);
  if (wrong !== undefined)
    throw new RpcError(CODES.invalidParams, `Arguments of ${tool.definition.name} do not fit: ${wrong}`);
  return args;
}
