import { WebSocketServer } from 'ws';
import type { Bus } from '../../ports/bus.ts';
import type { CancelTimer, Clock } from '../../ports/clock.ts';
import type { TakeSocket } from '../upgrade.ts';
import { LabSocket, type Surroundings } from './socket.ts';

/** The longest message of a client, bytes. */
const MOST_BYTES = 64 * 1024;
/** The most clients at once. */
const MOST_SOCKETS = 32;
/** How often the store is looked at while somebody listens, in case another process's hint got lost, ms. */
const LOOK_MS = 1_000;

export interface LabOptions extends Omit<Surroundings, 'changed'> {
  readonly bus: Bus;
  readonly machine: Clock;
}

export interface Lab {
  /** Serves one WebSocket; its Host and Origin have been checked. */
  readonly take: TakeSocket;
  /** Ends all sockets, and takes no more. */
  close(): void;
}

/** The lab stream: true transitions as they are committed, and steering (docs/lab.md). */
export function openLab(options: LabOptions): Lab {
  const { bus, machine } = options;
  const sockets = new Set<LabSocket>();
  const server = new WebSocketServer({ noServer: true, maxPayload: MOST_BYTES, perMessageDeflate: false });
  const hint = (): void => {
    for (const socket of sockets) socket.hint();
  };
  const changed = (by: LabSocket): void => {
    for (const socket of sockets) if (socket !== by) socket.stateChanged();
  };
  const leave = bus.subscribe(hint);
  let cancelLook: CancelTimer = () => {};
  const look = (): void => {
    cancelLook = machine.after(LOOK_MS, () => {
      hint();
      if (sockets.size > 0) look();
    });
  };
  let closed = false;
  return {
    take(request, socket, head) {
      server.handleUpgrade(request, socket, head, (ws) => {
        if (closed) return ws.close(1001, 'The server is stopping.');
        if (sockets.size >= MOST_SOCKETS) return ws.close(1013, 'Too many clients: close another one.');
        const one = new LabSocket(ws, { ...options, changed }, machine);
        if (sockets.size === 0) look();
        sockets.add(one);
        ws.on('close', () => {
          sockets.delete(one);
          if (sockets.size === 0) cancelLook();
        });
      });
    },
    close() {
      closed = true;
      leave();
      cancelLook();
      for (const socket of sockets) socket.close(1001, 'The server is stopping.');
      // Whoever does not answer the goodbye must not hold up the end.
      machine.after(500, () => {
        for (const socket of sockets) socket.terminate();
      });
    },
  };
}
