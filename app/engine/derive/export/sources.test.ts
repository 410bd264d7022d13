import fc from 'fast-check';
import * as msw from 'msw';
import { getResponse } from 'msw';
import { expect, test } from 'vitest';
import { AT, aTask, Story } from '../events.suite.ts';
import { toMsw } from './msw.ts';
import { toPlaywright } from './playwright.ts';
import { KEY_SOURCE, keyOf } from './replay.ts';
import { plain, toReport } from './report.ts';

const MESSAGE = '</script>\u2028 <b>*x*</b> | [l](javascript:a)';

/** Two polls that were answered differently, a stream, and a text that would end a script. */
function story(): Story {
  const it = new Story();
  it.call(aTask({ statusMessage: MESSAGE }));
  it.poll(aTask({ statusMessage: MESSAGE }));
  it.poll(aTask({ status: 'completed', result: { content: [] } }));
  const stream = it.ask('subscriptions/listen', { notifications: { taskIds: ['a'] } });
  it.head(stream, 200, 'text/event-stream');
  it.frame(stream, { jsonrpc: '2.0', method: 'notifications/tasks', params: aTask() });
  const lost = it.ask('tools/call', { name: 'b', arguments: {} });
  it.add({
    kind: 'fail',
    exchange: lost,
    data: { kind: 'network', code: 'refused', message: 'No answer | came.', next: 'Try.' },
  });
  return it;
}

/** The module that a source text is, with the imports of a test in place of its own. */
function evaluated(source: string, imports: Record<string, unknown>, wanted: string): unknown {
  const body = source.replace(/^import .*$/gm, '').replace(/^export /gm, '');
  return new Function(...Object.keys(imports), `${body}\nreturn ${wanted};`)(...Object.values(imports));
}

const post = (method: string, params: object, id: unknown = 77): Request =>
  new Request(AT, { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id, method, params }) });

test('the MSW handlers replay a recording: answers in their order, with the id of who asks, and 501 for what was never asked', async () => {
  const handlers = evaluated(
    toMsw(story().events),
    { http: msw.http, HttpResponse: msw.HttpResponse },
    'handlers',
  );
  const ask = (method: string, params: object) =>
    getResponse(handlers as Parameters<typeof getResponse>[0], post(method, params));
  const poll = async () => (await ask('tasks/get', { taskId: 'a', _meta: { any: 1 } }))?.json();
  expect(await poll()).toMatchObject({ id: 77, result: { status: 'working' } });
  expect(await poll()).toMatchObject({ id: 77, result: { status: 'completed' } });
  expect(await poll()).toMatchObject({ id: 77, result: { status: 'completed' } });
  const stream = await ask('subscriptions/listen', { notifications: { taskIds: ['a'] } });
  expect(stream?.headers.get('content-type')).toBe('text/event-stream');
  expect(await stream?.text()).toMatch(/^data: \{.*"notifications\/tasks".*\n\n$/);
  expect((await ask('tasks/get', { taskId: 'other' }))?.status).toBe(501);
  expect((await ask('tools/call', { name: 'b', arguments: {} }))?.status).toBe(501);
});

const PATTERNS = `${AT}/a:b/(c)*?x=*&y={z}`;

test('the MSW handlers take an address by its letters, and a body that is no JSON as it is', async () => {
  const it = new Story();
  const broken = it.add({
    kind: 'request',
    exchange: 'broken',
    endpoint: PATTERNS,
    method: 'tools/call',
    body: { text: '{"jsonrpc":' },
    data: { url: PATTERNS },
  });
  it.head('broken', 400, 'application/json');
  it.got('broken', '{"jsonrpc":"2.0","error":{"code":-32700,"message":"no"}}');
  expect(broken).toBeDefined();
  const handlers = evaluated(
    toMsw(it.events),
    { http: msw.http, HttpResponse: msw.HttpResponse },
    'handlers',
  );
  const ask = (url: string) =>
    getResponse(
      handlers as Parameters<typeof getResponse>[0],
      new Request(url, { method: 'POST', body: '{"jsonrpc":' }),
    );
  expect(await (await ask(PATTERNS))?.json()).toMatchObject({ error: { code: -32700 } });
  for (const other of [AT, PATTERNS.replace('a:b', 'aXb'), PATTERNS.replace('x=*', 'x=7')])
    expect(await ask(other), other).toBeUndefined();
  expect(toPlaywright(it.events)).not.toMatch(/page\.route\((url|blank),/);
});

test('the key in the exported sources is the key that the answers were given', () => {
  const theirs = evaluated(KEY_SOURCE, {}, 'keyOf') as typeof keyOf;
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      expect(theirs(text)).toBe(keyOf(text));
    }),
  );
  expect(keyOf('{"id":1,"method":"m","params":{"b":1,"a":{"_meta":2,"c":3}}}')).toBe(
    keyOf('{"method":"m","id":"x","params":{"a":{"c":3},"b":1}}'),
  );
});

test('no text of a server ends an exported script or breaks its line', () => {
  for (const source of [toMsw(story().events), toPlaywright(story().events)]) {
    expect(source).not.toContain('</script');
    expect(source).not.toMatch(/[\u2028\u2029]/);
    expect(source).toContain('status');
  }
});

test('the report tells what was called, the story of each task, and what failed; text of a server stays text', () => {
  const report = toReport(story().events);
  expect(report).toContain('| tools/call | work | 200 | task | ');
  expect(report).toMatch(
    /### work a\n\nStatus working, 2 polls \(1 without news\), 1 pushes, TTL 900000 ms\./,
  );
  expect(report).toMatch(/- 0\.\d+ s \*\*completed\*\* \(polled\)/);
  expect(report).toMatch(/## Problems\n\n- 0\.\d+ s tools\/call: No answer \\\| came\. Try\./);
  expect(report).not.toContain('<b>');
  expect(report).not.toMatch(/[^\\]\]\(/);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(plain(text)).not.toMatch(/[\n\r\u2028]|(^|[^\\])[<`[|]/);
    }),
  );
});

test('attack 8: in a report nothing becomes a link or a mention by itself, and nothing turns or hides the text around it', () => {
  const links = 'http://evil.test www.evil.test a@evil.test @team xmpp:a@evil.test mailto:b';
  expect(plain(links)).not.toMatch(/https?:\/|www\.|@\w|(xmpp|mailto):\w/);
  expect(plain('pay\u202Elave\u200B\u{E0041}')).toBe('payU\\+202ElaveU\\+200BU\\+E0041');
  expect(plain('12:30 ratio a:b')).toBe('12:30 ratio a:b');
});
