// Durable creates at 16 connections, and what they do to tasks/get meanwhile.
import { mean, syncs } from './disk.mjs';
import { judge, median, quantile } from './figures.mjs';
import { load, openConnection } from './load.mjs';
import { create, get, resultOf } from './messages.mjs';
import { startCommand } from './servers.mjs';

const CONNECTIONS = 16;
const MS = 2_000;
/** What six creates in the time of one sync leave for each beside its share of its group's own sync, in parts of a sync. */
const LEFT = 1 / 6 - 1 / CONNECTIONS;
/** Where the arithmetic alone does not explain a miss. */
const BUSY =
  'That would do. What else the machine did in this run took the rest: of the processors, of which the load itself takes one, and of the disk, ' +
  'where a commit of SQLite is some twenty pages and an fsync, and the yardstick one page and an fdatasync.';

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
  const [sync, cpu] = [of('sync'), of('cpuMs')];
  const ms = (value) => `${value.toFixed(2)} ms`;
  const bound = 3 * of('idle') + 2 * sync;
  const us = (value) => `${(value * 1000).toFixed(0)} µs`;
  return {
    figures: [
      judge({
        what: `durable creates in the time of one fdatasync alone, ${CONNECTIONS} connections`,
        unit: 'creates',
        values: seen.map(({ perSync }) => perSync),
        target: 6,
        why:
          `Six creates in one fdatasync of ${ms(sync)} leave ${us(sync / 6)} for all that is done for one; its share of the sync of its own group of ` +
          `${CONNECTIONS} is ${us(sync / CONNECTIONS)} of that, which leaves ${us(sync * LEFT)} for HTTP, the checks, the statements and the pages of the log. ` +
          `Measured: ${us(cpu)} of processor time; a bare \`node:http\` echo takes some 30 µs. ${
            cpu > sync * LEFT
              ? `So the processor is the limit here, not the disk: at this cost the promise can hold where an fdatasync takes ${ms(cpu / LEFT)} or more. A ` +
                "thread of its own for the commits would hide the sync, but free an eighth of the processor's time at most (statements and pages, in a profile with the data in memory)."
              : BUSY
          }`,
      }),
      judge({
        what: 'p99 of `tasks/get` under that load to three times its idle p99 and two fdatasyncs',
        values: seen.map(({ bound }) => bound),
        target: 1,
        most: true,
        why:
          `A get that comes behind ${CONNECTIONS} creates waits for their work, ${CONNECTIONS} × ${us(cpu)} = ${ms(CONNECTIONS * cpu)} of the one thread, and for ` +
          `one commit. The bound here is ${ms(bound)}: ${us((bound - sync) / CONNECTIONS)} a create, beside one sync. ${
            CONNECTIONS * cpu > bound - sync
              ? 'Look-ups that come in one turn with creates are answered before their commit; what is left is the work of the creates.'
              : BUSY
          }`,
      }),
    ],
    notes: [
      `Creates a second ${of('rate').toFixed(0)}; fdatasync alone ${of('sync').toFixed(2)} ms (mean of 120 a round); ` +
        `tasks/get p99 ${of('idle').toFixed(1)} ms idle, ${of('busy').toFixed(1)} ms beside the creates. ` +
        `Processor time a create: ${us(cpu)}.`,
    ],
  };
}
