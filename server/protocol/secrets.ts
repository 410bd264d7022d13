/** Headers whose values never reach the log, storage, an export or a copy (attack 10). */
const SECRET_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'x-taskscope-key',
  'x-api-key',
]);

/** What headers of credentials are called elsewhere: `X-Auth-Token`, `Api-Key`, `DPoP`, `X-Csrf-Token`. */
const SECRET_NAME =
  /(^|[-_])(token|secret|password|passwd|jwt|dpop|csrf|xsrf|authorization|authentication|(api|access|auth|subscription|private|secret)[-_]?key)$/i;

/** Whether the value of a header of this name never reaches the log. */
export function isSecretHeader(name: string): boolean {
  return SECRET_HEADERS.has(name.toLowerCase()) || SECRET_NAME.test(name);
}

/** What the log holds instead of a secret: its number within the recording and its length in characters. */
export function secretPlaceholder(n: number, length: number): string {
  return `[secret:${n} length=${length}]`;
}

const PLACEHOLDER = /^\[secret:(\d+) length=(\d+)\]$/;

/** Reads a placeholder back, for display; undefined for any other text. */
export function readPlaceholder(value: string): { readonly n: number; readonly length: number } | undefined {
  const match = PLACEHOLDER.exec(value);
  return match === null ? undefined : { n: Number(match[1]), length: Number(match[2]) };
}
