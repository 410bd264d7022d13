import type { Ids } from '../ports/ids.ts';
import { CODES, RpcError } from '../protocol/codes.ts';
import type { InputRequest, InputRequests, InputResponses } from '../protocol/inputs.ts';
import { isObject, type JsonObject, type JsonValue, own, ownString } from '../protocol/json.ts';
import type { IncomingCall } from './call.ts';
import type { Seal } from './seal.ts';
import { answerMisfit } from './validate.ts';

/** Raised through a call that has to ask: the rounds so far end here, and the client calls again. */
export class InputNeeded extends Error {
  override readonly name = 'InputNeeded';
  readonly requests: InputRequests;

  constructor(requests: InputRequests) {
    super('This call needs input from the client. Whoever catches this must throw it again.');
    this.requests = requests;
  }
}

/**
 * The rounds of one call (core `basic/patterns/mrtr`). Nothing is kept between them: the answers of earlier rounds come back
 * inside the sealed `requestState`, those of this round in `inputResponses`, and the call runs anew with both.
 */
export class Rounds {
  readonly #call: IncomingCall;
  readonly #given: InputResponses;
  readonly #taken: Record<string, JsonObject>;
  /**
   * The id of the task that may come of these rounds, minted with the first question; undefined where nothing was asked yet. A store
   * uses an id once (S2), so of all that presents one sequence's states again, changed or not, one call alone makes a task: the state is
   * spent by the very write that makes it.
   */
  readonly taskId: string | undefined;

  private constructor(call: IncomingCall, given: InputResponses, kept: JsonObject) {
    this.#call = call;
    this.#given = given;
    this.#taken = { ...((own(kept, 'answers') ?? {}) as InputResponses) };
    this.taskId = ownString(kept, 'taskId');
  }

  /** Throws -32602 for a malformed `inputResponses`, and for a state that is no string, changed, foreign or expired. */
  static async open(call: IncomingCall, seal: Seal): Promise<Rounds> {
    const { params } = call;
    const given = own(params, 'inputResponses');
    if (given !== undefined && !isObject(given))
      throw new RpcError(CODES.invalidParams, 'params.inputResponses must be an object');
    const state = own(params, 'requestState');
    if (state !== undefined && typeof state !== 'string')
      throw new RpcError(CODES.invalidParams, 'params.requestState must be a string');
    const kept = state === undefined ? {} : await seal.open(state, bindingOf(call));
    return new Rounds(call, (given ?? {}) as InputResponses, kept);
  }

  /** See CallContext. The first answer to a key counts; keys that were not asked are never looked at. */
  readonly ask = async (requests: InputRequests): Promise<InputResponses> => {
    const missing: Record<string, InputRequest> = {};
    const answers: Record<string, JsonObject> = {};
    for (const [key, request] of Object.entries(requests)) {
      const answer = own(this.#taken, key) ?? own(this.#given, key);
      if (answer === undefined) {
        missing[key] = request;
        continue;
      }
      const wrong = answerMisfit(request, answer);
      if (wrong !== undefined)
        throw new RpcError(CODES.invalidParams, `inputResponses[${JSON.stringify(key)}]: ${wrong}`);
      answers[key] = answer as JsonObject;
      this.#taken[key] = answer as JsonObject;
    }
    if (Object.keys(missing).length === 0) return answers;
    for (const request of Object.values(missing)) {
      const capability = capabilityFor(request);
      if (!hasCapability(this.#call.capabilities, capability)) throw missingCapability(capability);
    }
    throw new InputNeeded(missing);
  };

  readonly canAnswer = (request: InputRequest): boolean =>
    hasCapability(this.#call.capabilities, capabilityFor(request));

  /** The result that asks: what is missing, and a state that carries what is there. */
  async needs(requests: InputRequests, seal: Seal, ids: Ids): Promise<JsonObject> {
    const content = { answers: this.#taken, taskId: this.taskId ?? ids.taskId() };
    const requestState = await seal.seal(content, bindingOf(this.#call));
    return { resultType: 'input_required', inputRequests: requests as unknown as JsonObject, requestState };
  }
}

/** What a state is bound to: the caller, the method, and every parameter but those of the rounds themselves. */
function bindingOf({ owner, method, params }: IncomingCall): JsonValue {
  const { _meta, inputResponses, requestState, ...salient } = params;
  return { tenant: owner.tenant, principal: owner.principal, method, params: salient };
}

/** The client capability that a question needs, as a path (core `client/*`, "Capabilities"). */
function capabilityFor({ method, params }: InputRequest): readonly string[] {
  switch (method) {
    case 'elicitation/create':
      return ownString(params, 'mode') === 'url' ? ['elicitation', 'url'] : ['elicitation'];
    case 'sampling/createMessage':
      return own(params, 'tools') === undefined ? ['sampling'] : ['sampling', 'tools'];
    default:
      return ['roots'];
  }
}

/** Whether what the path names is declared. Form mode is what an elicitation without modes means. */
export function hasCapability(capabilities: JsonObject, path: readonly string[]): boolean {
  let here: JsonValue | undefined = capabilities;
  for (const part of path) here = own(here, part);
  if (!isObject(here)) return false;
  // An elicitation that names its modes has only those; an empty one is form mode.
  return (
    path.length > 1 ||
    path[0] !== 'elicitation' ||
    Object.keys(here).length === 0 ||
    isObject(own(here, 'form'))
  );
}

/** Whether elicitation is declared, and form mode is not among its modes. */
export function rulesOutForms(capabilities: JsonObject): boolean {
  return own(capabilities, 'elicitation') !== undefined && !hasCapability(capabilities, ['elicitation']);
}

/** -32021 with what the client would have to declare. */
export function missingCapability(path: readonly string[]): RpcError {
  const required = path.reduceRight<JsonObject>((inner, part) => ({ [part]: inner }), {});
  return new RpcError(
    CODES.missingCapability,
    `Missing required client capability: ${path.join('.')} was not declared on this request`,
    { http: 400, data: { requiredCapabilities: required } },
  );
}
