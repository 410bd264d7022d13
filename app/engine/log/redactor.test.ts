import { expect, test } from 'vitest';
import { ManualClock } from '../../../server/ports/manual-clock.ts';
import { readEndpoint } from './endpoint-url.ts';
import { LogStore } from './log-store.ts';
import { Recorder } from './recorder.ts';

test('attack 10: secret headers never reach the log, nor what echoes them', () => {
  const log = new LogStore();
  const recorder = new Recorder(log, new ManualClock(), 'r', 't');
  recorder.write({
    kind: 'request',
    headers: [
      ['Authorization', 'Bearer canary-1234567'],
      ['COOKIE', 'sid=canary-cookie'],
      ['Mcp-Method', 'tools/list'],
      ['X-Echo', 'canary-1234567'],
    ],
    body: { text: '{"token":"canary-1234567"}' },
  });
  recorder.write({ kind: 'frame', body: { text: 'data with canary-1234567 inside' } });
  recorder.write({ kind: 'request', headers: [['authorization', 'Bearer canary-1234567']] });
  const all = JSON.stringify([log.read(0), log.read(1), log.read(2)]);
  expect(all).not.toContain('canary');
  expect(log.read(0).headers).toEqual([
    ['Authorization', '[secret:1 length=21]'],
    ['COOKIE', '[secret:3 length=17]'],
    ['Mcp-Method', 'tools/list'],
    ['X-Echo', '[secret:2 length=14]'],
  ]);
  expect(log.read(2).headers).toEqual([['authorization', '[secret:1 length=21]']]);
});

test('attack 10: nor an echo that spells the secret otherwise', () => {
  const log = new LogStore();
  const recorder = new Recorder(log, new ManualClock(), 'r', 't');
  recorder.write({ kind: 'request', headers: [['Authorization', 'Bearer ab/cd+ef==123']] });
  const echoes = [
    String.raw`{"t":"ab\/cd+ef==123"}`,
    String.raw`{"t":"ab/cd+ef\u003d\u003D123"}`,
    '/login?t=ab%2Fcd%2bef%3D%3D123',
  ];
  echoes.forEach((text, i) => {
    recorder.write({ kind: 'frame', body: { text } });
    expect(JSON.stringify(log.read(i + 1).body)).toMatch(/\[secret:2 length=13\]/);
    expect(JSON.stringify(log.read(i + 1).body)).not.toContain('123');
  });
});

test('an endpoint is normalised, and refused where it carries credentials', () => {
  expect(readEndpoint(' http://LOCALHOST:6280/mcp#key ')).toEqual({
    ok: true,
    url: 'http://localhost:6280/mcp',
  });
  expect(readEndpoint('127.0.0.1:6280/mcp')).toEqual({ ok: true, url: 'http://127.0.0.1:6280/mcp' });
  expect(readEndpoint('https://a.test/mcp?tenant=1')).toEqual({
    ok: true,
    url: 'https://a.test/mcp?tenant=1',
  });
  for (const bad of [
    'https://u:canary@a.test/',
    'https://a.test/?access_token=canary',
    'https://a.test/?API_KEY=canary',
  ]) {
    const read = readEndpoint(bad);
    expect(read).toMatchObject({ ok: false, problem: { code: 'credentials-in-url' } });
    expect(JSON.stringify(read)).not.toContain('canary');
  }
  for (const bad of ['', 'file:///etc/passwd', 'javascript:alert(1)', 'not a url'])
    expect(readEndpoint(bad)).toMatchObject({ ok: false, problem: { code: 'bad-url' } });
});
