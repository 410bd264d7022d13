import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LogEvent } from '../../../../server/protocol/recording.ts';
import { writeRecording } from '../../log/codec.ts';
import { AT, aTask, Story } from '../events.suite.ts';
import { toHar } from './har.ts';
import { masked } from './mask.ts';
import { toMsw } from './msw.ts';
import { toPlaywright } from './playwright.ts';
import { toReport } from './report.ts';
import { findSuspects } from './suspects.ts';

/** Attack 10: one secret a place, none of which the recorder knew. */
const CANARIES = {
  header: 'canary-header-1',
  query: 'canary query/2',
  body: 'canary-"body"\\3',
  nested: 'canary-nested-4',
  twice: 'canary-"twice"-5',
  frame: 'canary-frame-6',
  data: 'canary-data-7',
  jwt: 'eyJhbGciOiJIUzI1NiJ9.eyJjYW5hcnkiOjh9.canary8',
  bearer: 'canary.bearer.9',
  cookie: 'session=canary-cookie-10',
  duplicate: 'canary-duplicate-11',
} as const;

function planted(): readonly LogEvent[] {
  const url = `${AT}?access_token=${encodeURIComponent(CANARIES.query)}`;
  const it = new Story();
  it.action('connect', { password: CANARIES.data });
  const call = it.ask(
    'tools/call',
    { name: 'work', arguments: { password: CANARIES.body } },
    {
      headers: [
        ['X-Auth-Token', CANARIES.header],
        ['Cookie', CANARIES.cookie],
        ['Content-Type', 'application/json'],
      ],
      endpoint: url,
      data: { url, id: 1 },
    },
  );
  const inner = JSON.stringify({ client_secret: CANARIES.twice });
  it.result(call, {
    ...aTask({ statusMessage: `used Bearer ${CANARIES.bearer}` }),
    text: inner,
    deep: [{ api_key: CANARIES.nested }],
  });
  const again = it.ask('tasks/get', { taskId: 'a' });
  it.got(
    again,
    `{"jsonrpc":"2.0","id":2,"result":{"token":"${CANARIES.duplicate}","token":"[secret:1 length=5]"}}`,
  );
  const stream = it.ask('subscriptions/listen', { notifications: { taskIds: ['a'] } });
  it.head(stream, 200, 'text/event-stream');
  it.frame(stream, {
    jsonrpc: '2.0',
    method: 'x',
    params: { sessionId: CANARIES.frame, log: `t=${CANARIES.jwt}` },
  });
  return it.events;
}

const likely = (events: readonly LogEvent[]): string[] =>
  findSuspects(events)
    .filter((suspect) => suspect.likely)
    .map(({ value }) => value);

/** All that leaves the page. */
function exportsOf(events: readonly LogEvent[]): Readonly<Record<string, string>> {
  return {
    recording: writeRecording({ recording: 'r', startedAt: 0, events: events.length }, events),
    har: toHar(events, { version: '0' }),
    report: toReport(events),
    msw: toMsw(events),
    playwright: toPlaywright(events),
  };
}

describe('attack 10: planted secrets', () => {
  const events = planted();
  const after = [...masked(events, likely(events))];

  test.each(Object.entries(exportsOf(after)))('are absent from the %s', (_name, text) => {
    expect(text).not.toMatch(/canary/);
    expect(text).not.toContain(encodeURIComponent(CANARIES.query));
  });

  test('are there without the defence, so that the test above can fail', () => {
    for (const text of Object.values(exportsOf(events))) expect(text).toMatch(/canary/);
  });

  test('each is named with why, and what everybody sees is not', () => {
    const found = findSuspects(events);
    const { cookie: _always, ...rest } = CANARIES;
    for (const value of Object.values(rest)) expect(likely(events), value).toContain(value);
    expect(found.every(({ why, events: n }) => why !== '' && n >= 1)).toBe(true);
    const quiet = new Story();
    quiet.call(aTask({ taskId: 'tsk_0123456789abcdef0123456789abcdef', ttlMs: 900_000 }));
    expect(findSuspects(quiet.events)).toEqual([]);
  });

  test('what is only long is listed, and masked only where a person says so', () => {
    const it = new Story();
    it.call(aTask({ requestState: 'Zm9vYmFyMTIzNDU2Nzg5MGFiY2RlZmdoaWprbG1u' }));
    expect(findSuspects(it.events)).toMatchObject([{ likely: false, events: 1 }]);
  });
});

test.each<[string, unknown]>([
  ['a list', { tokens: ['canary-value'] }],
  ['a list under a header', { Authorization: ['canary-value'] }],
  ['a pair of name and value', { env: [{ name: 'API_KEY', value: 'canary-value' }] }],
  ['a pair of key and values', { headers: [{ key: 'X-Auth-Token', values: ['canary-value'] }] }],
  ['a pair that is a list', { set: [['clientSecret', 'canary-value']] }],
  ['raw headers', { rawHeaders: ['Accept', 'a', 'Cookie', 'canary-value'] }],
  ['a value within', { password: { value: 'canary-value' } }],
  ['JSON in a text', { text: JSON.stringify({ secrets: ['canary-value'] }) }],
])('attack 10: a secret in %s is found', (_name, result) => {
  const it = new Story();
  it.call({ ...aTask(), ...(result as object) });
  expect(likely(it.events)).toContain('canary-value');
});

test('what only speaks of secrets is none', () => {
  const it = new Story();
  const schema = { required: ['token', 'username'], enum: ['password', 'otp-code'] };
  it.call({ ...aTask(), inputSchema: schema, max_tokens: 4096, name: 'a tool', value: 'of no name' });
  expect(likely(it.events)).toEqual([]);
});

test('a masked value is in no export, whatever it is made of', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 6, maxLength: 30 }), (noise) => {
      const value = `q${noise}z`;
      const it = new Story();
      it.call(aTask({ statusMessage: `a${value}b`, nested: JSON.stringify({ v: value }) }));
      const [first, ...rest] = [...masked(it.events, [value])];
      const text = JSON.stringify([first, ...rest]);
      expect(text).not.toContain(JSON.stringify(value).slice(1, -1));
      expect(text).toContain(`[masked:1 length=${value.length}]`);
      for (const { body } of rest) if (body !== null && 'text' in body) JSON.parse(body.text);
    }),
  );
});

test('attack 10: bytes that are no UTF-8 are searched and masked as well', () => {
  const it = new Story();
  it.call(aTask({}));
  const [first, ...rest] = it.events;
  const base64 = btoa('{"access_token":"canary-secret-1"}\xff');
  const events = [...(first === undefined ? [] : [{ ...first, body: { base64 } }]), ...rest];
  expect(likely(events)).toContain('canary-secret-1');
  const body = [...masked(events, ['canary-secret-1'])][0]?.body;
  expect(body != null && 'base64' in body ? atob(body.base64) : '').toBe(
    '{"access_token":"[masked:1 length=15]"}\xff',
  );
});

test('attack: texts made to be slow to search take time by their length alone', () => {
  const it = new Story();
  it.call(aTask({}));
  const [first] = it.events;
  const began = performance.now();
  for (const text of [
    '\\'.repeat(300_000),
    '-eyJ'.repeat(100_000),
    'a="'.repeat(100_000),
    ' :'.repeat(100_000),
  ])
    if (first !== undefined) findSuspects([{ ...first, body: { text } }]);
  // The square of these lengths takes minutes.
  expect(performance.now() - began).toBeLessThan(20_000);
});
