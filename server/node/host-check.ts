import { networkInterfaces } from 'node:os';

/** Where the server listens: `host` as the person gave it, without brackets; `port` as bound. */
export interface Bound {
  readonly host: string;
  readonly port: number;
}

const WILDCARDS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);
const LOOPBACK: readonly string[] = ['127.0.0.1', 'localhost', '::1'];

/** True for an address that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** `host` as it stands in a URL: IPv6 in brackets. */
export function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** The one origin that links name: a wildcard address is reached by loopback from here. */
export function canonicalOrigin(bound: Bound): string {
  const host = WILDCARDS.has(bound.host) ? '127.0.0.1' : bound.host;
  return new URL(`http://${urlHost(host)}:${bound.port}`).origin;
}

/**
 * The exact values of a Host header that name this server, in lower case: loopback names and, where it is another one, the
 * bound address; for a wildcard address, the addresses of this machine. All but the person's own `--host` are loopback or IP
 * literals, so a name that an attacker points at us (DNS rebinding) is never among them.
 */
export function allowedHosts(
  bound: Bound,
  ownAddresses: readonly string[] = machineAddresses(),
): Set<string> {
  const names = [
    ...LOOPBACK,
    bound.host.toLowerCase(),
    ...(WILDCARDS.has(bound.host) ? ownAddresses : []),
  ].map(urlHost);
  const hosts = names.map((name) => `${name}:${bound.port}`);
  // A browser leaves the port out where it is the scheme's own.
  return new Set(bound.port === 80 ? [...hosts, ...names] : hosts);
}

/**
 * Why a request's Host is refused (attack 1), or undefined where it is ours. Read from the raw header list, because Node keeps
 * only the first of several; an absolute request target, which would override the header, counts as a second Host.
 * @param rawHeaders names and values in turn, as `IncomingMessage.rawHeaders` has them
 * @param target the request target of the request line
 */
export function hostProblem(
  rawHeaders: readonly string[],
  target: string,
  allowed: ReadonlySet<string>,
): string | undefined {
  let host: string | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (host !== undefined) return 'the Host header is sent more than once';
    host = rawHeaders[i + 1] ?? '';
  }
  if (host === undefined) return 'the Host header is missing';
  if (!allowed.has(host.toLowerCase())) return 'the Host header does not name this server';
  if (!target.startsWith('/') && target !== '*') return 'the request target must be a path';
  return undefined;
}

/** The origins of this server beyond loopback, none where it is bound to loopback: the demo knows the loopback names itself. */
export function exposedOrigins(hosts: ReadonlySet<string>): string[] {
  const urls = [...hosts].map((host) => new URL(`http://${host}`));
  return [
    ...new Set(urls.filter((url) => !LOOPBACK.map(urlHost).includes(url.hostname)).map((url) => url.origin)),
  ];
}

function machineAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map((entry) => entry.address));
}
