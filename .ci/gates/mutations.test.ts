import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { endGroup, startGroup } from '../mutations.mjs';

/** Connects to a port of this machine, so that its end is seen there; then waits for ever. */
const connect = (port: number): string =>
  `require('node:net').connect(${port}, '127.0.0.1'); setInterval(() => {}, 60_000);`;

test('a run that is given up ends with the workers that it started', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const worker = JSON.stringify(['-e', connect(port)]);
  const child = startGroup(
    ['-e', `require('node:child_process').spawn(process.execPath, ${worker})`],
    process.cwd(),
  );
  try {
    const [socket] = (await once(server, 'connection')) as [Socket];
    socket.on('error', () => undefined);
    const gone = once(socket, 'close');
    socket.resume();
    endGroup(child);
    await gone;
    expect(socket.destroyed).toBe(true);
  } finally {
    endGroup(child);
    server.close();
  }
});
