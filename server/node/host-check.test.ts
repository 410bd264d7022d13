import { describe, expect, it } from 'vitest';
import { allowedHosts, canonicalOrigin, exposedOrigins, hostProblem, isLoopback } from './host-check.ts';

const local = allowedHosts({ host: '127.0.0.1', port: 6280 });

describe('Host (attack 1)', () => {
  it.each(['127.0.0.1:6280', 'localhost:6280', 'LOCALHOST:6280', '[::1]:6280'])('lets %s in', (host) => {
    expect(hostProblem(['Host', host], '/', local)).toBeUndefined();
  });

  it.each([
    'evil.test',
    'evil.test:6280',
    'localhost.evil.test:6280',
    '127.0.0.1.nip.io:6280',
    'localhost.:6280',
    '127.0.0.1.:6280',
    'localhost',
    'localhost:6281',
    '127.0.0.1:06280',
    '0.0.0.0:6280',
    '2130706433:6280',
    '[::ffff:127.0.0.1]:6280',
    'user@localhost:6280',
    'localhost:6280, evil.test',
    '',
  ])('refuses "%s"', (host) => {
    expect(hostProblem(['Host', host], '/', local)).toMatch(/does not name this server/);
  });

  it('refuses a missing Host, a second one in any case, and a target that names a host', () => {
    expect(hostProblem(['Accept', '*/*'], '/', local)).toMatch(/missing/);
    expect(hostProblem(['Host', 'localhost:6280', 'hOST', 'localhost:6280'], '/', local)).toMatch(
      /more than once/,
    );
    expect(hostProblem(['Host', 'localhost:6280'], 'http://evil.test/', local)).toMatch(/must be a path/);
  });

  it('does not take a header value that reads "host" for a name', () => {
    expect(hostProblem(['X-A', 'host', 'Host', 'localhost:6280'], '/', local)).toBeUndefined();
  });
});

describe('exposed addresses', () => {
  it('adds the address that was given', () => {
    const hosts = allowedHosts({ host: '192.0.2.7', port: 80 });
    expect([...hosts]).toEqual(expect.arrayContaining(['192.0.2.7:80', '192.0.2.7', 'localhost:80']));
  });

  it('adds the addresses of this machine for a wildcard, and no names', () => {
    const hosts = allowedHosts({ host: '0.0.0.0', port: 1 }, ['192.0.2.7', '2001:db8::1']);
    expect([...hosts]).toEqual([
      '127.0.0.1:1',
      'localhost:1',
      '[::1]:1',
      '0.0.0.0:1',
      '192.0.2.7:1',
      '[2001:db8::1]:1',
    ]);
    expect(canonicalOrigin({ host: '0.0.0.0', port: 1 })).toBe('http://127.0.0.1:1');
    expect(canonicalOrigin({ host: '::1', port: 1 })).toBe('http://[::1]:1');
  });

  it('knows loopback from what looks like it', () => {
    expect(['127.0.0.1', '127.9.9.9', '::1', 'localhost'].every(isLoopback)).toBe(true);
    expect(['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.nip.io', 'localhost.evil.test'].some(isLoopback)).toBe(
      false,
    );
  });
});

it('origins beyond loopback are told apart (attack 3)', () => {
  expect(exposedOrigins(local)).toEqual([]);
  expect(exposedOrigins(allowedHosts({ host: '0.0.0.0', port: 1 }, ['127.0.0.1', '192.0.2.7']))).toEqual([
    'http://0.0.0.0:1',
    'http://192.0.2.7:1',
  ]);
});
