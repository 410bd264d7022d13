// One transition through the store against the barest thing that SQLite can do instead: compare and set, and an event, in one transaction.
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { judge, median } from './figures.mjs';
import { eventFor, rowFor } from './rows.mjs';

/** Short turns and many of them: what else the machine does then hits both alike. */
const EACH = 20;

export async function measureTransition(dir, rounds, { openStore }) {
  const { store } = await openStore({ dir });
  const db = new Database(join(dir, 'raw.db'));
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    CREATE TABLE task (id TEXT PRIMARY KEY, revision INTEGER NOT NULL, body TEXT NOT NULL);
    CREATE TABLE event (id TEXT, revision INTEGER, at INTEGER, kind TEXT, PRIMARY KEY (id, revision)) WITHOUT ROWID`);
  let row = rowFor('tsk_one');
  await store.create(row, eventFor(row, 'created'));
  const body = JSON.stringify(row);
  db.prepare('INSERT INTO task VALUES (?, 1, ?)').run('one', body);
  const set = db.prepare('UPDATE task SET revision = revision + 1, body = ? WHERE id = ? AND revision = ?');
  const note = db.prepare('INSERT INTO event VALUES (?, ?, ?, ?)');
  let revision = 1;
  const raw = db.transaction(() => {
    if (set.run(body, 'one', revision).changes !== 1) throw new Error('the row has moved');
    note.run('one', revision + 1, 0, 'step');
  });
  const rawOnce = () => {
    raw.immediate();
    revision += 1;
  };
  const once = async () => {
    const next = { ...row, revision: row.revision + 1, lastUpdatedAt: row.lastUpdatedAt + 1 };
    const { kind } = await store.commit(next, { revision: row.revision }, eventFor(next, 'step'));
    if (kind !== 'committed') throw new Error(kind);
    row = next;
  };
  const timed = async (work) => {
    const begun = performance.now();
    for (let i = 0; i < EACH; i += 1) await work();
    return (performance.now() - begun) / EACH;
  };
  await timed(once);
  await timed(rawOnce);
  const pairs = [];
  for (let round = 0; round < rounds * 20; round += 1)
    pairs.push({ raw: await timed(rawOnce), ours: await timed(once) });
  db.close();
  await store.close();
  return {
    figures: [
      judge({
        what: 'transitions through the store to a raw SQLite compare-and-set with its event, both synced',
        values: pairs.map(({ raw, ours }) => raw / ours),
        target: 0.7,
        why: 'The raw one has two tables without another index; the store keeps six, for claims, expiry, histories and the order of commits.',
      }),
    ],
    notes: [
      `A transition takes ${median(pairs.map(({ ours }) => ours)).toFixed(2)} ms, the raw one ${median(pairs.map(({ raw }) => raw)).toFixed(2)} ms (medians of ${EACH} each a round).`,
    ],
  };
}
