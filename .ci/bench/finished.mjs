// Look-up and sweep in a store of 1,000 finished tasks against one of 1,000,000.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { judge, median } from './figures.mjs';
import { eventFor, rowFor } from './rows.mjs';

const SIZES = [1_000, 1_000_000];
/** As many different tasks are looked up in the one as in the other: what is kept in memory has the same to hold. */
const IDS = 1_000;
/** Short turns and many of them: what else the machine does then hits both alike. */
const LOOK_UPS = 200;
const QUIET = 50;
/** Tasks that a sweep removes in one go. */
const BATCH = 20;
const RETENTION_MS = 600_000;
const MARK_MS = 10 ** 12;

/** Fills a store with copies of one finished task, each made a millisecond after the other. @returns store, some ids, and when the first may go */
async function filled(dir, size, { openStore }) {
  mkdirSync(dir, { recursive: true });
  const first = rowFor('tsk_first', { result: { content: [{ type: 'text', text: 'x'.repeat(200) }] } });
  const made = await openStore({ dir });
  await made.store.create(first, eventFor(first, 'created'));
  const ended = { ...first, status: 'completed', revision: 2 };
  await made.store.commit(ended, { revision: 1 }, eventFor(ended, 'completed'));
  await made.store.close();
  const db = new Database(join(dir, 'tasks.db'));
  db.pragma('synchronous = OFF');
  db.pragma('cache_size = -200000');
  const columns = (table) => db.pragma(`table_info(${table})`).map(({ name }) => name);
  const copy = (table, over) => {
    const names = columns(table).filter((name) => name !== 'seq');
    const values = names.map((name) => over[name] ?? `x.${name}`);
    db.exec(`WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ${size - 1})
      INSERT INTO ${table} (${names.join(', ')}) SELECT ${values.join(', ')} FROM n, (SELECT * FROM ${table}) x`);
  };
  // In the order of the ids, as a table is filled quickly; where a look-up goes is left to chance all the same.
  const id = "printf('tsk_%032x', i * 4294967)";
  db.exec('BEGIN');
  copy('task', { task_id: id, created_at: 'x.created_at + i' });
  copy('event', { task_id: id });
  db.exec('COMMIT');
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const ids = db.prepare('SELECT task_id FROM task ORDER BY abs(random()) LIMIT ?').pluck().all(IDS);
  db.close();
  const { store } = await openStore({ dir });
  return { dir, store, ids, due: first.createdAt + first.ttlMs + RETENTION_MS };
}

/**
 * Opens the store anew, so that it remembers no task, and asks for each as somebody who owns none: that reads index and row, and is not
 * remembered either. Each task's first look-up by its owner then goes the whole way, and none to the disk.
 */
async function forgetful(one, openStore) {
  await one.store.close();
  one.store = (await openStore({ dir: one.dir })).store;
  for (const id of one.ids) await one.store.find(id, { tenant: 'public', principal: 'stranger' });
}

async function timed(times, work) {
  const begun = performance.now();
  for (let i = 0; i < times; i += 1) await work(i);
  return (performance.now() - begun) / times;
}

export async function measureFinished(dir, rounds, parts) {
  const owner = rowFor('').owner;
  const stores = [];
  for (const size of SIZES) stores.push(await filled(join(dir, String(size)), size, parts));
  const swept = async ({ store }, now) => {
    const ports = { store, clock: { now: () => now }, bus: { publish: () => {} } };
    return parts.sweep(ports, RETENTION_MS, MARK_MS);
  };
  const measures = {
    'look-up': async (one, round) => {
      if ((round * LOOK_UPS) % IDS === 0) await forgetful(one, parts.openStore);
      return timed(LOOK_UPS, async (i) => {
        const found = await one.store.find(one.ids[(round * LOOK_UPS + i) % one.ids.length], owner);
        if (found === undefined) throw new Error('a task is missing');
      });
    },
    'sweep with nothing due': (one) =>
      timed(QUIET, async () => {
        if (await swept(one, one.due - 1)) throw new Error('something was swept');
      }),
    [`sweep that removes ${BATCH}`]: (one, round) =>
      timed(1, async () => {
        if (!(await swept(one, one.due - 1 + BATCH * (round + 1)))) throw new Error('nothing was swept');
      }),
  };
  const figures = [];
  const notes = [];
  for (const [name, measure] of Object.entries(measures)) {
    const last = name.startsWith('sweep that');
    // The first time fills the caches of both.
    if (!last)
      for (let round = 0; round < IDS / LOOK_UPS; round += 1)
        for (const one of stores) await measure(one, round);
    const ratios = [];
    const took = [[], []];
    for (let round = 0; round < rounds * (last ? 5 : 10); round += 1) {
      const [small, large] = [await measure(stores[0], round), await measure(stores[1], round)];
      took[0].push(small);
      took[1].push(large);
      ratios.push(large / small);
    }
    figures.push(
      judge({
        what: `${name}, 1,000,000 finished tasks to 1,000`,
        values: ratios,
        target: 1.5,
        most: true,
        why:
          'An index leads to the row in both, so the number of steps hardly grows: one page more of the index; but the pages of a thousand ' +
          'tasks lie side by side in the processor’s cache, and those of a thousand among a million do not.',
      }),
    );
    notes.push(
      `${name}: ${(median(took[0]) * 1000).toFixed(1)} µs among 1,000, ${(median(took[1]) * 1000).toFixed(1)} µs among 1,000,000 (medians).`,
    );
  }
  for (const { store } of stores) await store.close();
  return { figures, notes };
}
