import { expect, test } from 'vitest';
import { APPROVED, type OpenMount, on } from './mount.suite.ts';

/** Who may see and touch a task. */
export function ownership(open: OpenMount): void {
  test(
    'R7 R70: another principal or tenant gets for a task of mine exactly what an unknown id gets',
    on(open, async (client) => {
      const alice = { token: 'demo-alice' };
      const taskId = await client.waiting(alice);
      for (const other of [{}, { token: 'demo-bob' }, { token: 'demo-carol' }]) {
        for (const [method, more] of [
          ['tasks/get', {}],
          ['tasks/update', { inputResponses: APPROVED }],
          ['tasks/cancel', {}],
        ] as const) {
          const foreign = await client.ask(method, { taskId, ...more }, { ...other, id: 1 });
          const unknown = await client.ask(method, { taskId: 'tsk_unknown', ...more }, { ...other, id: 1 });
          expect(foreign.error.code, method).toBe(-32602);
          expect([foreign.status, foreign.body], method).toEqual([unknown.status, unknown.body]);
        }
      }
      await client.run(3000);
      expect(await client.status(taskId, alice)).toBe('input_required');
      await client.approve(taskId, alice);
      await client.run(3000);
      expect(await client.status(taskId, alice)).toBe('completed');
    }),
  );

  test(
    'R66: ids that are unknown, malformed or no strings are -32602 with 200',
    on(open, async (client) => {
      for (const taskId of ['tsk_unknown', '', '../x', '__proto__', 'x'.repeat(5000)])
        for (const method of ['tasks/get', 'tasks/cancel', 'tasks/update']) {
          const { status, error } = await client.ask(method, { taskId, inputResponses: {} });
          expect([status, error.code], `${method} ${taskId.slice(0, 9)}`).toEqual([200, -32602]);
        }
      for (const taskId of [undefined, 7, null, {}]) {
        const { status, error } = await client.ask('tasks/get', taskId === undefined ? {} : { taskId });
        expect([status, error.code], String(taskId)).toEqual([200, -32602]);
      }
    }),
  );

  test(
    'R7: unknown credentials are 401 with WWW-Authenticate on every method, and no credentials are the guest',
    on(open, async (client) => {
      for (const value of ['Bearer stolen', 'Bearer', 'Basic ZGVtby1hbGljZTo=', 'demo-alice']) {
        const { status, headers } = await client.ask(
          'server/discover',
          {},
          { headers: { Authorization: value } },
        );
        expect(status, value).toBe(401);
        expect(headers.get('www-authenticate'), value).toMatch(/^Bearer /);
      }
      expect((await client.ask('server/discover')).status).toBe(200);
    }),
  );

  test(
    'R7: demo tokens are refused where the mount says so',
    on(
      open,
      async (client) => {
        expect((await client.ask('server/discover', {}, { token: 'demo-alice' })).status).toBe(401);
        expect((await client.ask('server/discover')).status).toBe(200);
      },
      { demoTokens: false },
    ),
  );
}
