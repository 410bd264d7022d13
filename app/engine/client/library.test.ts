import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { ReadFile } from '../derive/import/read-file.ts';
import type { Library } from '../engine.ts';
import { life } from './life.suite.ts';
import { result, SCRIPTED, snapshot, TASK } from './scripted.suite.ts';

// Its code is loaded late: it is there before a test begins, so that none ends under it.
beforeAll(async () => {
  await import('./library.ts');
});

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const script = () => life((request) => result(request, snapshot()));

function readable(library: Library, text: string): ReadFile & { readonly ok: true } {
  const read = library.read(text);
  if (!read.ok) throw new Error(read.problem.message);
  return read;
}

test('what one browser exports opens in another with the same world, and the other goes on with its own', async () => {
  const first = script();
  const { engine } = await first.page();
  engine.attach(SCRIPTED, TASK);
  await first.clock.advance(2_500);
  const text = engine.exportRecording();
  const world = engine.world();
  await engine.close();

  globalThis.indexedDB = new IDBFactory();
  const second = script();
  const here = await second.page();
  await second.clock.advance(300);
  const mine = here.engine.world().recording;
  const library = await here.engine.library();
  const added = await library.add(readable(library, text), 'from a colleague');
  const seen = library.view(added);
  expect([...seen.world().exchanges]).toEqual([...world.exchanges]);
  expect([...seen.world().tasks.values()]).toEqual([...world.tasks.values()]);
  expect(seen.mono()).toBe(seen.log.read(seen.log.length - 1).mono);
  expect(await here.engine.recordings()).toContainEqual(
    expect.objectContaining({ id: added.id, name: 'from a colleague', imported: true, current: false }),
  );
  expect(await library.load(added.id)).toEqual(added);

  // A restarted browser goes on with its own recording, never with an imported one.
  here.tab.unload();
  const later = await second.page(second.browser.tab());
  expect(later.engine.world().recording).toBe(mine);
});

test('nothing is sent from a recording, and each attempt says so', async () => {
  const { page, sent, clock } = script();
  const { engine } = await page();
  engine.attach(SCRIPTED, TASK);
  await clock.advance(10);
  const library = await engine.library();
  const added = await library.add(readable(library, engine.exportRecording()), 'x');
  const seen = library.view(added);
  engine.disconnect();
  engine.forget(SCRIPTED, TASK);
  const before = sent.length;
  const refused = { ok: false, problem: { code: 'recording' } };
  expect(seen.sendsNothing).toMatch(/nothing is sent/);
  expect(await seen.cancel(seen.prepareCancel(SCRIPTED, TASK))).toMatchObject(refused);
  expect(await seen.update(seen.prepareUpdate(SCRIPTED, TASK, {}))).toMatchObject(refused);
  expect(await seen.call(seen.prepareCall(SCRIPTED, 'work', {}))).toMatchObject(refused);
  expect(await seen.connect(SCRIPTED)).toMatchObject(refused);
  seen.refresh(SCRIPTED, TASK);
  seen.attach(SCRIPTED, 'other');
  await clock.advance(10_000);
  expect(sent.length).toBe(before);
});

test('names and sizes are kept, through what is written later and through a reload', async () => {
  const { page, clock } = script();
  const before = await page();
  await clock.advance(300);
  const id = before.engine.world().recording ?? '';
  const library = await before.engine.library();
  expect(await library.rename(id, ' Mine ')).toBeUndefined();
  before.engine.attach(SCRIPTED, TASK);
  await clock.advance(2_000);
  const [stored] = await before.engine.recordings();
  expect(stored).toMatchObject({ id, name: 'Mine', current: true });
  const { length } = before.engine.exportRecording();
  expect(Math.abs((stored?.size ?? 0) - length)).toBeLessThan(length / 2);
  before.tab.unload();
  const { engine } = await page();
  await clock.advance(300);
  expect((await engine.recordings())[0]).toMatchObject({ id, name: 'Mine' });
  expect(await (await engine.library()).rename('nobody', 'x')).toMatch(/not stored/);
});
