import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  /** Status line, headers and body as they came. */
  readonly text: string;
}

/**
 * Sends bytes over a socket of its own and reads until the server closes it: `fetch` and `node:http` would repair what the
 * attacks break. @param lines the request's head without its last, empty line
 */
export function sendRaw(port: number, lines: readonly string[], body = ''): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`));
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      text += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text }));
  });
}
