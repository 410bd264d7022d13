import { expect, test } from 'vitest';
import { TASKS_EXTENSION } from '../../protocol/codes.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { META } from '../../protocol/meta.ts';
import {
  ANSWERING,
  APPROVED,
  type Client,
  type Mount,
  meta,
  type OpenMount,
  on,
  part,
} from './mount.suite.ts';

type Check = (client: Client, mount: Mount) => Promise<void>;

const ENDED = { completed: 'failing_job', failed: 'protocol_error_job' };
const LEGACY = { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } };
const ABLE = meta({ [META.clientCapabilities]: ANSWERING });

/** The id of a new task of a tool. */
async function task(client: Client, name: string, args: JsonObject = {}): Promise<string> {
  return String((await client.call(name, args)).result.taskId);
}

/** An acknowledgement and nothing else. */
function expectAck(result: JsonObject): void {
  expect(Object.keys(result).sort()).toEqual(['_meta', 'resultType']);
  expect(result.resultType).toBe('complete');
}

/**
 * The rows of the official suite's list for the tasks extension (its `sep-2663.yaml`) that no scenario of the pinned version
 * emits, as far as they bind a server; each is a test under its id. The three that bind a client are tested in
 * app/engine/client/extension-rows.test.ts.
 */
const ROWS: Readonly<Record<string, Check>> = {
  'sep-2663-cancel-error-unknown-task-id': async (client) => {
    expect((await client.cancel('tsk_unknown')).error.code).toBe(-32602);
  },

  'sep-2663-tasks-update-cancel-invalid-task-id-32602': async (client) => {
    for (const taskId of ['tsk_unknown', '', '../x']) {
      expect((await client.cancel(taskId)).error.code).toBe(-32602);
      expect((await client.answer(taskId, {})).error.code).toBe(-32602);
    }
  },

  'sep-2663-update-error-unknown-task-id': async (client) => {
    expect((await client.answer('tsk_unknown', APPROVED)).error.code).toBe(-32602);
  },

  'sep-2663-cancel-not-via-cancelled-notification': async (client, mount) => {
    const id = 'the call';
    const { result } = await client.call('slow_compute', { seconds: 60 }, { id });
    const taskId = String(result.taskId);
    for (const requestId of [id, taskId]) {
      const params = { requestId, _meta: meta() };
      const sent = client.post({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
      expect((await mount.fetch(sent)).status).toBe(202);
    }
    expect(await client.status(taskId)).toBe('working');
  },

  'sep-2663-failed-includes-statusmessage': async (client) => {
    const taskId = await task(client, ENDED.failed);
    await client.run(1000);
    const { status, statusMessage, error, result } = await client.get(taskId);
    expect([status, statusMessage, result]).toEqual(['failed', 'The work broke on purpose.', undefined]);
    expect(error).toEqual({ code: -32603, message: 'The job broke on purpose' });
  },

  'sep-2663-failed-status-jsonrpc-only': async (client) => {
    const taskId = await task(client, ENDED.completed);
    await client.run(2000);
    const ended = await client.get(taskId);
    expect(ended).toMatchObject({ status: 'completed', result: { isError: true } });
    expect(ended).not.toHaveProperty('error');
  },

  'sep-2663-input-request-key-unique-per-task': async (client) => {
    const taskId = await task(client, 'multi_input');
    await client.run();
    const keys = Object.keys(part(await client.get(taskId), 'inputRequests'));
    expect(keys).toEqual(['first', 'second']);
    await client.answer(taskId, { first: { action: 'accept', content: { name: 'x' } } });
    expect(Object.keys(part(await client.get(taskId), 'inputRequests'))).toEqual(['second']);
  },

  'sep-2663-no-key-reuse-after-response': async (client) => {
    const taskId = await client.waiting();
    const seen = new Set(Object.keys(part(await client.get(taskId), 'inputRequests')));
    await client.approve(taskId);
    for (let i = 0; i < 8; i += 1) {
      await client.run(500);
      for (const key of Object.keys(part(await client.get(taskId), 'inputRequests')))
        expect(seen.has(key), key).toBe(false);
    }
    expect(await client.status(taskId)).toBe('completed');
  },

  'sep-2663-legacy-capability-treated-as-non-declaring': async (client) => {
    const ask = { meta: meta({ [META.clientCapabilities]: LEGACY }) };
    const taskId = await client.report();
    expect((await client.call('generate_report', {}, ask)).error.code).toBe(-32021);
    expect((await client.call('slow_compute', { seconds: 0 }, ask)).result.resultType).toBe('complete');
    for (const method of ['tasks/get', 'tasks/cancel'])
      expect((await client.ask(method, { taskId }, ask)).error.code).toBe(-32021);
    expect((await client.answer(taskId, {}, ask)).error.code).toBe(-32021);
  },

  'sep-2663-migrate-from-legacy-capabilities': async (client) => {
    const { result } = await client.ask('server/discover');
    const { extensions, tasks } = result.capabilities as JsonObject;
    expect([extensions, tasks]).toEqual([{ [TASKS_EXTENSION]: {} }, undefined]);
    const listed = await client.ask('tools/list');
    expect(JSON.stringify(listed.result)).not.toMatch(/"execution"|taskSupport/);
  },

  'sep-2663-no-progress-or-message-on-task-stream': async (client) => {
    const more = { progressToken: 'p', [META.logLevel]: 'debug' };
    const stream = await client.listen({ taskIds: [await client.report()] }, { meta: meta(more) });
    const { result } = await client.call('slow_compute', { seconds: 3 }, { meta: meta(more) });
    expect(result.resultType).toBe('task');
    const methods = new Set<unknown>();
    methods.add((await stream.message()).method);
    for (let i = 0; i < 3; i += 1) {
      methods.add((await stream.message()).method);
      await client.run(1500);
    }
    expect([...methods]).toEqual(['notifications/subscriptions/acknowledged', 'notifications/tasks']);
    await stream.close();
  },

  'sep-2663-no-task-result-type-on-others': async (client) => {
    const taskId = await client.report();
    const uri = `taskscope://tasks/${taskId}`;
    const answers = [
      await client.ask('server/discover'),
      await client.ask('tools/list'),
      await client.ask('resources/read', { uri }),
      await client.ask('prompts/get', { name: 'test_simple_prompt' }),
      await client.call('lookup_glossary'),
      await client.ask('tasks/get', { taskId }),
      await client.answer(taskId, {}),
      await client.cancel(taskId),
    ];
    expect(answers.map(({ result }) => result.resultType)).toEqual(answers.map(() => 'complete'));
    const asked = await client.call('book_room', {}, { meta: ABLE });
    expect(asked.result.resultType).toBe('input_required');
  },

  'sep-2663-result-type-complete-on-tasks-cancel': async (client) => {
    const taskId = await client.report();
    for (let i = 0; i < 2; i += 1) expectAck((await client.cancel(taskId)).result);
  },

  'sep-2663-result-type-complete-on-tasks-get': async (client) => {
    const waiting = await client.waiting();
    const failed = await task(client, ENDED.failed);
    const completed = await task(client, ENDED.completed);
    await client.run(2000);
    const cancelled = await client.report();
    await client.cancel(cancelled);
    const working = await client.report();
    const statuses = [];
    for (const taskId of [working, waiting, completed, failed, cancelled]) {
      const { status, resultType } = await client.get(taskId);
      expect(resultType).toBe('complete');
      statuses.push(status);
    }
    expect(statuses).toEqual(['working', 'input_required', 'completed', 'failed', 'cancelled']);
  },

  'sep-2663-result-type-complete-on-tasks-update': async (client) => {
    const taskId = await client.waiting();
    for (const responses of [{}, APPROVED, APPROVED])
      expectAck((await client.answer(taskId, responses)).result);
  },

  'sep-2663-update-ack-empty-result': async (client) => {
    const taskId = await client.waiting();
    const { result } = await client.approve(taskId);
    expectAck(result);
    expect(Object.keys(part(result, '_meta'))).toEqual([META.serverInfo]);
  },

  'sep-2663-subscribe-missing-capability-non-declaring': async (client) => {
    const taskId = await client.report();
    for (const capabilities of [{}, LEGACY, { extensions: {} }]) {
      const ask = { meta: meta({ [META.clientCapabilities]: capabilities }) };
      const { status, error } = await client.ask(
        'subscriptions/listen',
        { notifications: { taskIds: [taskId] } },
        ask,
      );
      expect([status, error.code]).toEqual([400, -32021]);
      expect(error.data).toEqual({ requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } });
    }
  },

  'sep-2663-tasks-get-status-cancelled': async (client) => {
    const taskId = await client.report();
    await client.cancel(taskId);
    const cancelled = await client.get(taskId);
    expect(cancelled.status).toBe('cancelled');
    for (const payload of ['result', 'error', 'inputRequests']) expect(cancelled).not.toHaveProperty(payload);
  },

  'sep-2663-update-ignore-unknown-keys': async (client) => {
    const taskId = await client.waiting();
    const before = await client.get(taskId);
    expectAck((await client.answer(taskId, { never_issued: { action: 'accept' } })).result);
    expect(await client.get(taskId)).toEqual(before);
    await client.approve(taskId);
    await client.run(500);
    const after = await client.get(taskId);
    expectAck((await client.answer(taskId, { approve_outline: { action: 'decline' } })).result);
    expect(await client.get(taskId)).toEqual(after);
  },
};

/** The rows as tests, on the demo with the fixtures of the suite beside it. */
export function extensionRows(open: OpenMount): void {
  for (const [id, check] of Object.entries(ROWS)) test(id, on(open, check, { fixtures: 'conformance' }));
}
