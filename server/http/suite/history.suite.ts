import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../protocol/json.ts';
import { type Client, type OpenMount, on, part, undeclared } from './mount.suite.ts';

const ALICE = { token: 'demo-alice' };

/** `list_my_tasks`: the history of tasks as a tool of the server. */
export function history(open: OpenMount): void {
  test(
    "R36 R70: list_my_tasks tells the caller's own tasks, newest first, and nobody else's",
    on(open, async (client, mount) => {
      const mine: string[] = [];
      for (const tool of ['survey', 'flaky_import', 'survey']) {
        mine.unshift(await client.task(tool, {}, ALICE));
        await mount.advance(10);
      }
      const guests = await client.task('survey');
      const page = await list(client, {}, ALICE);
      expect(idsOf(page)).toEqual(mine);
      expect(page).not.toHaveProperty('nextCursor');
      expect(tasksOf(page)[0]).toEqual({
        tool: 'survey',
        taskId: mine[0],
        status: 'working',
        statusMessage: 'Printing the form.',
        createdAt: expect.stringMatching(/Z$/),
        lastUpdatedAt: expect.stringMatching(/Z$/),
        ttlMs: 900_000,
        pollIntervalMs: 1000,
      });
      expect(idsOf(await list(client, {}, { token: 'demo-bob' }))).toEqual([]);
      expect(idsOf(await list(client, {}))).toEqual([guests]);
      // It is a look-up: nobody need declare anything for it, and it is never in its own list.
      expect(idsOf(await list(client, {}, { ...ALICE, meta: undeclared() }))).toEqual(mine);
    }),
  );

  test(
    'R36: it filters by status and tool, by what holds now',
    on(open, async (client) => {
      const failed = await client.task('flaky_import', {}, ALICE);
      await client.run(3000);
      const working = await client.task('flaky_import', {}, ALICE);
      const other = await client.task('stubborn_job', {}, ALICE);
      expect(idsOf(await list(client, { status: 'failed' }, ALICE))).toEqual([failed]);
      expect(idsOf(await list(client, { tool: 'flaky_import', status: 'working' }, ALICE))).toEqual([
        working,
      ]);
      expect(idsOf(await list(client, { tool: 'stubborn_job' }, ALICE))).toEqual([other]);
      expect(idsOf(await list(client, { tool: 'nothing' }, ALICE))).toEqual([]);
    }),
  );

  test(
    'R36: pages by an opaque cursor tell each task once, also when new ones come in between; a cursor gives no right',
    on(open, async (client, mount) => {
      const mine: string[] = [];
      for (let n = 0; n < 5; n += 1) {
        mine.unshift(await client.task('survey', {}, ALICE));
        await mount.advance(n % 2);
      }
      const told: JsonValue[] = [];
      let cursor: JsonValue | undefined;
      for (let pages = 0; pages < 9; pages += 1) {
        const page = await list(client, { limit: 2, ...(cursor === undefined ? {} : { cursor }) }, ALICE);
        told.push(...idsOf(page));
        cursor = page.nextCursor;
        await client.task('survey', {}, ALICE);
        if (cursor === undefined) break;
        expect(cursor).not.toContain('tsk_');
        expect(idsOf(await list(client, { cursor }, { token: 'demo-bob' }))).toEqual([]);
      }
      expect([...told].sort()).toEqual([...mine].sort());
    }),
  );

  test(
    'R36 R66: a cursor, limit or status that is none is -32602',
    on(open, async (client) => {
      for (const args of [
        { cursor: 'next' },
        { cursor: '' },
        { cursor: '31' },
        { limit: 0 },
        { limit: 51 },
        { status: 'done' },
        { owner: 'bob' },
      ]) {
        const { status, error } = await client.call('list_my_tasks', args as JsonObject, ALICE);
        expect([status, error.code], JSON.stringify(args)).toEqual([200, -32602]);
      }
    }),
  );

  test(
    'R36: what was purged after its retention is in no list',
    on(
      open,
      async (client, mount) => {
        const taskId = await client.task('flaky_import', {}, ALICE);
        await client.run(3000);
        await mount.advance(6999);
        await client.drain();
        expect(idsOf(await list(client, {}, ALICE))).toEqual([taskId]);
        await mount.advance(1);
        await client.drain();
        expect(idsOf(await list(client, {}, ALICE))).toEqual([]);
      },
      { ttlMs: 8000, retentionMs: 2000 },
    ),
  );
}

async function list(client: Client, args: JsonObject, ask: object = {}): Promise<JsonObject> {
  const { result } = await client.call('list_my_tasks', args, ask);
  expect(result).toMatchObject({ resultType: 'complete', isError: false });
  return part(result, 'structuredContent');
}

function tasksOf(page: JsonObject): readonly JsonObject[] {
  return page.tasks as readonly JsonObject[];
}

function idsOf(page: JsonObject): JsonValue[] {
  return tasksOf(page).map(({ taskId }) => taskId ?? null);
}
