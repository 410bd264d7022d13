import { WebSocketServer } from 'ws';
import type { Clock } from '../../ports/clock.ts';
import { BRIDGE_LIMITS, type OpenStdio, type StdioServer } from '../../protocol/bridge.ts';
import type { TakeSocket } from '../upgrade.ts';
import type { Channel, Outlet } from './channel.ts';
import { HttpChannel } from './http-channel.ts';
import { BridgeSocket } from './socket.ts';
import { type TargetRules, Targets } from './target.ts';

/** The longest message of a page, bytes: a body, escaped as JSON text. */
const MOST_BYTES = 2 * BRIDGE_LIMITS.requestBody;
/** The most pages at once. */
const MOST_SOCKETS = 32;

/** Makes the processes of pages. */
export interface StdioSource {
  /** For one page. */
  door(): StdioDoor;
  /** Resolves when all are gone. */
  close(): Promise<void>;
}

/** The processes that a page may have, each its own. */
export interface StdioDoor {
  readonly servers: readonly StdioServer[];
  open(channel: number, open: OpenStdio, outlet: Outlet): Channel;
  /** Ends what this page has running. */
  close(): void;
}

export interface BridgeOptions extends TargetRules {
  readonly key: string;
  readonly machine: Clock;
  /** Left out, there are no processes. */
  readonly stdio?: StdioSource | undefined;
}

export interface Bridge {
  /** Serves one WebSocket; its Host and Origin have been checked. */
  readonly take: TakeSocket;
  /** Ends all sockets, and takes no more. Resolves when the processes of all pages are gone. */
  close(): Promise<void>;
}

/** The bridge: requests and processes for pages that have the key (docs/bridge.md). */
export function openBridge(options: BridgeOptions): Bridge {
  const { key, machine, stdio } = options;
  const sockets = new Set<BridgeSocket>();
  const server = new WebSocketServer({ noServer: true, maxPayload: MOST_BYTES, perMessageDeflate: false });
  let closed = false;
  return {
    take(request, socket, head) {
      server.handleUpgrade(request, socket, head, (ws) => {
        if (closed) return ws.close(1001, 'The server is stopping.');
        if (sockets.size >= MOST_SOCKETS) return ws.close(1013, 'Too many pages: close another one.');
        const targets = new Targets(options);
        const processes = stdio?.door();
        const one = new BridgeSocket(ws, {
          key,
          machine,
          stdio: processes?.servers ?? [],
          open: (channel, open, outlet) =>
            open.kind === 'http'
              ? new HttpChannel(channel, open, targets, outlet, machine)
              : openProcess(processes, channel, open, outlet),
        });
        sockets.add(one);
        ws.on('close', () => {
          sockets.delete(one);
          processes?.close();
        });
      });
    },
    async close() {
      closed = true;
      for (const socket of sockets) socket.close(1001, 'The server is stopping.');
      // Whoever does not answer the goodbye must not hold up the end.
      machine.after(500, () => {
        for (const socket of sockets) socket.terminate();
      });
      await stdio?.close();
    },
  };
}

function openProcess(
  processes: StdioDoor | undefined,
  channel: number,
  open: OpenStdio,
  outlet: Outlet,
): Channel {
  if (processes !== undefined) return processes.open(channel, open, outlet);
  const detail = 'this Taskscope was started without --stdio and --config';
  // Not before the socket knows the channel.
  queueMicrotask(() => outlet.send({ type: 'error', channel, code: 'unknown-server', detail, at: 0 }));
  return { credit() {}, line() {}, cancel() {} };
}
