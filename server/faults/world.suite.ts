import type { EventStream } from '../http/suite/event-stream.suite.ts';
import { Client } from '../http/suite/mount.suite.ts';
import { createDemoServer, type DemoOptions } from '../index.ts';
import { LocalBus } from '../ports/bus.ts';
import { CountingIds } from '../ports/ids.ts';
import { ManualClock } from '../ports/manual-clock.ts';
import { type JsonObject, own } from '../protocol/json.ts';
import { MemoryStore } from '../stores/memory/memory-store.ts';

/** A demo server with one fault on, a manual clock and a worker that is stepped. */
export function world(name?: string, params: JsonObject = {}, options: Partial<DemoOptions> = {}) {
  const clock = new ManualClock();
  const store = new MemoryStore();
  const ids = new CountingIds();
  const server = createDemoServer({ store, clock, ids, bus: new LocalBus(), ...options });
  if (name !== undefined) server.faults.on(name, params);
  const client = new Client({
    url: 'http://127.0.0.1:6280/mcp',
    fetch: (request) => server.fetch(request),
    step: () => server.worker.step(),
    advance: (ms) => clock.advance(ms),
    restart: async () => undefined,
    close: () => server.shutdown(),
  });
  return { clock, store, server, client };
}

export const GUEST = { tenant: 'public', principal: 'guest' };

/** What a request came to: its status, and the text as far as it came. */
export async function outcome(response: Response): Promise<{ status: number; text: string; broke: boolean }> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const part = await reader?.read();
      if (part === undefined || part.done) return { status: response.status, text, broke: false };
      text += decoder.decode(part.value, { stream: true });
    }
  } catch {
    return { status: response.status, text, broke: true };
  }
}

/** Revisions of the next pushes of a listen that has been acknowledged. */
export async function revisions(stream: EventStream, count: number): Promise<unknown[]> {
  const told: unknown[] = [];
  while (told.length < count) {
    const message = await stream.message();
    if (own(message, 'method') === 'notifications/tasks')
      told.push(own(own(own(message, 'params'), '_meta'), 'dev.taskscope/revision'));
  }
  return told;
}

/** Lets streams, which are pulled, have their turn. */
export const turn = () => new Promise((resolve) => setImmediate(resolve));
