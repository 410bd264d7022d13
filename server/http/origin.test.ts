import { describe, expect, test } from 'vitest';
import { standing } from './origin.ts';

const POLICY = { allowedOrigins: ['http://192.168.1.5:6280', 'not a url'] };

function ask(headers: Record<string, string>, url = 'http://127.0.0.1:6280/mcp') {
  // A plain object: tests may set Host, which a browser's Request would drop.
  return standing({ url, headers: new Headers(headers) } as Request, POLICY);
}

describe('attack 1: Host', () => {
  test.each([
    'evil.test',
    'localhost.evil.test',
    '127.0.0.1.nip.io',
    'localhost.',
    'localhost.:6280',
    'a@127.0.0.1',
    '',
    '127.0.0.1:x',
    '[::2]:1',
    '127.0.0.1, evil.test',
  ])('%j is foreign', (host) => {
    expect(ask({ host }).ok).toBe(false);
  });

  test.each(['127.0.0.1:6280', 'localhost', 'LOCALHOST:1', '[::1]:6280', '192.168.1.5:6280'])(
    '%j is ours',
    (host) => {
      expect(ask({ host }).ok).toBe(true);
    },
  );

  test('a request without Host is served: in-page mounts have none', () => {
    expect(ask({})).toEqual({ ok: true, cors: undefined });
  });
});

describe('attack 3: Origin', () => {
  test('own and allowed origins may read; the other name of loopback is served without CORS', () => {
    expect(ask({ origin: 'http://127.0.0.1:6280' })).toEqual({ ok: true, cors: 'http://127.0.0.1:6280' });
    expect(ask({ origin: 'http://192.168.1.5:6280' })).toEqual({ ok: true, cors: 'http://192.168.1.5:6280' });
    expect(ask({ origin: 'http://localhost:6280' })).toEqual({ ok: true, cors: undefined });
  });

  test.each([
    'null',
    '',
    'http://localhost:6281',
    'https://localhost:6280',
    'http://localhost:6280/',
    'http://LOCALHOST:6280',
    'http://127.0.0.1:6280.evil.test',
    'http://evil.test:6280',
  ])('%j is foreign', (origin) => {
    expect(ask({ origin }).ok).toBe(false);
  });

  test('beyond loopback the twin rule does not hold', () => {
    expect(ask({ origin: 'http://localhost:6280' }, 'http://192.168.1.9:6280/mcp').ok).toBe(false);
  });
});
