// A load of HTTP over raw sockets: each connection sends its next request when the answer to the last one is whole (a closed loop).
// Sockets and prepared bytes, because a full HTTP client costs more than the servers that are measured.
import { connect } from 'node:net';

/** The bytes of one POST to `url`. */
export function post(url, headers, body) {
  const { host, pathname } = new URL(url);
  const text = JSON.stringify(body);
  const lines = [
    `POST ${pathname} HTTP/1.1`,
    `Host: ${host}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${text}`);
}

/** One keep-alive connection; `send` resolves with status and body once the whole answer is there. */
export async function openConnection(url) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setNoDelay(true);
  await new Promise((done, fail) => socket.once('connect', done).once('error', fail));
  let waiting;
  let pending = Buffer.alloc(0);
  const end = (error) => waiting?.fail(error);
  socket.on('error', end);
  socket.on('close', () => end(new Error('the server closed the connection')));
  socket.on('data', (chunk) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    const head = pending.indexOf('\r\n\r\n');
    if (head < 0) return;
    const text = pending.latin1Slice(0, head);
    const length = /content-length: (\d+)/i.exec(text)?.[1];
    if (length === undefined) return end(new Error(`an answer without Content-Length:\n${text}`));
    const whole = head + 4 + Number(length);
    if (pending.length < whole) return;
    const body = pending.utf8Slice(head + 4, whole);
    pending = pending.subarray(whole);
    const { done } = waiting;
    waiting = undefined;
    done({ status: Number(text.slice(9, 12)), body });
  });
  return {
    send: (bytes) =>
      new Promise((done, fail) => {
        waiting = { done, fail };
        socket.write(bytes);
      }),
    close: () => {
      waiting = undefined;
      socket.removeAllListeners('close');
      socket.destroy();
    },
  };
}

/**
 * Keeps `connections` busy for `ms`. @param next gives the bytes of each request; @param check throws where an answer is not the expected one
 * @param awake looks for answers without ever going to sleep: a server would else pay for waking this process, the more often the
 *   slower it is, which in a virtual machine costs more than the answer itself
 * @returns how many answers came, how long it took (ms), and each one's latency (ms)
 */
export async function load({ url, connections, ms, next, check, awake = false }) {
  const lines = await Promise.all(Array.from({ length: connections }, () => openConnection(url)));
  const latencies = [];
  const begun = performance.now();
  const end = begun + ms;
  const look = () => performance.now() < end && setImmediate(look);
  if (awake) look();
  await Promise.all(
    lines.map(async (line) => {
      for (let now = performance.now(); now < end; ) {
        const answer = await line.send(next());
        const after = performance.now();
        latencies.push(after - now);
        now = after;
        check(answer);
      }
    }),
  );
  const took = performance.now() - begun;
  for (const line of lines) line.close();
  return { count: latencies.length, took, latencies };
}
