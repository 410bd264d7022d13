import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import { life } from './life.suite.ts';
import { ASKING, DONE, historyOf, result, SCRIPTED, snapshot, stream, TASK } from './scripted.suite.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

test('R5 a reload in mid-task resumes the recording, says so, and polls on', async () => {
  const { page, clock, at } = life((request) =>
    result(request, request.nth < 6 ? snapshot() : snapshot(DONE)),
  );
  const before = await page();
  before.engine.attach(SCRIPTED, TASK);
  await clock.advance(2_100);
  const events = before.engine.log.length;
  before.tab.unload();
  await before.engine.close();
  await clock.advance(700);

  const { engine } = await page();
  expect(engine.world().resumed).toEqual({ seq: events, events, tasks: 1, lostTail: false });
  expect(engine.mono()).toBe(2_800);
  expect(historyOf(engine)).toMatchObject({ status: 'working', poll: { kind: 'scheduled', due: 3_000 } });
  await clock.advance(10_000);
  expect(at('tasks/get')).toEqual([0, 1_000, 2_000, 3_000, 4_000, 5_000]);
  expect(historyOf(engine).status).toBe('completed');
  expect(engine.persistence()).toEqual({ state: 'saved', detail: undefined });
});

test('R84 the list of tasks is the page’s own: it comes from the recording, and no method of the server is asked for it', async () => {
  const methods = new Set<string>();
  const { page, clock } = life((request) => {
    methods.add(request.method);
    return result(request, snapshot());
  });
  const before = await page();
  before.engine.attach(SCRIPTED, TASK);
  await clock.advance(1_100);
  before.tab.unload();
  await before.engine.close();

  const { engine } = await page();
  await clock.advance(5_000);
  expect(engine.world().resumed).toMatchObject({ tasks: 1 });
  expect(historyOf(engine)).toMatchObject({ taskId: TASK, status: 'working' });
  expect([...methods]).toEqual(['tasks/get']);
});

test('an answer that was on its way is shown as unknown, kept, and not sent again', async () => {
  const { page, clock, sent } = life((request) =>
    request.method === 'tasks/update' ? new Promise(() => undefined) : result(request, snapshot(ASKING)),
  );
  const before = await page();
  before.engine.attach(SCRIPTED, TASK);
  await clock.advance(100);
  void before.engine.update(
    before.engine.prepareUpdate(SCRIPTED, TASK, { approve: { action: 'accept', content: { a: 1 } } }),
  );
  await clock.advance(100);
  before.tab.unload();
  const { engine } = await page();
  await clock.advance(10_000);
  expect(historyOf(engine).questions[0]).toMatchObject({
    state: 'send-failed',
    response: { action: 'accept', content: { a: 1 } },
    problem: { code: 'cut', message: expect.stringContaining('unknown whether it arrived') },
  });
  expect(sent.filter(({ method }) => method === 'tasks/update')).toHaveLength(1);
});

test('a killed page loses at most the last chunk, and its successor says so', async () => {
  const { page, clock } = life((request) => result(request, snapshot()));
  let killed = false;
  const before = await page(undefined, (save) => (killed ? new Promise(() => undefined) : save()));
  before.engine.attach(SCRIPTED, TASK);
  await clock.advance(1_900);
  before.engine.forget(SCRIPTED, 'never written');
  const written = before.engine.log.length - 1;
  killed = true;
  before.tab.kill();
  const { engine } = await page();
  expect(engine.world().resumed).toMatchObject({ lostTail: true });
  expect(engine.world().resumed?.events).toBeLessThanOrEqual(written);
  expect(historyOf(engine).status).toBe('working');
});

test('R5 an idle page whose end mark the browser threw away has lost nothing, and nothing is said to be lost', async () => {
  const { page, clock } = life((request) => result(request, snapshot(DONE)));
  const before = await page(undefined, (save, end) => (end ? new Promise(() => undefined) : save()));
  before.engine.attach(SCRIPTED, TASK);
  await clock.advance(1_000);
  const events = before.engine.log.length;
  before.tab.unload();
  const { engine } = await page();
  expect(engine.world().resumed).toMatchObject({ events, lostTail: false });
});

