import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { LAB_PATH } from '../../protocol/lab.ts';
import { refuseSocket } from '../upgrade.ts';
import type { Lab } from './lab.ts';

/** Where the lab is let in or not. */
export interface Door {
  take(hosts: ReadonlySet<string>, request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

/**
 * Lets in who asks for `/lab`, from a page of our own or of an allowed origin, or from no page at all. The Host has been checked before; the
 * key is asked for in the first message, because a browser can send no header of its own with a WebSocket.
 * @param lab waited for while the server starts
 */
export function labDoor(
  on: boolean,
  allowedOrigins: readonly string[],
  opened: Promise<{ readonly lab: Lab | undefined }>,
): Door {
  return {
    take(hosts, request, socket, head) {
      const path = request.url?.split('?')[0];
      const { origin } = request.headers;
      if (path !== LAB_PATH || !on) {
        refuseSocket(
          socket,
          '404 Not Found',
          on ? `The lab is at ${LAB_PATH}.` : 'The lab is off (--no-lab).',
        );
      } else if (!isKnown(origin, hosts, allowedOrigins)) {
        refuseSocket(socket, '403 Forbidden', `Refused: the origin ${origin} is not allowed here.`);
      } else {
        opened.then(
          ({ lab }) => lab?.take(request, socket, head),
          () => refuseSocket(socket, '503 Service Unavailable', 'The server could not start.'),
        );
      }
    },
  };
}

/** No page at all has no Origin. */
function isKnown(
  origin: string | undefined,
  hosts: ReadonlySet<string>,
  allowed: readonly string[],
): boolean {
  if (origin === undefined || allowed.includes(origin)) return true;
  return origin.startsWith('http://') && hosts.has(origin.slice('http://'.length));
}
