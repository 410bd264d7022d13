import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mount, MountOptions } from '../http/suite/mount.suite.ts';
import { protocolSuite } from '../http/suite/protocol.suite.ts';
import { createDemoServer } from '../index.ts';
import { legacySuite } from '../legacy/suite/legacy.suite.ts';
import { CryptoIds } from '../node/ids.ts';
import { type Bus, LocalBus } from '../ports/bus.ts';
import { ManualClock } from '../ports/manual-clock.ts';
import { openStore } from '../stores/open.ts';
import { createGateway } from './gateway.ts';
import type { Routing } from './routing.ts';

/** Replicas share it: the retry of a question may come to another one. */
const SEAL_KEY = new Uint8Array(32).fill(7);

/** Two demo servers, each with a store of its own on one SQLite file and a bus that tells the other, behind a gateway. */
function openGateway(routing: Routing) {
  return async (options: MountOptions = {}): Promise<Mount> => {
    const dir = await mkdtemp(join(tmpdir(), 'taskscope-gateway-'));
    const clock = new ManualClock();
    const stores = [(await openStore({ dir })).store, (await openStore({ dir })).store];
    const ids = new CryptoIds();
    const open = () => {
      const [first, second] = relayed();
      return [first, second].map((bus, i) => {
        const store = stores[i];
        if (store === undefined) throw new Error('there are two stores');
        return createDemoServer({ ...options, store, clock, ids, bus, sealKey: SEAL_KEY });
      });
    };
    let servers = open();
    const replicas = ['a', 'b'].map((name, i) => ({
      name,
      fetch: async (request: Request) => {
        const server = servers[i];
        if (server === undefined) throw new Error('there are two servers');
        return server.fetch(request);
      },
    }));
    const gateway = createGateway({ replicas, clock, routing });
    let turn = 0;
    const shutdown = async () => {
      for (const server of servers) await server.shutdown();
    };
    return {
      url: 'http://127.0.0.1:6280/mcp',
      fetch: gateway.fetch,
      // Either replica may find the work.
      step: async () => {
        turn += 1;
        const [one, other] = turn % 2 === 0 ? servers : [...servers].reverse();
        return (await one?.worker.step()) === true || (await other?.worker.step()) === true;
      },
      advance: (ms) => clock.advance(ms),
      restart: async () => {
        await shutdown();
        servers = open();
      },
      close: async () => {
        await shutdown();
        for (const store of stores) await store.close();
        await rm(dir, { recursive: true, force: true });
      },
    };
  };
}

/** Two buses, as of two processes: what is published on one is heard on both. */
function relayed(): [Bus, Bus] {
  const locals = [new LocalBus(), new LocalBus()] as const;
  const bus = (own: Bus, other: Bus): Bus => ({
    publish: (hint) => {
      own.publish(hint);
      other.publish(hint);
    },
    subscribe: (hear) => own.subscribe(hear),
    subscribeLists: (hear) => own.subscribeLists(hear),
  });
  return [bus(locals[0], locals[1]), bus(locals[1], locals[0])];
}

protocolSuite('a gateway in front of two replicas, by task (R6 R54 R72)', openGateway('by-task'));
protocolSuite('a gateway in front of two replicas, by turn (R6 R54 R72)', openGateway('by-turn'));
legacySuite('a gateway in front of two replicas, by task (R85)', openGateway('by-task'), 2);
legacySuite('a gateway in front of two replicas, by turn (R85)', openGateway('by-turn'), 2);
