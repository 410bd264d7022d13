import { CODES, methodNotFound, RpcError } from '../protocol/codes.ts';
import { LEGACY_VERSIONS, SESSION_HEADER } from '../protocol/era.ts';
import { isObject, type JsonObject, type JsonValue, own } from '../protocol/json.ts';
import {
  errorResponse,
  type RpcMessage,
  type RpcRequest,
  readMessage,
  resultResponse,
} from '../protocol/jsonrpc.ts';
import type { Outcome, SessionSurface, Visit } from '../rpc/surface.ts';
import { BATCH_VERSION, batched, MOST_IN_BATCH } from './batch.ts';
import { shared } from './calls.ts';
import { Exchange } from './exchange.ts';
import { Hints } from './hints.ts';
import { readSetLevel } from './logging.ts';
import { hasTasks, initializeResult, negotiate } from './negotiate.ts';
import type { LegacyOptions } from './ports.ts';
import type { Session } from './session.ts';
import { Sessions } from './sessions.ts';
import { type LegacyMethod, taskMethods } from './tasks.ts';
import { toolMethods } from './tools.ts';

/** Methods that the current surface serves for this one, where it has them. */
const SHARED: ReadonlySet<string> = new Set([
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
]);

/**
 * The 2025-11-25 surface (requirements, "The two generations"): another way to the same tasks, tools and owners as the current one.
 * What it keeps is in `Session`, and no task is in that.
 */
export class LegacySurface implements SessionSurface {
  readonly #options: LegacyOptions;
  readonly #sessions: Sessions;
  readonly #hints: Hints;
  readonly #tools: ReadonlyMap<string, LegacyMethod>;
  readonly #tasks: ReadonlyMap<string, LegacyMethod>;

  constructor(options: LegacyOptions) {
    this.#options = options;
    this.#sessions = new Sessions(options);
    this.#hints = new Hints(options.bus, (taskId) => this.#sessions.hear(taskId));
    this.#tools = toolMethods(options);
    this.#tasks = taskMethods(options, this.#hints);
  }

  async post(visit: Visit, body: JsonValue): Promise<Outcome> {
    if (Array.isArray(body) && body.length > 0) {
      const found = this.#session(visit);
      if ('kind' in found) return found;
      if (found.negotiated.version === BATCH_VERSION) return this.#batch(found, body);
    }
    const read = readMessage(body);
    if (!read.ok) return refusal(400, CODES.invalidRequest, `Invalid request: ${read.reason}`, read.id);
    const { message } = read;
    if (message.kind === 'request' && message.method === 'initialize')
      return this.#initialize(visit, message);
    const found = this.#session(visit);
    return 'kind' in found ? found : this.#take(found, message);
  }

  get(visit: Visit): Outcome {
    const found = this.#session(visit);
    return 'kind' in found ? found : { kind: 'stream', stream: found.openGeneral() };
  }

  end(visit: Visit): Outcome {
    const found = this.#session(visit);
    if ('kind' in found) return found;
    this.#sessions.remove(found);
    return { kind: 'empty', status: 204 };
  }

  shutdown(): void {
    this.#hints.leave();
    this.#sessions.clear();
  }

  #initialize(visit: Visit, { id, params }: RpcRequest): Outcome {
    if (visit.sessionId !== undefined) {
      const found = this.#session(visit);
      if ('kind' in found) return found;
      return refusal(400, CODES.invalidRequest, `Send initialize without ${SESSION_HEADER}`, id);
    }
    try {
      const negotiated = negotiate(params);
      const session = this.#sessions.open(visit.owner, negotiated);
      if (session === undefined)
        return refusal(503, CODES.internal, 'Too many sessions are in use: try again later', id);
      const body = resultResponse(id, initializeResult(negotiated, this.#options));
      return { kind: 'json', status: 200, body, headers: { [SESSION_HEADER]: session.id } };
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return { kind: 'json', status: 200, body: errorResponse(id, error.body()) };
    }
  }

  /** The session of a visit, or why there is none. */
  #session({ sessionId, version, owner }: Visit): Session | Outcome {
    if (sessionId === undefined)
      return refusal(
        400,
        CODES.invalidRequest,
        `${SESSION_HEADER} is missing: this endpoint speaks ${LEGACY_VERSIONS[0]}, begin with initialize`,
      );
    if (version !== undefined && !(LEGACY_VERSIONS as readonly string[]).includes(version))
      return refusal(
        400,
        CODES.invalidRequest,
        `MCP-Protocol-Version ${version} is not supported in a session: use ${LEGACY_VERSIONS.join(', ')}`,
      );
    return (
      this.#sessions.use(sessionId, owner) ??
      refusal(404, CODES.invalidRequest, 'The session is unknown or has ended: begin again with initialize')
    );
  }

  async #take(session: Session, message: RpcMessage): Promise<Outcome> {
    switch (message.kind) {
      case 'request':
        return this.#answer(session, message);
      case 'notification': {
        const requestId = own(message.params, 'requestId');
        if (
          message.method === 'notifications/cancelled' &&
          (typeof requestId === 'string' || typeof requestId === 'number')
        )
          session.cancel(requestId);
        return { kind: 'empty', status: 202 };
      }
      default:
        try {
          if (await session.peer.take(message)) return { kind: 'empty', status: 202 };
          return refusal(400, CODES.invalidRequest, 'No request of this server has the id of this response');
        } catch (error) {
          if (!(error instanceof RpcError)) throw error;
          return refusal(error.http, error.code, error.message);
        }
    }
  }

  async #batch(session: Session, bodies: readonly JsonValue[]): Promise<Outcome> {
    if (bodies.length > MOST_IN_BATCH)
      return refusal(400, CODES.invalidRequest, `A batch takes up to ${MOST_IN_BATCH} messages`);
    const outcomes = bodies.map(async (body): Promise<Outcome> => {
      const read = readMessage(body);
      if (!read.ok) return refusal(400, CODES.invalidRequest, `Invalid request: ${read.reason}`, read.id);
      return this.#take(session, read.message);
    });
    return batched(await Promise.all(outcomes), session);
  }

  async #answer(session: Session, { id, method, params }: RpcRequest): Promise<Outcome> {
    try {
      const exchange = new Exchange(id, session);
      return await exchange.run(async () => {
        if (params !== undefined && !isObject(params))
          throw new RpcError(CODES.invalidParams, 'params must be an object');
        return this.#serve(method, params ?? {}, exchange);
      });
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return refusal(error.http, error.code, error.message, id);
    }
  }

  async #serve(method: string, params: JsonObject, exchange: Exchange): Promise<JsonObject> {
    const { session } = exchange;
    if (method === 'ping') return {};
    if (method === 'logging/setLevel') {
      session.logLevel = readSetLevel(params);
      return {};
    }
    const own =
      this.#tools.get(method) ?? (hasTasks(session.negotiated) ? this.#tasks.get(method) : undefined);
    if (own !== undefined) return own(params, exchange);
    if (SHARED.has(method) && this.#options.has(method))
      return shared(method, params, exchange, this.#options);
    throw methodNotFound(method);
  }
}

function refusal(status: number, code: number, message: string, id?: RpcRequest['id']): Outcome {
  const headers = status === 503 || status === 429 ? { 'Retry-After': '1' } : {};
  return { kind: 'json', status, body: errorResponse(id, { code, message }), headers };
}
