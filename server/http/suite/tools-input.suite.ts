import { expect, test } from 'vitest';
import type { JsonObject } from '../../protocol/json.ts';
import { META } from '../../protocol/meta.ts';
import { type Ask, DECLARED, meta, type OpenMount, on, part } from './mount.suite.ts';

const CITY = { destination: { action: 'accept', content: { city: 'OSL' } } };
const DATES = { dates: { action: 'accept', content: { from: '2026-09-01', nights: 2 } } };
/** A request whose client opens pages, and fills in forms. */
const OPENS = {
  meta: meta({ [META.clientCapabilities]: { ...DECLARED, elicitation: { form: {}, url: {} } } }),
};

/** The demo's tools that ask. */
export function toolsInput(open: OpenMount): void {
  test(
    'R45 R43: plan_trip asks two questions at once; a partial update leaves the other alone open, whichever comes first',
    on(open, async (client) => {
      for (const [first, second, left] of [
        [CITY, DATES, 'dates'],
        [DATES, CITY, 'destination'],
      ] as const) {
        const taskId = await client.task('plan_trip');
        await client.run(1000);
        const asked = part(await client.get(taskId), 'inputRequests');
        expect(Object.keys(asked).sort()).toEqual(['dates', 'destination']);
        await client.answer(taskId, first);
        await client.run(3000);
        const half = await client.get(taskId);
        expect(half.status).toBe('input_required');
        expect(half.inputRequests).toEqual({ [left]: asked[left] });
        // Answered again, the first key is no question any more (R44).
        await client.answer(taskId, { ...first, ...second });
        expect(await client.status(taskId)).toBe('working');
        await client.run(2000);
        const trip = { city: 'OSL', from: '2026-09-01', nights: 2 };
        expect(await client.get(taskId)).toMatchObject({
          status: 'completed',
          result: { structuredContent: trip, isError: false },
        });
      }
    }),
  );

  test(
    'R47 R46: no to either question gives the trip up; one bad answer refuses both and leaves both open',
    on(open, async (client) => {
      const taskId = await client.task('plan_trip');
      await client.run(1000);
      const before = await client.get(taskId);
      const nights = { dates: { action: 'accept', content: { from: '2026-09-01', nights: 0 } } };
      expect((await client.answer(taskId, { ...CITY, ...nights })).error.code).toBe(-32602);
      expect(await client.get(taskId)).toEqual(before);
      await client.answer(taskId, { ...CITY, dates: { action: 'decline' } });
      await client.run();
      expect(await client.get(taskId)).toMatchObject({
        status: 'cancelled',
        statusMessage: 'The trip was given up: no answer to "dates".',
      });
    }),
  );

  test(
    'R46: survey takes what fits and gives it back; each field refuses what does not fit it, and the key stays open',
    on(open, async (client) => {
      const taskId = await client.task('survey');
      await client.run(500);
      const before = await client.get(taskId);
      const wrong: JsonObject = {
        name: 'x',
        email: 'nobody',
        homepage: 'not a uri',
        birthday: '1990-13-01',
        reminder: 'tomorrow',
        share: 1.5,
        visits: 2.5,
        newsletter: 'yes',
        colour: 'grey',
        size: 'Medium',
        rating: 'good',
        days: ['Monday', 'Wednesday', 'Friday'],
        topics: ['epochs'],
      };
      for (const [field, value] of Object.entries(wrong)) {
        const form = { action: 'accept', content: { name: 'Ada', [field]: value } };
        expect((await client.answer(taskId, { form })).error.code, field).toBe(-32602);
      }
      expect((await client.answer(taskId, { form: { action: 'accept', content: {} } })).error.code).toBe(
        -32602,
      );
      expect(await client.get(taskId)).toEqual(before);
      const content = {
        name: 'Ada',
        email: 'ada@example.org',
        homepage: 'https://example.org/ada',
        birthday: '1990-12-10',
        reminder: '2026-09-01T10:00:00Z',
        share: 0.25,
        visits: 7,
        newsletter: true,
        colour: 'blue',
        size: 'l',
        rating: '3',
        days: ['Monday', 'Friday'],
        topics: [],
      };
      expect(Object.keys(content)).toEqual(Object.keys(wrong));
      await client.answer(taskId, { form: { action: 'accept', content } });
      await client.run();
      expect(await client.get(taskId)).toMatchObject({
        status: 'completed',
        result: { structuredContent: content },
      });
    }),
  );

  test(
    'R83 R46: connect_account asks in URL mode, tied to its task by metadata on the question and nowhere else',
    on(open, async (client) => {
      const taskId = await client.task('connect_account', {}, OPENS);
      await client.run(1000);
      const { connect } = part(await client.get(taskId), 'inputRequests');
      expect(connect).toMatchObject({
        method: 'elicitation/create',
        params: {
          mode: 'url',
          url: expect.stringMatching(/^https:\/\//),
          _meta: { [META.relatedTask]: { taskId } },
        },
      });
      for (const response of [{}, { action: 'opened' }, 'accept'])
        expect((await client.answer(taskId, { connect: response })).error.code).toBe(-32602);
      await client.answer(taskId, { connect: { action: 'accept' } });
      await client.run(1000);
      // Consent is not the end of it: the page still has to be gone through.
      expect(await client.status(taskId)).toBe('working');
      await client.run(1000);
      const view = await client.get(taskId);
      expect(view).toMatchObject({ status: 'completed', result: { structuredContent: { connected: true } } });
      expect(JSON.stringify(view)).not.toContain(META.relatedTask);
      const other = await client.task('survey');
      await client.run(500);
      expect(JSON.stringify(await client.get(other))).not.toContain(META.relatedTask);
    }),
  );

  test(
    'R17: connect_account is refused to a client that opens no pages, with what is missing, before any task exists',
    on(open, async (client, mount) => {
      for (const elicitation of [undefined, {}, { form: {} }, { url: true }]) {
        const capabilities = { ...DECLARED, ...(elicitation === undefined ? {} : { elicitation }) };
        const ask = { meta: meta({ [META.clientCapabilities]: capabilities as JsonObject }) };
        const { status, error } = await client.call('connect_account', {}, ask);
        expect([status, error.code, error.data]).toEqual([
          400,
          -32021,
          { requiredCapabilities: { elicitation: { url: {} } } },
        ]);
      }
      await mount.advance(10_000);
      expect(await mount.step()).toBe(false);
    }),
  );

  test(
    'R39 R17: a task asks for a form unless the call declares elicitation without forms; then it is refused before it exists',
    on(open, async (client) => {
      const declaring = (elicitation: JsonObject | undefined): Ask => {
        const capabilities = { ...DECLARED, ...(elicitation === undefined ? {} : { elicitation }) };
        return { meta: meta({ [META.clientCapabilities]: capabilities }) };
      };
      for (const elicitation of [undefined, {}, { form: {} }, { form: {}, url: {} }]) {
        const taskId = await client.report('large', declaring(elicitation));
        await client.run(5000);
        expect(await client.status(taskId), JSON.stringify(elicitation)).toBe('input_required');
      }
      // No tool asks for a form all the same.
      const { tools } = (await client.ask('tools/list')).result;
      const made: string[] = [];
      const refused = new Map<string, unknown>();
      for (const { name } of tools as unknown as { name: string }[]) {
        const { result, error } = await client.call(name, {}, declaring({ url: {} }));
        if (result.resultType === 'task') made.push(String(result.taskId));
        if (error.code === -32021) refused.set(name, error.data);
      }
      const forms = { requiredCapabilities: { elicitation: { form: {} } } };
      for (const name of ['generate_report', 'plan_trip', 'survey', 'tool_with_elicitation'])
        expect([name, refused.get(name)]).toEqual([name, forms]);
      expect(made.length).toBeGreaterThan(3);
      await client.run(10_000);
      for (const taskId of made)
        expect(JSON.stringify(part(await client.get(taskId), 'inputRequests'))).not.toContain('"form"');
    }),
  );

  test.each([
    ['connect_account', 'connect', 'The account was not connected.'],
    ['survey', 'form', 'The form was not filled in.'],
    ['tool_with_elicitation', 'name', 'Nobody was named.'],
  ])('R47: %s ends as cancelled when its question is declined or dismissed', (tool, key, statusMessage) =>
    on(open, async (client) => {
      for (const action of ['decline', 'cancel']) {
        const taskId = await client.task(tool, {}, OPENS);
        await client.run(1000);
        await client.answer(taskId, { [key]: { action } });
        await client.run();
        expect(await client.get(taskId)).toMatchObject({ status: 'cancelled', statusMessage });
      }
    })(),
  );

  test(
    'R87 R82: tool_with_elicitation waits without any work, over a restart, and goes on where it was',
    on(open, async (client, mount) => {
      const taskId = await client.task('tool_with_elicitation');
      await client.run(500);
      expect(part(await client.get(taskId), 'inputRequests')).toHaveProperty('name');
      await mount.restart();
      await mount.advance(600_000);
      expect(await mount.step()).toBe(false);
      await client.answer(taskId, { name: { action: 'accept', content: { name: 'Grace' } } });
      expect(await mount.step()).toBe(true);
      expect(await mount.step()).toBe(false);
      expect(await client.get(taskId)).toMatchObject({
        status: 'completed',
        result: { content: [{ text: 'Hello, Grace!' }] },
      });
    }),
  );
}
