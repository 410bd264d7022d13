import { describe, expect, test } from 'vitest';
import { ManualClock } from '../ports/manual-clock.ts';
import { StoreError } from '../ports/task-store.ts';
import { TASKS_EXTENSION } from '../protocol/codes.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { Dress } from '../tasks/view.ts';
import { CallCancelled, type IncomingCall, reply } from './call.ts';
import { dispatch } from './dispatch.ts';
import { declares, type Extension, Registry } from './registry.ts';

const DRESS: Dress = { serverInfo: { name: 'n', version: '1' }, lab: true };
const META = { 'io.modelcontextprotocol/serverInfo': { name: 'n', version: '1' } };

/** A second extension, smaller than the tasks one. */
const clock: Extension = {
  id: 'dev.taskscope/clock',
  capability: { zone: 'UTC' },
  resultTypes: ['tick'],
  methods: {
    'clock/read': async ({ params }) => reply({ resultType: 'tick', at: params.at ?? 0 }),
    'clock/plain': async () => reply({ _meta: { own: 1 } }),
  },
};

function call(method: string, capabilities: JsonObject = {}, params: JsonObject = {}): IncomingCall {
  return {
    id: 1,
    method,
    params,
    capabilities,
    owner: { tenant: 'public', principal: 'guest' },
    signal: new AbortController().signal,
  };
}
const around = (registry: Registry) => ({
  registry,
  dress: DRESS,
  clock: new ManualClock(),
  keepAliveMs: 1000,
});
const DECLARED = { extensions: { [clock.id]: {} } };

describe('R79: one interface registers an extension', () => {
  const registry = new Registry();
  registry.use(clock);
  registry.core('leak', async () => reply({ resultType: 'tick' }));
  const ask = (...parts: Parameters<typeof call>) => dispatch(around(registry), call(...parts));

  test('it is advertised with its own value, and its methods and result types work where it is declared', async () => {
    expect(registry.advertised()).toEqual({ [clock.id]: { zone: 'UTC' } });
    expect(await ask('clock/read', DECLARED, { at: 5 })).toEqual({
      kind: 'result',
      result: { resultType: 'tick', at: 5, _meta: META },
    });
    expect(await ask('clock/plain', DECLARED)).toEqual({
      kind: 'result',
      result: { resultType: 'complete', _meta: { ...META, own: 1 } },
    });
  });

  test('R16: undeclared, its methods are refused with exactly its own id', async () => {
    for (const capabilities of [
      {},
      { extensions: { [TASKS_EXTENSION]: {} } },
      { extensions: { [clock.id]: true } },
    ])
      await expect(ask('clock/read', capabilities)).rejects.toMatchObject({
        code: -32021,
        http: 400,
        data: { requiredCapabilities: { extensions: { [clock.id]: {} } } },
      });
  });

  test('R17 R79: its result type never leaves for a request that did not declare it, whichever method it comes from', async () => {
    await expect(ask('leak')).rejects.toMatchObject({ code: -32603, http: 500 });
    expect(await ask('leak', DECLARED)).toMatchObject({ kind: 'result' });
    expect(registry.mayAnswer('task', DECLARED)).toBe(false);
    expect(registry.mayAnswer('input_required', {})).toBe(true);
  });

  test('names are taken once', () => {
    expect(() => registry.use(clock)).toThrow('twice');
    expect(() => registry.core('leak', async () => reply({}))).toThrow('twice');
  });

  test('an extension is declared by an object alone', () => {
    expect(
      [{}, { a: 1 }, true, null, []].map((v) => declares({ extensions: { x: v } } as never, 'x')),
    ).toEqual([true, true, false, false, false]);
    expect(declares({}, 'x')).toBe(false);
  });
});

describe('dispatch', () => {
  const failing = (error: unknown) => {
    const registry = new Registry();
    registry.core('fail', () => Promise.reject(error));
    return dispatch(around(registry), call('fail'));
  };

  test('an unknown method is -32601 with 404', async () => {
    await expect(dispatch(around(new Registry()), call('toString'))).rejects.toMatchObject({
      code: -32601,
      http: 404,
    });
  });

  test('a store that cannot answer is told to be tried again; a bug does not show its text', async () => {
    await expect(failing(new StoreError('full', 'disk /secret is full'))).rejects.toMatchObject({
      code: -32603,
      http: 503,
      message: 'The task store cannot answer now (full): try again',
    });
    await expect(failing(new Error('secret'))).rejects.toMatchObject({
      code: -32603,
      http: 500,
      message: 'Internal error',
    });
    await expect(failing(new CallCancelled())).rejects.toBeInstanceOf(CallCancelled);
  });
});
