import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import { life } from './life.suite.ts';
import { noMemory } from './page.ts';
import { result, SCRIPTED, snapshot, TASK } from './scripted.suite.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

test('a recording that another tab is writing cannot be deleted, and says why', async () => {
  const { browser, clock, page } = life((request) => result(request, snapshot()));
  const other = await page(browser.tab(noMemory()));
  const busy = other.engine.world().recording ?? '';
  const { engine } = await page();
  await clock.advance(300);
  expect(await engine.deleteRecording(busy)).toEqual({
    ok: false,
    reason: expect.stringContaining('Another tab is writing it'),
  });
  expect((await engine.recordings()).map(({ id }) => id)).toContain(busy);
  other.tab.kill();
  expect(await engine.deleteRecording(busy)).toMatchObject({ ok: true });
  expect((await engine.recordings()).map(({ id }) => id)).not.toContain(busy);
});

test('what the page before wrote far too late takes no place of what was recorded since', async () => {
  const { page, clock } = life((request) => result(request, snapshot()));
  let arrive: () => Promise<void> = async () => undefined;
  const before = await page(undefined, async (save, end) => {
    if (!end) return save();
    return new Promise<void>((resume) => {
      arrive = async () => {
        await save();
        resume();
      };
    });
  });
  before.engine.attach(SCRIPTED, TASK);
  await clock.advance(1_000);
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) before.engine.forget(SCRIPTED, id);
  before.tab.unload();

  const second = await page();
  expect(second.engine.world().resumed).toMatchObject({ lostTail: true });
  await clock.advance(300);
  await arrive();
  const { length } = second.engine.log;
  const kept = Array.from({ length }, (_, i) => second.engine.log.read(i));
  second.tab.kill();
  const { engine } = await page();
  expect(Array.from({ length }, (_, i) => engine.log.read(i))).toEqual(kept);
});
