import { expect, test } from 'vitest';
import { LogStore } from '../log/log-store.ts';
import { AT, aTask, Story } from './events.suite.ts';
import { Worlds } from './worlds.ts';

test('scale: appending and folding 100,000 events stay linear', () => {
  /** CPU time, µs, for about `n` events: half of them frames that flip the state and ask something new, half of them polls. */
  const run = (n: number): number => {
    const story = new Story();
    story.call(aTask());
    const listen = story.ask('subscriptions/listen', { notifications: { taskIds: ['a'] } });
    story.head(listen, 200, 'text/event-stream');
    const ask = (i: number) => ({ [`k${i}`]: { method: 'elicitation/create', params: {} } });
    for (let i = 0; story.events.length < n; i += 1) {
      for (const fields of [
        { status: 'input_required', inputRequests: ask(i) },
        {},
        { pollIntervalMs: i },
        {},
      ])
        story.frame(listen, { jsonrpc: '2.0', method: 'notifications/tasks', params: aTask(fields) });
      story.poll(aTask());
    }
    const started = process.cpuUsage().user;
    const log = new LogStore();
    for (const event of story.events) log.append([event]);
    const task = new Worlds(log).at().tasks.get(`${AT} a`);
    const took = process.cpuUsage().user - started;
    expect(task?.questions.length).toBe(task?.pollCount);
    expect(task?.segments.length).toBeGreaterThan(n / 5);
    return took;
  };
  run(1_000);
  const small = run(10_000);
  // Ten times the events; what is quadratic would take a hundred times as long.
  expect(run(100_000) / small).toBeLessThan(40);
}, 180_000);
