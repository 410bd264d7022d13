import type { InputRequests } from '../protocol/inputs.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { CallContext } from '../tasks/context.ts';

/** A context for a tool that is called by itself: no time passes, nobody listens, and `answers` are what a client would say. */
export function plainContext(answers: JsonObject = {}): CallContext {
  return {
    owner: { tenant: 'public', principal: 'guest' },
    speed: 1,
    wait: async () => {},
    ask: async (requests: InputRequests) =>
      Object.fromEntries(Object.keys(requests).map((key) => [key, answers[key] as JsonObject])),
    canAnswer: () => true,
    progress: () => {},
    log: () => {},
    history: async () => [],
    findTask: async () => undefined,
    listChanged: () => {},
  };
}
