import type { Clock } from '../../ports/clock.ts';
import type { BridgeCause, OpenStdio } from '../../protocol/bridge.ts';
import type { StdioDoor } from '../bridge/bridge.ts';
import type { Channel, Outlet } from '../bridge/channel.ts';
import { StdioChild } from './child.ts';
import { type StdioCommand, written } from './command-line.ts';

/** Processes at a time, over all pages. */
export const MOST_CHILDREN = 4;

/** The processes of all pages: one a page and server. */
export class StdioChildren {
  readonly #commands: readonly StdioCommand[];
  readonly #clock: Clock;
  readonly #running = new Set<StdioChild>();

  constructor(commands: readonly StdioCommand[], clock: Clock) {
    this.#commands = commands;
    this.#clock = clock;
    // Whatever ends this process ends them, too: nobody else would.
    process.on('exit', this.#kill);
  }

  /** For one page. */
  door(): StdioDoor {
    const own = new Map<string, StdioChild>();
    return {
      servers: this.#commands.map((command) => ({ name: command.name, command: written(command) })),
      open: (channel, { server }: OpenStdio, outlet) => {
        const command = this.#commands.find(({ name }) => name === server);
        if (command === undefined)
          return refused(channel, outlet, 'unknown-server', `no server is called "${server}"`);
        if (own.has(server))
          return refused(channel, outlet, 'too-many', `this page runs "${server}" already`);
        if (this.#running.size >= MOST_CHILDREN)
          return refused(
            channel,
            outlet,
            'too-many',
            `${MOST_CHILDREN} servers run already: close another page`,
          );
        const child = new StdioChild(channel, command, outlet, this.#clock);
        this.#running.add(child);
        own.set(server, child);
        void child.ended.then(() => {
          this.#running.delete(child);
          own.delete(server);
        });
        return child;
      },
      close: () => {
        for (const child of own.values()) child.cancel();
      },
    };
  }

  /** Resolves when all are gone. */
  async close(): Promise<void> {
    for (const child of this.#running) child.cancel();
    await Promise.all([...this.#running].map(({ ended }) => ended));
    process.off('exit', this.#kill);
  }

  readonly #kill = (): void => {
    for (const child of this.#running) child.signal('SIGKILL');
  };
}

function refused(channel: number, outlet: Outlet, code: BridgeCause, detail: string): Channel {
  // Not before the socket knows the channel.
  queueMicrotask(() => outlet.send({ type: 'error', channel, code, detail, at: 0 }));
  return { credit() {}, line() {}, cancel() {} };
}
