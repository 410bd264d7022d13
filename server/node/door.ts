import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { refuseSocket, type TakeSocket } from './upgrade.ts';

/** Where WebSockets are let in or not. */
export interface Door {
  take(hosts: ReadonlySet<string>, request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

/** What is behind the door at one path. */
export interface Room {
  /** Why nobody is let in, where it is switched off. */
  readonly off?: string | undefined;
  /** Waited for while the server starts; undefined refuses. */
  readonly opened: () => Promise<{ readonly take: TakeSocket } | undefined>;
}

/**
 * Lets in who asks for one of these paths, from a page of our own or of an allowed origin, or from no page at all. The Host has been
 * checked before; the key is asked for in the first message, because a browser can send no header of its own with a WebSocket.
 */
export function socketDoor(rooms: Readonly<Record<string, Room>>, allowedOrigins: readonly string[]): Door {
  return {
    take(hosts, request, socket, head) {
      const path = request.url?.split('?')[0] ?? '';
      const { origin } = request.headers;
      const room = Object.hasOwn(rooms, path) ? rooms[path] : undefined;
      if (room === undefined) {
        refuseSocket(socket, '404 Not Found', `WebSockets are at ${Object.keys(rooms).join(' and ')}.`);
      } else if (room.off !== undefined) {
        refuseSocket(socket, '404 Not Found', room.off);
      } else if (!isKnown(origin, hosts, allowedOrigins)) {
        refuseSocket(socket, '403 Forbidden', `Refused: the origin ${origin} is not allowed here.`);
      } else {
        room.opened().then(
          (opened) => opened?.take(request, socket, head),
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
