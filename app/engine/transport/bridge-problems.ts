import type { BridgeCause } from '../../../server/protocol/bridge.ts';
import type { Problem } from '../../../server/protocol/problem.ts';

type Words = Pick<Problem, 'kind' | 'message' | 'next'>;

/** A failure that the bridge has told, in words: it saw the connection itself, so it names one cause. */
export function bridgeProblem(code: BridgeCause, detail: string, url: string): Problem {
  const { host, hostname, protocol, port } = new URL(url);
  const known: Partial<Record<BridgeCause, Words>> = {
    refused: {
      kind: 'network',
      message: `Nothing listens at ${host}: the connection was refused.`,
      next: 'Start the server, or check the port: its own output says where it listens.',
    },
    dns: {
      kind: 'network',
      message: `The name ${hostname} does not resolve to an address.`,
      next: 'Check the spelling of the host; for an internal name, that this machine is in its network (VPN).',
    },
    'no-route': {
      kind: 'network',
      message: `This machine has no way to ${host}.`,
      next: 'Check the network connection or the VPN, and the address.',
    },
    'connect-timeout': {
      kind: 'network',
      message: `${host} did not take the connection within 10 s.`,
      next: 'A firewall may drop it, or the host is off: check address and port.',
    },
    tls: {
      kind: 'tls',
      message: `The certificate or TLS of ${host} is not accepted.`,
      next: tlsNext(detail, hostname),
    },
    'not-tls': {
      kind: 'tls',
      message: `${host} does not speak TLS on that port.`,
      next: `The server speaks plain http: connect to http://${hostname}:${port || '443'}.`,
    },
    'no-answer': {
      kind: 'network',
      message: `${host} took the connection and closed it without an answer.`,
      next:
        protocol === 'http:'
          ? "Look at the server's log: it may have crashed, or it wants https on that port."
          : "Look at the server's log: it may have crashed, or it wants a client certificate.",
    },
    'not-http': {
      kind: 'network',
      message: `What answers at ${host} is no HTTP server.`,
      next: 'Check the port: another service listens there.',
    },
    'head-too-large': {
      kind: 'limit',
      message: `${host} answered with more than 64 KiB of headers.`,
      next: 'Look at the headers that the server sets.',
    },
    'broken-off': {
      kind: 'network',
      message: 'The connection broke off in the middle of the response.',
      next: 'Look whether the server stopped or restarted; what may be repeated is tried again by itself.',
    },
    'address-refused': {
      kind: 'network',
      message: `The bridge does not connect to ${host}.`,
      next:
        hostname === '0.0.0.0' || hostname === '[::]'
          ? 'That address is for listening: connect to 127.0.0.1 instead.'
          : 'Link-local addresses, where clouds keep their secrets, need "taskscope --allow-link-local".',
    },
    'needs-consent': {
      kind: 'network',
      message: `An answer names ${host}, an address of this machine or its network.`,
      next: 'It is connected to only after you have said yes to that host.',
    },
    rebound: {
      kind: 'network',
      message: `The name ${hostname} had a public address before and now points into this machine or its network.`,
      next: 'That is how DNS rebinding works. If it is meant (a VPN came up), reload the page and connect again.',
    },
    'bad-header': {
      kind: 'http',
      message: 'A header cannot be sent.',
      next: "Change the endpoint's own headers in its options.",
    },
    'too-many': {
      kind: 'limit',
      message: 'Too many requests are open through the bridge.',
      next: 'Wait until some are answered, or forget tasks that you do not need.',
    },
  };
  const words = known[code] ?? {
    kind: 'network',
    message: `The bridge could not reach ${host}.`,
    next: "Read the detail; the terminal's output may say more.",
  };
  return { ...words, code, detail };
}

function tlsNext(detail: string, hostname: string): string {
  if (/EXPIRED/.test(detail)) return 'The certificate has expired: renew it on the server.';
  if (/ALTNAME|HOSTNAME/.test(detail))
    return `The certificate is for another name than ${hostname}: connect by a name that it has.`;
  if (/SELF_SIGNED|UNABLE_TO|ISSUER/.test(detail))
    return 'Nobody that this machine trusts has signed it: start taskscope with NODE_EXTRA_CA_CERTS=the file of the authority.';
  return 'Read the detail: protocol versions or ciphers may not match.';
}

/** The page was opened without the key. */
export function noKey(): Problem {
  return {
    kind: 'network',
    code: 'no-key',
    message: 'The bridge needs the key of the link that the terminal shows.',
    next: 'Open that link, or paste it under "Endpoint options".',
  };
}

export function wrongKey(): Problem {
  return {
    kind: 'network',
    code: 'wrong-key',
    message: 'The key of this page is not that of the running Taskscope.',
    next: 'Open the link that the terminal shows now, or paste it under "Endpoint options".',
  };
}

export function bridgeLost(detail: string): Problem {
  return {
    kind: 'network',
    code: 'bridge-lost',
    message: 'The connection to the bridge, the taskscope command itself, is gone or was not let in.',
    detail,
    next: 'Look whether the command still runs, and was not started with --no-bridge; then try again.',
  };
}
