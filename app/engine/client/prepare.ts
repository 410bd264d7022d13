import { CURRENT_VERSION, TASKS_EXTENSION } from '../../../server/protocol/codes.ts';
import { deriveHeaders } from '../../../server/protocol/headers.ts';
import type { JsonObject } from '../../../server/protocol/json.ts';
import type { RequestId } from '../../../server/protocol/jsonrpc.ts';
import { type Implementation, META } from '../../../server/protocol/meta.ts';
import type { Prepared } from '../engine.ts';

/** What this client says of itself on every request (R12). */
export interface Client {
  readonly info: Implementation;
  readonly capabilities: JsonObject;
}

export const CLIENT: Client = {
  info: { name: 'taskscope', title: 'Taskscope', version: '0.1.0' },
  capabilities: { elicitation: { form: {}, url: {} }, extensions: { [TASKS_EXTENSION]: {} } },
};

/** Builds one current request: `_meta` (with what is `wished` beside the answer) first, then the params, as text; headers derived from the body alone (R31). */
export function prepare(
  endpoint: string,
  method: string,
  id: RequestId,
  params: JsonObject,
  wished: JsonObject = {},
  client: Client = CLIENT,
): Prepared {
  const full: JsonObject = {
    _meta: {
      [META.protocolVersion]: CURRENT_VERSION,
      [META.clientInfo]: { ...client.info },
      [META.clientCapabilities]: client.capabilities,
      ...wished,
    },
    ...params,
  };
  return {
    endpoint,
    method,
    id,
    headers: deriveHeaders(method, full),
    text: JSON.stringify({ jsonrpc: '2.0', id, method, params: full }),
  };
}
