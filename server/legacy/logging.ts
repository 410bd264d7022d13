import { CODES, RpcError } from '../protocol/codes.ts';
import { type JsonObject, own } from '../protocol/json.ts';
import { LOG_LEVELS, type LogLevel } from '../protocol/logging.ts';

/** The level of `logging/setLevel`, which holds for the session from then on. Throws -32602. */
export function readSetLevel(params: JsonObject): LogLevel {
  const asked = own(params, 'level');
  const level = LOG_LEVELS.find((known) => known === asked);
  if (level === undefined)
    throw new RpcError(CODES.invalidParams, `params.level must be one of ${LOG_LEVELS.join(', ')}`);
  return level;
}
