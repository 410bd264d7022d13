import { createDemoServer } from '../index.ts';
import { legacySuite } from '../legacy/suite/legacy.suite.ts';
import { LocalBus } from '../ports/bus.ts';
import { CountingIds } from '../ports/ids.ts';
import { ManualClock } from '../ports/manual-clock.ts';
import { MemoryStore } from '../stores/memory/memory-store.ts';
import type { Mount, MountOptions } from './suite/mount.suite.ts';
import { protocolSuite } from './suite/protocol.suite.ts';

/** The demo server by direct call: no socket, no worker thread. */
async function openDirect(options: MountOptions = {}): Promise<Mount> {
  const clock = new ManualClock();
  const store = new MemoryStore();
  const ids = new CountingIds();
  const sealKey = new Uint8Array(32).fill(7);
  // Each server has a bus of its own, as a new process would.
  const open = () => createDemoServer({ ...options, store, clock, ids, bus: new LocalBus(), sealKey });
  let server = open();
  return {
    url: 'http://127.0.0.1:6280/mcp',
    fetch: (request) => server.fetch(request),
    step: () => server.worker.step(),
    advance: (ms) => clock.advance(ms),
    restart: async () => {
      await server.shutdown();
      server = open();
    },
    close: () => server.shutdown(),
  };
}

protocolSuite('direct call', openDirect);
legacySuite('direct call', openDirect);
