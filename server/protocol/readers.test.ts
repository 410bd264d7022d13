import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CODES,
  codeName,
  isCurrentOnlyCode,
  missingTasksExtension,
  taskNotFound,
  unsupportedVersion,
} from './codes.ts';
import { readCacheHints, readDiscovery, readTools } from './discovery.ts';
import { readElicitResult, readFormQuestion } from './inputs.ts';
import { declaresTasks, META, readMeta } from './meta.ts';
import { METHODS, methodFacts } from './methods.ts';
import { isSecretHeader, readPlaceholder, secretPlaceholder } from './secrets.ts';
import { acknowledged, listenResult, readListenFilter, taskNotification } from './subscriptions.ts';

test('no reader throws, whatever it is given', () => {
  const readers = [
    readCacheHints,
    readDiscovery,
    readTools,
    readElicitResult,
    readFormQuestion,
    readMeta,
    readListenFilter,
  ];
  fc.assert(fc.property(fc.anything(), (value) => readers.forEach((read) => void read(value))));
});

describe('codes', () => {
  test('R16 R18: errors carry exactly the data that the specification names', () => {
    expect(missingTasksExtension().body()).toMatchObject({
      code: -32021,
      data: { requiredCapabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } },
    });
    expect(unsupportedVersion('x', ['y']).body().data).toEqual({ supported: ['y'], requested: 'x' });
    expect(taskNotFound().http).toBe(200);
  });

  test('the current era is told by its own codes alone', () => {
    const own = Object.values(CODES).filter(isCurrentOnlyCode);
    expect(own).toEqual([-32020, -32021, -32022]);
    expect(codeName(-32022)).toBe('UnsupportedProtocolVersion');
    expect(codeName(1)).toBeUndefined();
  });
});

describe('meta', () => {
  const good = { [META.protocolVersion]: 'v', [META.clientCapabilities]: {} };

  test('R19: version and capabilities are needed, each of its type', () => {
    expect(readMeta({ _meta: good }).ok).toBe(true);
    for (const _meta of [
      undefined,
      null,
      [],
      {},
      { ...good, [META.protocolVersion]: 1 },
      { ...good, [META.clientCapabilities]: [] },
    ])
      expect(readMeta({ _meta }).ok).toBe(false);
    for (const params of [undefined, null, [], 'x']) expect(readMeta(params).ok).toBe(false);
  });

  test('R21: an object declares the extension, anything else does not', () => {
    const declares = (value: unknown) =>
      declaresTasks({ extensions: { 'io.modelcontextprotocol/tasks': value } } as never);
    expect([{}, { a: 1 }].map(declares)).toEqual([true, true]);
    expect([undefined, null, true, [], 'x'].map(declares)).toEqual([false, false, false, false, false]);
    expect(declaresTasks(undefined)).toBe(false);
  });
});

test('methods: only reads and listens may be repeated, never a call, an update or a cancel', () => {
  for (const method of ['tools/call', 'tasks/update', 'tasks/cancel', 'prompts/get', 'completion/complete'])
    expect(methodFacts(method)?.repeatable, method).toBeUndefined();
  expect(METHODS.filter((m) => methodFacts(m)?.needsTasks)).toEqual([
    'tasks/get',
    'tasks/update',
    'tasks/cancel',
  ]);
});

describe('discovery', () => {
  test('reads a result with its identity and hints; the rest stays in raw', () => {
    const result = {
      supportedVersions: ['a', 7],
      capabilities: { tools: {} },
      ttlMs: 5,
      cacheScope: 'public',
      later: true,
      _meta: { [META.serverInfo]: { name: 'n', title: 't' } },
    };
    expect(readDiscovery(result)).toEqual({
      supportedVersions: ['a'],
      capabilities: { tools: {} },
      serverInfo: { name: 'n', version: '', title: 't' },
      instructions: undefined,
      cache: { ttlMs: 5, cacheScope: 'public' },
      raw: result,
    });
    expect(readDiscovery({ capabilities: {} })).toBeUndefined();
    expect(readCacheHints({ ttlMs: -1, cacheScope: 'x' })).toEqual({ ttlMs: 0, cacheScope: 'private' });
  });

  test('a tool without a usable schema is kept and marked', () => {
    expect(readTools({ tools: [{ name: 'a' }, { title: 'no name' }, 7] })).toMatchObject([
      { name: 'a', inputSchema: undefined },
    ]);
    expect(readTools({})).toEqual([]);
  });
});

describe('inputs', () => {
  test('a missing mode is form mode; other modes and methods are no form', () => {
    const form = { method: 'elicitation/create', params: { message: 'm', requestedSchema: {} } };
    expect(readFormQuestion(form)).toEqual({ message: 'm', requestedSchema: {} });
    expect(readFormQuestion({ ...form, params: { ...form.params, mode: 'url' } })).toBeUndefined();
    expect(readFormQuestion({ ...form, method: 'roots/list' })).toBeUndefined();
  });

  test('an answer has one of three actions, and content that is an object', () => {
    expect(readElicitResult({ action: 'accept', content: { a: 1 } })).toEqual({
      action: 'accept',
      content: { a: 1 },
    });
    expect(readElicitResult({ action: 'decline' })).toEqual({ action: 'decline' });
    for (const wrong of [{}, { action: 'yes' }, { action: 'accept', content: [] }])
      expect(readElicitResult(wrong)).toBeUndefined();
  });
});

describe('subscriptions', () => {
  test('R60: acknowledgement, notification and closing result carry the id of the listen', () => {
    const id = { _meta: { [META.subscriptionId]: 7 } };
    expect(acknowledged(7, { taskIds: [] }).params).toEqual({ ...id, notifications: { taskIds: [] } });
    expect(taskNotification(7, { taskId: 't', _meta: { a: 1 } }).params).toEqual({
      taskId: 't',
      _meta: { a: 1, [META.subscriptionId]: 7 },
    });
    expect(listenResult(7)).toEqual({ resultType: 'complete', ...id });
  });

  test('a filter is an object whose task ids are strings', () => {
    expect(readListenFilter({ notifications: { taskIds: ['a'], toolsListChanged: true, x: 1 } })).toEqual({
      taskIds: ['a'],
      toolsListChanged: true,
    });
    expect(readListenFilter({ notifications: {} })).toEqual({});
    for (const notifications of [undefined, null, [], { taskIds: 'a' }, { taskIds: [1] }])
      expect(readListenFilter({ notifications })).toBeUndefined();
  });
});

test('secrets: a placeholder tells number and length and comes back', () => {
  expect(readPlaceholder(secretPlaceholder(3, 20))).toEqual({ n: 3, length: 20 });
  expect(readPlaceholder('Bearer x')).toBeUndefined();
  expect(['Authorization', 'COOKIE', 'Accept'].map(isSecretHeader)).toEqual([true, true, false]);
  for (const name of ['X-Auth-Token', 'Api-Key', 'DPoP', 'X-Goog-Api-Key', 'X-Csrf-Token', 'Authentication'])
    expect(isSecretHeader(name), name).toBe(true);
  for (const name of [
    'Mcp-Session-Id',
    'WWW-Authenticate',
    'Access-Control-Allow-Credentials',
    'Idempotency-Key',
  ])
    expect(isSecretHeader(name), name).toBe(false);
});
