// Durable creates at 16 connections, and what they do to tasks/get meanwhile.
import { mean, syncs } from './disk.mjs';
import { judge, median, quantile } from './figures.mjs';
import { load, openConnection } from './load.mjs';
import { create, get, resultOf } from './messages.mjs';
import { startCommand } from './servers.mjs';

const CONNECTIONS = 16;
const MS = 2_000;

export async function measureCreates(dir, rounds) {
  const demo = await startCommand(dir);
  const { url } = demo;
  const line = await openConnection(url);
  const { taskId } = resultOf(await line.send(create(url)));
  line.close();
  const read = get(url, taskId);
  const gets = (ms) => load({ url, connections: 1, ms, next: () => read, check: resultOf });
  const creates = (ms) =>
    load({ url, connections: CONNECTIONS, ms, next: () => create(url), check: resultOf });
  await Promise.all([creates(MS), gets(MS)]);
  const seen = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = syncs(dir);
    const idle = await gets(MS);
    const cpuBefore = (await demo.used()).cpuMs;
    const [made, busy] = await Promise.all([creates(MS), gets(MS)]);
    const cpuMs = (await demo.used()).cpuMs - cpuBefore;
    const sync = mean([...before, ...syncs(dir)]);
    const p99 = (latencies) => quantile(latencies, 0.99);
    seen.push({
      sync,
      perSync: (made.count / made.took) * sync,
      rate: (made.count / made.took) * 1000,
      cpuMs: cpuMs / made.count,
      idle: p99(idle.latencies),
      busy: p99(busy.latencies),
      bound: p99(busy.latencies) / (3 * p99(idle.latencies) + 2 * sync),
    });
  }
  await demo.stop();
  const of = (name) => median(seen.map((one) => one[name]));
  return {
    figures: [
      judge({
        what: `durable creates in the time of one fdatasync alone, ${CONNECTIONS} connections`,
        unit: 'creates',
        values: seen.map(({ perSync }) => perSync),
        target: 6,
        why:
          `A group is at most ${CONNECTIONS} creates, and costs one sync and, on the one thread that serves, the work of each: ${of('cpuMs').toFixed(2)} ms of ` +
          `processor time here, beside an fdatasync of ${of('sync').toFixed(2)} ms. Where that work takes as long as the sync, the processor is the limit and ` +
          'not the disk; a machine that is busy with other things makes it longer still. The commit itself (the pages of a table, its indexes and ' +
          'the events, then the sync) holds that same thread up: nothing is read or answered meanwhile.',
      }),
      judge({
        what: 'p99 of `tasks/get` under that load to three times its idle p99 and two fdatasyncs',
        values: seen.map(({ bound }) => bound),
        target: 1,
        most: true,
        why:
          'A get waits for the group of creates before it on the same thread: their work, and one commit. Where that work is long beside the sync, ' +
          'or the machine busy with other things, it waits longer than two syncs.',
      }),
    ],
    notes: [
      `Creates a second ${of('rate').toFixed(0)}; fdatasync alone ${of('sync').toFixed(2)} ms (mean of 120 a round); ` +
        `tasks/get p99 ${of('idle').toFixed(1)} ms idle, ${of('busy').toFixed(1)} ms beside the creates.`,
    ],
  };
}
