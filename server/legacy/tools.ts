import { CODES, RpcError } from '../protocol/codes.ts';
import { isObject, type JsonObject, type JsonValue, own, ownString } from '../protocol/json.ts';
import { shared, takesTasks, throughCurrent } from './calls.ts';
import type { Exchange } from './exchange.ts';
import { HOSTED_TOOL, runHosted } from './hosted.ts';
import type { LegacyOptions } from './ports.ts';
import { legacyResult, legacyTask, relatedTask, revisionMeta } from './task-view.ts';
import type { LegacyMethod } from './tasks.ts';

/** The longest `ttl` that a client gets, ms; a longer wish is cut to it ("Receivers MAY override the requested ttl duration"). */
const LONGEST_TTL = 86_400_000;
const IMMEDIATE = 'io.modelcontextprotocol/model-immediate-response';

/** `tools/list` and `tools/call` over the current surface's tools, and one tool of this surface's own. */
export function toolMethods(options: LegacyOptions): ReadonlyMap<string, LegacyMethod> {
  const supportOf = new Map(options.tools.map((tool) => [tool.definition.name, tool.taskSupport]));
  return new Map<string, LegacyMethod>([
    ['tools/list', (params, exchange) => list(params, exchange, supportOf, options)],
    ['tools/call', (params, exchange) => call(params, exchange, supportOf, options)],
  ]);
}

type SupportOf = ReadonlyMap<string, 'required' | 'optional' | 'forbidden'>;

/** Adds `execution.taskSupport`. A session without tasks is not shown what it could never call. */
async function list(
  params: JsonObject,
  exchange: Exchange,
  supportOf: SupportOf,
  options: LegacyOptions,
): Promise<JsonObject> {
  const result = await shared('tools/list', params, exchange, options);
  const tools = (own(result, 'tools') ?? []) as readonly JsonObject[];
  const last = own(result, 'nextCursor') === undefined ? [HOSTED_TOOL] : [];
  const shown = [...tools, ...last].flatMap((tool): JsonObject[] => {
    const taskSupport = supportOf.get(String(tool.name)) ?? 'forbidden';
    if (!takesTasks(exchange)) return taskSupport === 'required' ? [] : [tool];
    return [{ ...tool, execution: { taskSupport } }];
  });
  return { ...result, tools: shown };
}

async function call(
  params: JsonObject,
  exchange: Exchange,
  supportOf: SupportOf,
  options: LegacyOptions,
): Promise<JsonObject> {
  const { task: wish, ...plain } = params;
  const name = ownString(params, 'name') ?? '';
  // A session without tasks ignores the wish for one ("Task Support and Handling").
  const task = takesTasks(exchange) ? wish : undefined;
  const support = supportOf.get(name) ?? 'forbidden';
  if (name === HOSTED_TOOL.name && task === undefined) return runHosted(plain, exchange, options.clock);
  if (task === undefined) {
    if (support === 'required')
      throw new RpcError(
        CODES.methodNotFound,
        takesTasks(exchange)
          ? `${name} is only served as a task: add params.task`
          : `${name} is only served as a task, which needs protocol version 2025-11-25`,
      );
    return legacyResult(
      await throughCurrent({ method: 'tools/call', params: plain, asTask: false }, exchange, options),
    );
  }
  // An unknown tool is the current surface's to refuse, with -32602.
  if (support === 'forbidden' && (supportOf.has(name) || name === HOSTED_TOOL.name))
    throw new RpcError(CODES.methodNotFound, `${name} is never a task: leave params.task out`);
  return create(plain, readTtl(task), exchange, options);
}

async function create(
  params: JsonObject,
  ttl: { readonly ttlMs?: number },
  exchange: Exchange,
  options: LegacyOptions,
): Promise<JsonObject> {
  const asked = { method: 'tools/call', params, asTask: true, ...ttl };
  const handle = await throughCurrent(asked, exchange, options);
  const taskId = ownString(handle, 'taskId');
  if (handle.resultType !== 'task' || taskId === undefined) return legacyResult(handle);
  const row = await options.tasks.find(taskId, exchange.session.owner);
  exchange.session.follow(row, progressToken(params));
  const immediate = `Task ${taskId} has begun; its result comes later.`;
  const { _meta } = revisionMeta(row, options.lab);
  return {
    task: legacyTask(row),
    _meta: { ..._meta, ...relatedTask(taskId), [IMMEDIATE]: immediate },
  };
}

/** `params.task`: an object with a `ttl` in ms, which may be left out (the server's own is taken then). Throws -32602. */
function readTtl(task: JsonValue): { readonly ttlMs?: number } {
  if (!isObject(task)) throw new RpcError(CODES.invalidParams, 'params.task must be an object');
  const ttl = own(task, 'ttl');
  if (ttl === undefined || ttl === null) return {};
  if (typeof ttl !== 'number' || !Number.isFinite(ttl) || ttl <= 0)
    throw new RpcError(CODES.invalidParams, 'params.task.ttl must be a number of milliseconds above 0');
  return { ttlMs: Math.min(Math.ceil(ttl), LONGEST_TTL) };
}

function progressToken(params: JsonObject): string | number | undefined {
  const token = own(own(params, '_meta'), 'progressToken');
  return typeof token === 'string' || typeof token === 'number' ? token : undefined;
}
