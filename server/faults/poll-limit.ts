import { isObject, own } from '../protocol/json.ts';
import { rewritten } from './answers.ts';
import { forEach } from './asked.ts';
import { faultKind, whole } from './kind.ts';

/** A little earlier than told is still in time: timers are not exact. */
const TOLERANCE = 0.9;
/** The interval grows up to so many times the first one. */
const MOST = 8;

interface Polled {
  readonly at: number;
  readonly intervalMs: number;
}

export const pollLimit = faultKind({
  name: 'poll-limit',
  title: 'Polls are limited',
  group: 'http',
  breaks:
    'Too many clients poll. The server refuses early polls with 429 and raises pollIntervalMs with each answer.',
  look: 'The ticks of the lane grow further apart as pollIntervalMs grows; an early "Poll now" gets a 429.',
  parameters: { fromMs: whole('The first interval, ms', 2000, 100, 600_000) },
  make: ({ fromMs }) => ({
    wrapFetch: (inner, { machine }) => {
      const tasks = new Map<string, Polled>();
      return forEach(async (asked, request) => {
        if (asked.method !== 'tasks/get') return inner(request);
        const taskId = String(own(asked.params, 'taskId'));
        const before = tasks.get(taskId);
        const at = machine.mono();
        if (before !== undefined && at - before.at < before.intervalMs * TOLERANCE) {
          const seconds = Math.ceil((before.intervalMs - (at - before.at)) / 1000);
          return new Response('Polled too early: pollIntervalMs says how often.\n', {
            status: 429,
            headers: { 'Retry-After': String(seconds), 'Content-Type': 'text/plain; charset=utf-8' },
          });
        }
        const intervalMs = before === undefined ? fromMs : Math.min(before.intervalMs * 2, fromMs * MOST);
        tasks.set(taskId, { at, intervalMs });
        return rewritten(await inner(request), (message) => {
          const result = own(message, 'result');
          return isObject(result)
            ? { ...message, result: { ...result, pollIntervalMs: intervalMs } }
            : message;
        });
      })(inner);
    },
  }),
});
