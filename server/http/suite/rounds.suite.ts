import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../protocol/json.ts';
import { META } from '../../protocol/meta.ts';
import { ANSWERING, type Ask, type Client, DECLARED, meta, type OpenMount, on, part } from './mount.suite.ts';

const ABLE = meta({ [META.clientCapabilities]: ANSWERING });
const ROOM = { room: { action: 'accept', content: { room: 'Grace' } } };
const GUEST = { guest: { action: 'accept', content: { guest: 'Mary' } } };

/** One call of `book_room` with what a round adds to its params. */
function book(client: Client, more: JsonObject = {}, ask: Ask = {}, people = 6) {
  const params = { name: 'book_room', arguments: { people }, ...more };
  return client.ask('tools/call', params, { meta: ABLE, ...ask });
}

/** The state that the first round answers with. */
async function firstState(client: Client, ask: Ask = {}): Promise<string> {
  return String((await book(client, {}, ask)).result.requestState);
}

/** Questions before a task exists: `resultType: "input_required"` on the call itself (core `basic/patterns/mrtr`). */
export function rounds(open: OpenMount): void {
  test(
    'R37: two rounds of questions on the call, then the task; nothing is stored before, and the task carries no trace of them',
    on(open, async (client) => {
      const first = (await book(client)).result;
      expect(first).toMatchObject({ resultType: 'input_required', requestState: expect.any(String) });
      expect(Object.keys(part(first, 'inputRequests'))).toEqual(['room']);
      expect(first).not.toHaveProperty('taskId');
      const room = part(part(first, 'inputRequests'), 'room');
      expect(room.method).toBe('elicitation/create');
      expect(JSON.stringify(room)).toContain('["Grace","Edsger"]');

      const state = String(first.requestState);
      const second = (await book(client, { inputResponses: ROOM, requestState: state })).result;
      expect(Object.keys(part(second, 'inputRequests'))).toEqual(['guest']);
      expect(second.requestState).not.toBe(state);
      expect(JSON.stringify(second.inputRequests)).toContain('Grace');

      const last = { inputResponses: GUEST, requestState: String(second.requestState) };
      const handle = (await book(client, last)).result;
      expect(handle).toMatchObject({
        resultType: 'task',
        status: 'working',
        statusMessage: 'Holding Grace.',
      });
      for (const gone of ['inputRequests', 'requestState']) expect(handle).not.toHaveProperty(gone);
      await client.run(3000);
      const ended = await client.get(String(handle.taskId));
      expect(part(ended, 'result').structuredContent).toEqual({ room: 'Grace', people: 6, guest: 'Mary' });
    }),
  );

  test(
    'R37 R2: a round may come after a restart: the client carries all that there is',
    on(open, async (client, mount) => {
      const requestState = await firstState(client);
      await mount.restart();
      const { result } = await book(client, { inputResponses: ROOM, requestState });
      expect(Object.keys(part(result, 'inputRequests'))).toEqual(['guest']);
    }),
  );

  test(
    'R2: the state tells a reader nothing, and the first answer to a question counts',
    on(open, async (client) => {
      const requestState = await firstState(client);
      const second = String((await book(client, { inputResponses: ROOM, requestState })).result.requestState);
      for (const state of [requestState, second])
        expect(atob(state.slice(3))).not.toMatch(/Grace|guest|book_room/);
      const other = { room: { action: 'accept', content: { room: 'Edsger' } }, ...GUEST };
      const { result } = await book(client, { inputResponses: other, requestState: second });
      expect(result.statusMessage).toBe('Holding Grace.');
    }),
  );

  test(
    'R2: a state that was changed, is of another caller, call or method, or has expired is -32602 with what to do',
    on(open, async (client, mount) => {
      const state = await firstState(client, { token: 'demo-alice' });
      const alice = { token: 'demo-alice' };
      const answered = { inputResponses: ROOM, requestState: state };
      const turned = `${state.slice(0, -6)}${state.at(-6) === 'A' ? 'B' : 'A'}${state.slice(-5)}`;
      const refused = [
        await book(client, { ...answered, requestState: `${state}-TAMPERED` }, alice),
        await book(client, { ...answered, requestState: turned }, alice),
        await book(client, { ...answered, requestState: '' }, alice),
        await book(client, answered, { token: 'demo-bob' }),
        await book(client, answered),
        await book(client, answered, alice, 7),
        await client.ask(
          'prompts/get',
          { name: 'plan_durable_tool', arguments: { work: 'x' }, ...answered },
          alice,
        ),
        await client.ask('resources/read', { uri: 'taskscope://lesson/durable-work', ...answered }, alice),
      ];
      for (const { status, error } of refused) {
        expect([status, error.code]).toEqual([200, -32602]);
        expect(error.message).toContain('requestState is not valid for this request');
        expect(error.message).toContain('Call again without it');
      }
      const still = await book(client, answered, alice);
      expect(still.result.resultType).toBe('input_required');
      await mount.advance(600_001);
      const late = await book(client, answered, alice);
      expect([late.error.code, late.error.message]).toEqual([
        -32602,
        'requestState has expired after 600000 ms: call again without it',
      ]);
    }),
  );

  test(
    'R2 R37: the states of one sequence make one task: presented again, at once or later, with other answers, after a restart, they are refused',
    on(
      open,
      async (client, mount) => {
        const requestState = await firstState(client);
        const after = async (room: string) => {
          const inputResponses = { room: { action: 'accept', content: { room } } };
          const { result } = await book(client, { inputResponses, requestState });
          return String(result.requestState);
        };
        const [grace, edsger] = [await after('Grace'), await after('Edsger')];
        const last = (state: string, guest = 'Mary') =>
          book(client, {
            inputResponses: { guest: { action: 'accept', content: { guest } } },
            requestState: state,
          });
        const both = await Promise.all([last(grace), last(edsger)]);
        const handles = both.filter(({ result }) => result.resultType === 'task');
        expect(handles).toHaveLength(1);
        const taskId = String(handles[0]?.result.taskId);
        const refused = async () => {
          for (const { status, error } of [await last(grace), await last(edsger), await last(grace, 'Eve')]) {
            expect([status, error.code]).toEqual([200, -32602]);
            expect(error.message).toBe(
              `requestState was used already: task ${taskId} was made with it. Call again without it to make another one`,
            );
          }
        };
        await refused();
        await mount.restart();
        await refused();
        await client.run(3000);
        await refused();
        // The task is removed; its id, and with it the state, stays used.
        await mount.advance(20_000);
        await client.run();
        expect((await client.ask('tasks/get', { taskId })).error.message).toContain('expired');
        await refused();
        const { result } = await client.call('list_my_tasks');
        expect(JSON.stringify(result)).not.toContain(taskId);
      },
      { ttlMs: 5_000, retentionMs: 5_000 },
    ),
  );

  test(
    'R37: a wrong key asks again, extra keys are ignored, and the order of the arguments does not matter',
    on(open, async (client) => {
      const requestState = await firstState(client);
      const wrong = await book(client, { inputResponses: { rooom: ROOM.room }, requestState });
      expect(Object.keys(part(wrong.result, 'inputRequests'))).toEqual(['room']);
      const extra = await book(client, {
        inputResponses: { ...ROOM, x: { action: 'accept' }, y: 5 },
        requestState,
      });
      expect(Object.keys(part(extra.result, 'inputRequests'))).toEqual(['guest']);
      const params = { inputResponses: ROOM, requestState, arguments: { people: 6 }, name: 'book_room' };
      const turned = await client.ask('tools/call', params, { meta: ABLE });
      expect(Object.keys(part(turned.result, 'inputRequests'))).toEqual(['guest']);
    }),
  );

  test(
    'R46 R37: malformed answers are -32602 and complete nothing',
    on(open, async (client) => {
      const requestState = await firstState(client);
      const malformed: JsonValue[] = [null, 5, 'x', [], { room: 12345 }, { room: null }, { room: {} }];
      malformed.push(
        { room: { action: 'accept' } },
        { room: { action: 'accept', content: { room: 'Ada' } } },
      );
      for (const inputResponses of malformed) {
        const { status, error } = await book(client, { inputResponses, requestState });
        expect([status, error.code], JSON.stringify(inputResponses)).toEqual([200, -32602]);
        expect(error.message).toContain('inputResponses');
      }
      for (const state of [null, 5, {}]) {
        const { error } = await book(client, { inputResponses: ROOM, requestState: state });
        expect([error.code, error.message]).toEqual([-32602, 'params.requestState must be a string']);
      }
    }),
  );

  test(
    'R37 R13: only what the request declared is asked; without elicitation it is -32021 with what is missing',
    on(open, async (client) => {
      for (const [capabilities, allowed] of [
        [{ ...DECLARED, elicitation: {} }, true],
        [{ ...DECLARED, elicitation: { form: {}, url: {} } }, true],
        [{ ...DECLARED, elicitation: { url: {} } }, false],
        [{ ...DECLARED, sampling: {} }, false],
        [DECLARED, false],
      ] as const) {
        const answer = await book(client, {}, { meta: meta({ [META.clientCapabilities]: capabilities }) });
        if (allowed) expect(answer.result.resultType).toBe('input_required');
        else {
          expect([answer.status, answer.error.code]).toEqual([400, -32021]);
          expect(answer.error.data).toEqual({ requiredCapabilities: { elicitation: {} } });
        }
      }
    }),
  );

  test(
    'R37 R47: who says no before the task has begun nothing',
    on(open, async (client) => {
      const requestState = await firstState(client);
      for (const action of ['decline', 'cancel']) {
        const { error } = await book(client, { inputResponses: { room: { action } }, requestState });
        expect(error.code).toBe(-32602);
        expect(error.message).toContain('no task was made');
      }
    }),
  );
}
