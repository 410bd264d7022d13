import { CODES, RpcError } from '../protocol/codes.ts';
import type { HeaderCheck } from '../protocol/headers.ts';

/** -32020 with HTTP 400, saying which header, what was found and what the body has. */
export function headerMismatch(check: HeaderCheck): RpcError {
  return new RpcError(CODES.headerMismatch, explain(check), { http: 400 });
}

function explain({ header, field, expected, found, verdict }: HeaderCheck): string {
  const wanted = `${field} is ${JSON.stringify(expected)}`;
  if (verdict === 'missing') return `Header mismatch: ${header} is missing, ${wanted}`;
  if (verdict === 'malformed') return `Header mismatch: ${header} is not valid base64 of UTF-8, ${wanted}`;
  return `Header mismatch: ${header} is ${JSON.stringify(found)}, ${wanted}`;
}
