import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** Takes over the connection of a request that asked for a WebSocket. */
export type TakeSocket = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Headers that ask for another protocol. */
const ASKING: ReadonlySet<string> = new Set(['upgrade', 'connection', 'http2-settings']);

/**
 * Lets `take` have the requests that ask for a WebSocket. One that offers another protocol (Java's client offers HTTP/2 with each request) is
 * served over HTTP/1.1 as if it had not: Node would otherwise hand over every connection of which anything is asked.
 */
export function onWebSocket(server: Server, take: TakeSocket): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // From here on nobody else hears of a broken connection.
    socket.on('error', () => socket.destroy());
    if (request.headers.upgrade?.toLowerCase() === 'websocket') return take(request, socket, head);
    const { method, url, httpVersion, rawHeaders } = request;
    const lines = [`${method} ${url} HTTP/${httpVersion}`];
    for (let i = 0; i < rawHeaders.length; i += 2)
      if (!ASKING.has((rawHeaders[i] ?? '').toLowerCase()))
        lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`);
    socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
    server.emit('connection', socket);
  });
}

/** Answers a request for a WebSocket with a plain refusal. */
export function refuseSocket(socket: Duplex, status: string, text: string): void {
  const body = `${text}\n`;
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n${body}`,
  );
}
