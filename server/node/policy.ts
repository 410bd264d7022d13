/** The page's policy, word for word from the design ("Policy from the first version on"). */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src http: https: ws: wss:; " +
  "img-src 'self' data: blob:; media-src data: blob:; worker-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'";

/** The policy of the one worker that needs eval (ajv compiles schemas to code): it can reach nothing. */
export const VALIDATOR_POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-eval'; connect-src 'none'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'";

/** The validator worker's file is known by this word in its name. */
const VALIDATOR_FILE = /(^|\/)[^/]*validator[^/]*\.js$/i;

/** The Content-Security-Policy for a file of the page, by its URL path. */
export function policyFor(path: string): string {
  return VALIDATOR_FILE.test(path) ? VALIDATOR_POLICY : PAGE_POLICY;
}

/** Headers of every response but those of `/mcp`, which is no page. */
export const SECURITY_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['Content-Security-Policy', PAGE_POLICY],
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['X-Frame-Options', 'DENY'],
];
