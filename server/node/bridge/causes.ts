import type { BridgeCause } from '../../protocol/bridge.ts';
import { BridgeRefusal } from './target.ts';

/** Where an exchange stood when it failed. */
export type Stage = 'connecting' | 'waiting' | 'reading';

const NO_ROUTE: ReadonlySet<string> = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'EHOSTDOWN']);
const BROKEN: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_ABORTED']);

/** What a failure of Node's or undici's comes to, and its own words. */
export function causeOf(
  error: unknown,
  stage: Stage,
): { readonly code: BridgeCause; readonly detail: string } {
  if (error instanceof BridgeRefusal) return { code: error.code, detail: error.message };
  const first = firstOf(error);
  const code = codeOf(first);
  const message = first instanceof Error ? first.message : String(first);
  const detail = code === '' || message.includes(code) ? message : `${message} (${code})`;
  return { code: causeOfCode(code, message, stage), detail };
}

function causeOfCode(code: string, message: string, stage: Stage): BridgeCause {
  if (code === 'ECONNREFUSED') return 'refused';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'dns';
  if (NO_ROUTE.has(code)) return 'no-route';
  if (code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT') return 'connect-timeout';
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return 'head-too-large';
  if (/wrong version number|packet length too long|http request/i.test(message)) return 'not-tls';
  if (isOfCertificates(code)) return 'tls';
  if (code.startsWith('HPE_') || message.includes('does not match the HTTP')) return 'not-http';
  if (stage === 'reading') return 'broken-off';
  return BROKEN.has(code) ? 'no-answer' : 'failed';
}

/** OpenSSL's verdicts on certificates and hand-shakes. */
function isOfCertificates(code: string): boolean {
  return (
    code.startsWith('ERR_TLS_') ||
    code.startsWith('ERR_SSL_') ||
    code.startsWith('CERT_') ||
    code.includes('_CERT') ||
    code === 'EPROTO' ||
    code.startsWith('UNABLE_TO_') ||
    code === 'HOSTNAME_MISMATCH'
  );
}

/** With several addresses tried there are several errors: the first says as much as any. */
function firstOf(error: unknown): unknown {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors[0];
  if (error instanceof Error && error.cause instanceof Error && codeOf(error) === '') return error.cause;
  return error;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
