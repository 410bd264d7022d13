import { expect, test } from 'vitest';
import type { JsonValue } from '../../protocol/json.ts';
import { META } from '../../protocol/meta.ts';
import { APPROVED, type OpenMount, on, part } from './mount.suite.ts';

/** A task asks, and is answered by `tasks/update`. */
export function input(open: OpenMount): void {
  test(
    'R38 R39: the question stands in inputRequests of tasks/get, and an update goes on with the same task',
    on(open, async (client) => {
      const taskId = await client.waiting();
      const view = await client.get(taskId);
      expect(view.inputRequests).toMatchObject({
        approve_outline: {
          method: 'elicitation/create',
          params: {
            mode: 'form',
            message: 'Approve the generated report outline?',
            requestedSchema: {
              type: 'object',
              properties: { approved: { type: 'boolean' } },
              required: ['approved'],
            },
          },
        },
      });
      expect(Object.keys(part(view, 'inputRequests'))).toEqual(['approve_outline']);
      await client.approve(taskId);
      await client.run(3000);
      expect(await client.status(taskId)).toBe('completed');
    }),
  );

  test(
    'R43: an outstanding question stands there again, unchanged, each time one looks',
    on(open, async (client) => {
      const taskId = await client.waiting();
      const first = await client.get(taskId);
      expect(first.inputRequests).toHaveProperty('approve_outline');
      await client.run(10_000);
      expect(await client.get(taskId)).toEqual(first);
    }),
  );

  test(
    'R40 R41: the ack of an update is empty, and says nothing of the status',
    on(open, async (client) => {
      const taskId = await client.waiting();
      const { status, result } = await client.approve(taskId);
      expect(status).toBe(200);
      expect(result).toEqual({
        resultType: 'complete',
        _meta: { [META.serverInfo]: expect.objectContaining({ name: 'taskscope-demo' }) },
      });
      expect(Object.keys(part(result, '_meta'))).toEqual([META.serverInfo]);
      expect(await client.status(taskId)).toBe('working');
    }),
  );

  test(
    'R42 R44: unknown and answered keys are ignored, the ack succeeds and nothing changes',
    on(open, async (client) => {
      const taskId = await client.waiting();
      const before = await client.get(taskId);
      for (const responses of [{}, { other: { action: 'decline' } }, { other: 7 }]) {
        const { status, result } = await client.answer(taskId, responses);
        expect([status, result.resultType]).toEqual([200, 'complete']);
        expect(await client.get(taskId)).toEqual(before);
      }
      await client.answer(taskId, { ...APPROVED, other: { action: 'accept' } });
      // The first answer counts: a second one to the same key is late, and may even be malformed.
      expect((await client.answer(taskId, { approve_outline: { action: 'decline' } })).status).toBe(200);
      expect((await client.answer(taskId, { approve_outline: 'again' })).result.resultType).toBe('complete');
      await client.run(3000);
      expect(await client.status(taskId)).toBe('completed');
      expect((await client.answer(taskId, APPROVED)).result.resultType).toBe('complete');
    }),
  );

  test(
    'R44: an answer before the question is ignored, and the question still comes',
    on(open, async (client) => {
      const taskId = await client.report();
      expect((await client.approve(taskId)).result.resultType).toBe('complete');
      await client.run(5000);
      expect(await client.status(taskId)).toBe('input_required');
    }),
  );

  test(
    'R46: inputResponses that are no object are -32602, and so is an answer that breaks its schema; the key stays open',
    on(open, async (client) => {
      const taskId = await client.waiting();
      const before = await client.get(taskId);
      const wrong: (JsonValue | undefined)[] = [
        undefined,
        null,
        [],
        'yes',
        { approve_outline: true },
        { approve_outline: {} },
        { approve_outline: { action: 'maybe' } },
        { approve_outline: { action: 'accept' } },
        { approve_outline: { action: 'accept', content: null } },
        { approve_outline: { action: 'accept', content: {} } },
        { approve_outline: { action: 'accept', content: { approved: 'true' } } },
        { other: {}, approve_outline: { action: 'accept', content: { approved: 1 } } },
      ];
      for (const inputResponses of wrong) {
        const params = inputResponses === undefined ? { taskId } : { taskId, inputResponses };
        const { status, error } = await client.ask('tasks/update', params);
        expect([status, error.code], JSON.stringify(inputResponses)).toEqual([200, -32602]);
      }
      expect(await client.get(taskId)).toEqual(before);
      await client.approve(taskId);
      await client.run(3000);
      expect(await client.status(taskId)).toBe('completed');
    }),
  );

  test.each([
    ['decline', { action: 'decline' }],
    ['cancel', { action: 'cancel' }],
    ['accept with approved: false', { action: 'accept', content: { approved: false } }],
  ])('R47: %s ends the report as cancelled, and says why', (_, response) =>
    on(open, async (client) => {
      const taskId = await client.waiting();
      expect((await client.answer(taskId, { approve_outline: response })).status).toBe(200);
      await client.run(1000);
      expect(await client.get(taskId)).toMatchObject({
        status: 'cancelled',
        statusMessage: 'User did not approve the outline.',
      });
    })(),
  );
}
