import { expect, test } from 'vitest';
import type { Said } from './event-stream.suite.ts';
import { APPROVED, type OpenMount, on, part } from './mount.suite.ts';

const CREDENTIALS = [{}, { token: 'demo-bob' }, { token: 'demo-carol' }];

/** Attacks on the endpoint itself that are no single requirement (docs/security.md). */
export function attacks(open: OpenMount): void {
  test(
    'attack 4: what a page may send without asking (text, forms, a beacon, an image) makes no task',
    on(open, async (client, mount) => {
      const call = await client.request('tools/call', { name: 'generate_report', arguments: {} }).text();
      const types = ['text/plain', 'text/plain;application/json', 'application/x-www-form-urlencoded', null];
      for (const origin of [null, 'http://evil.test', 'null'])
        for (const type of [...types, 'multipart/form-data; boundary=a']) {
          // A page that sends none of our headers, as forms and beacons do; with an Origin, and without as some requests are.
          const headers = new Headers({ ...(origin === null ? {} : { Origin: origin }) });
          if (type !== null) headers.set('Content-Type', type);
          const body = new TextEncoder().encode(call);
          const { status } = await mount.fetch(new Request(mount.url, { method: 'POST', headers, body }));
          expect([401, 403, 415], `${origin} ${type}`).toContain(status);
        }
      const image = await mount.fetch(new Request(mount.url, { headers: { Accept: 'image/*' } }));
      expect(image.status).toBe(405);
      expect(await mount.step(), 'a task was made').toBe(false);
    }),
  );

  test(
    'attack 15: an id that was guessed or overheard gives nothing to others: no state, no change, no snapshot',
    on(open, async (client, mount) => {
      const alice = { token: 'demo-alice' };
      const taskId = await client.waiting(alice);
      for (const other of CREDENTIALS) {
        for (const guess of [taskId, taskId.toUpperCase(), ` ${taskId}`, `${taskId}\u0000`]) {
          const { error, result } = await client.ask('tasks/get', { taskId: guess }, other);
          expect([error.code, result], guess).toEqual([-32602, {}]);
        }
        expect((await client.answer(taskId, APPROVED, other)).error.code).toBe(-32602);
        expect((await client.cancel(taskId, other)).error.code).toBe(-32602);
      }
      const stream = await client.listen({ taskIds: [taskId] }, { id: 'foe' });
      expect(part(await stream.message(), 'params').notifications).toEqual({ taskIds: [] });
      expect(await client.status(taskId, alice)).toBe('input_required');
      await client.approve(taskId, alice);
      await client.run(3000);
      expect(await client.status(taskId, alice)).toBe('completed');
      await mount.restart();
      // The stream that the restart ended has said nothing of the task in the meantime.
      const heard: Said[] = [];
      for (let said = await stream.next(); said !== 'end'; said = await stream.next()) heard.push(said);
      expect(JSON.stringify(heard)).not.toContain(taskId);
    }),
  );

  test(
    'attack 15: an answer that is replayed, or has keys that nobody asked for, changes nothing',
    on(open, async (client) => {
      const taskId = await client.waiting();
      const strange = { __proto__x: { action: 'accept' }, toString: { action: 'accept' }, other: 7 };
      expect((await client.answer(taskId, strange)).error).toEqual({});
      expect(await client.status(taskId)).toBe('input_required');
      await client.approve(taskId);
      await client.run(3000);
      const before = await client.get(taskId);
      expect(before.status).toBe('completed');
      for (const again of [APPROVED, { approve_outline: { action: 'decline' } }, strange]) {
        expect((await client.answer(taskId, again)).error).toEqual({});
        expect(await client.get(taskId)).toEqual(before);
      }
    }),
  );
}
