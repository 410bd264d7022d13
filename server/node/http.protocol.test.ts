import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mount, MountOptions } from '../http/suite/mount.suite.ts';
import { protocolSuite } from '../http/suite/protocol.suite.ts';
import { createDemoServer, readableBy } from '../index.ts';
import { legacySuite } from '../legacy/suite/legacy.suite.ts';
import { ManualClock } from '../ports/manual-clock.ts';
import { openStore } from '../stores/open.ts';
import { startServing } from './serve.ts';

/** The demo server as the command runs it: real HTTP on a free port of loopback, and the store that a data folder gets. */
async function openHttp(options: MountOptions = {}): Promise<Mount> {
  const dir = await mkdtemp(join(tmpdir(), 'taskscope-http-'));
  const clock = new ManualClock(undefined, turn);
  const start = (port: number) =>
    startServing(
      {
        at: { host: '127.0.0.1', port },
        dir,
        appDir: join(dir, 'no-page'),
        key: 'not used here',
        version: '0.0.0',
        speed: 1,
        lab: true,
        allowOrigins: options.allowedOrigins ?? [],
        clock,
        work: false,
        ownProcess: true,
      },
      { openStore, createDemo: (wish) => createDemoServer({ ...wish, ...options }), readableBy },
    );
  let serving = await start(0);
  return {
    url: `${serving.origin}/mcp`,
    fetch: (request) => fetch(request),
    step: () => serving.demo.worker.step(),
    advance: (ms) => clock.advance(ms),
    restart: async () => {
      await serving.close();
      serving = await start(serving.bound.port);
    },
    close: async () => {
      await serving.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Sockets get their turn between the timers of the manual clock. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

protocolSuite('Node over HTTP', openHttp);
legacySuite('Node over HTTP', openHttp);