test('R5 what a page hands over while it goes is waited for, where it arrives after its lock is free', async () => {
  const { page, clock } = life((request) => result(request, snapshot(DONE)));
  const before = await page(undefined, async (save, end) => {
    if (end) await new Promise<void>((resume) => clock.after(300, resume));
    await save();
  });
  before.engine.attach(SCRIPTED, TASK);
  await clock.advance(1_000);
  before.engine.forget(SCRIPTED, 'the last that was done');
  const events = before.engine.log.length;
  before.tab.unload();
  const { engine } = await page();
  expect(engine.world().resumed).toMatchObject({ events, lostTail: false });
});

test('a killed page that had written everything has lost nothing', async () => {
  const { page, clock } = life((request) => result(request, snapshot(DONE)));
  const before = await page();
  before.engine.attach(SCRIPTED, TASK);
  await clock.advance(1_000);
  before.tab.kill();
  const { engine } = await page();
  expect(engine.world().resumed).toMatchObject({ lostTail: false });
});

test('push that was on is on again after a reload', async () => {
  const { page, clock, at } = life((request) =>
    request.method === 'subscriptions/listen' ? stream(request.signal).response : result(request, snapshot()),
  );
  const before = await page();
  before.engine.attach(SCRIPTED, TASK);
  await clock.advance(0);
  before.engine.setPush(SCRIPTED, TASK, true);
  await clock.advance(500);
  before.tab.unload();
  await page();
  await clock.advance(0);
  expect(at('subscriptions/listen')).toEqual([0, 500]);
});

test('ended, gone and forgotten tasks are not polled again, nor is what was disconnected', async () => {
  const { page, clock, sent } = life((request) =>
    result(
      request,
      snapshot({ taskId: String(request.params.taskId), ...(request.params.taskId === 'a' ? DONE : {}) }),
    ),
  );
  const before = await page();
  for (const id of ['a', 'b', 'c']) before.engine.attach(SCRIPTED, id);
  await clock.advance(0);
  before.engine.forget(SCRIPTED, 'b');
  await before.engine.connect(SCRIPTED);
  before.engine.disconnect();
  await clock.advance(300);
  before.tab.unload();
  const count = sent.length;
  const { engine } = await page();
  await clock.advance(10_000);
  expect(sent.length).toBe(count);
  expect(engine.endpoint).toBeUndefined();
  await engine.connect(SCRIPTED);
  await clock.advance(0);
  expect(historyOf(engine, 'c').poll.kind).toBe('scheduled');
});

test('which recording a tab takes: its own, else the newest free one that is fresh enough, else a new one', async () => {
  const { page, clock, browser, memory } = life((request) => result(request, snapshot()));
  const first = await page();
  const id = first.engine.world().recording;
  await clock.advance(300);
  // A duplicated tab has the session memory, too, but the recording is taken.
  const duplicating = page(browser.tab({ get: memory.get, set: () => undefined }));
  await clock.advance(2_000);
  const duplicate = await duplicating;
  expect(duplicate.engine.world().recording).not.toBe(id);
  await duplicate.engine.close();
  duplicate.tab.kill();
  await clock.advance(300);
  first.tab.unload();
  // A restarted browser has no session memory.
  const restarted = await page(browser.tab());
  expect(restarted.engine.world().resumed).toBeDefined();
  restarted.tab.unload();
  await clock.advance(8 * 86_400_000);
  const later = await page(browser.tab());
  expect(later.engine.world().resumed).toBeUndefined();
  expect((await later.engine.recordings()).length).toBeGreaterThanOrEqual(2);
});

test('a new recording is empty, the old one stays stored and can be deleted', async () => {
  const { page, clock } = life((request) => result(request, snapshot()));
  const { engine } = await page();
  const old = engine.world().recording ?? '';
  engine.attach(SCRIPTED, TASK);
  await clock.advance(1_500);
  const version = engine.log.version();
  await engine.startNewRecording();
  expect(engine.world()).toMatchObject({ tasks: { size: 0 }, upTo: 1 });
  expect(engine.log.version()).toBeGreaterThan(version);
  await clock.advance(300);
  const stored = await engine.recordings();
  expect(stored.map(({ current, open }) => [current, open])).toEqual([
    [true, true],
    [false, false],
  ]);
  expect(await engine.deleteRecording(old)).toMatchObject({ ok: true });
  expect(await engine.deleteRecording(engine.world().recording ?? '')).toMatchObject({ ok: false });
  expect(await engine.recordings()).toHaveLength(1);
});
