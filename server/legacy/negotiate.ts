import { CODES, RpcError } from '../protocol/codes.ts';
import { LEGACY_TASKS_VERSION, LEGACY_VERSIONS, type LegacyVersion } from '../protocol/era.ts';
import { isObject, type JsonObject, type JsonValue, own, ownString } from '../protocol/json.ts';
import type { LegacyOptions } from './ports.ts';

/** What `initialize` settles for the time of a session. */
export interface Negotiated {
  readonly version: LegacyVersion;
  readonly clientCapabilities: JsonObject;
}

/** Reads `initialize` (2025-11-25 `basic/lifecycle`): the version asked for where it is spoken, else the newest. Throws -32602. */
export function negotiate(params: JsonValue | undefined): Negotiated {
  const asked = ownString(params, 'protocolVersion');
  const clientCapabilities = own(params, 'capabilities');
  if (asked === undefined) throw new RpcError(CODES.invalidParams, 'params.protocolVersion must be a string');
  if (!isObject(clientCapabilities))
    throw new RpcError(CODES.invalidParams, 'params.capabilities must be an object');
  if (!isObject(own(params, 'clientInfo')))
    throw new RpcError(CODES.invalidParams, 'params.clientInfo must be an object');
  const version = LEGACY_VERSIONS.find((known) => known === asked) ?? LEGACY_TASKS_VERSION;
  return { version, clientCapabilities };
}

/** Whether a session has tasks: they came with 2025-11-25. */
export function hasTasks({ version }: Negotiated): boolean {
  return version === LEGACY_TASKS_VERSION;
}

/** The InitializeResult. Tasks are advertised by the subtree that 2025-11-25 defines. */
export function initializeResult(negotiated: Negotiated, options: LegacyOptions): JsonObject {
  return {
    protocolVersion: negotiated.version,
    capabilities: serverCapabilities(negotiated, options),
    serverInfo: { ...options.serverInfo },
    instructions: options.instructions,
  };
}

function serverCapabilities(negotiated: Negotiated, { has, listTasks }: LegacyOptions): JsonObject {
  const tasks = {
    ...(listTasks ? { list: {} } : {}),
    cancel: {},
    requests: { tools: { call: {} } },
  };
  return {
    tools: {},
    logging: {},
    ...(has('resources/list') ? { resources: {} } : {}),
    ...(has('prompts/list') ? { prompts: {} } : {}),
    ...(has('completion/complete') ? { completions: {} } : {}),
    ...(hasTasks(negotiated) ? { tasks } : {}),
  };
}

/** Whether the client takes a request of the server's, by what it declared in `initialize`. */
export function clientTakes(capabilities: JsonObject, method: string, params: JsonObject): boolean {
  switch (method) {
    case 'elicitation/create': {
      const modes = own(capabilities, 'elicitation');
      if (!isObject(modes)) return false;
      // An empty object means forms alone ("Elicitation", Capabilities).
      if (own(params, 'mode') === 'url') return isObject(own(modes, 'url'));
      return isObject(own(modes, 'form')) || own(modes, 'url') === undefined;
    }
    case 'sampling/createMessage':
      return isObject(own(capabilities, 'sampling'));
    case 'roots/list':
      return isObject(own(capabilities, 'roots'));
    default:
      return false;
  }
}

/** Whether the client runs such a request as a task of its own: `tasks.requests.<kind>.<verb>`. */
export function clientHosts(capabilities: JsonObject, method: string): boolean {
  const [kind = '', verb = ''] = method.split('/');
  return isObject(own(own(own(own(capabilities, 'tasks'), 'requests'), kind), verb));
}
