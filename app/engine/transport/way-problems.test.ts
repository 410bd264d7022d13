import { describe, expect, it } from 'vitest';
import { blockedByBrowser, hindranceOf } from './way-problems.ts';
import { unreachable } from './wire-problems.ts';

const STATIC = 'https://inspector.example/';
const SERVED = 'http://127.0.0.1:6280/';

describe('what hinders a page', () => {
  it.each([
    ['http://far.example/mcp', STATIC, 'mixed-content'],
    ['http://192.168.1.4/mcp', STATIC, 'mixed-content'],
    ['https://192.168.1.4/mcp', STATIC, 'local-network'],
    ['http://127.0.0.1:3000/mcp', STATIC, 'local-network'],
    ['http://printer.local/mcp', 'http://far.example/', 'local-network'],
    ['https://far.example/mcp', STATIC, undefined],
    ['http://far.example/mcp', SERVED, undefined],
    ['http://192.168.1.4/mcp', SERVED, undefined],
    ['http://192.168.1.4/mcp', undefined, undefined],
  ])('%s from %s: %s', (url, page, hindrance) => {
    expect(hindranceOf(url, page)).toBe(hindrance);
  });
});

it('what the browser blocked is named by what the bridge saw', () => {
  const cors = blockedByBrowser('http://127.0.0.1:3000/mcp', 200, SERVED);
  expect(cors).toMatchObject({ kind: 'cors', code: 'blocked' });
  expect(cors.message).toBe(
    "127.0.0.1:3000 answers (HTTP 200), but does not allow this page's origin (CORS).",
  );
  expect(cors.next).toContain('the origin http://127.0.0.1:6280 and the Mcp-* headers');
  expect(blockedByBrowser('http://far.example/mcp', 200, STATIC).code).toBe('mixed-content');
  expect(blockedByBrowser('http://127.0.0.1:3000/mcp', undefined, STATIC).code).toBe('local-network');
});

it('without a bridge the likely causes are listed as such', () => {
  const error = new TypeError('Failed to fetch');
  expect(unreachable('http://127.0.0.1:1/mcp', error, SERVED).message).toMatch(
    /does not say why; likely: the server is not running, or it does not allow this page's origin \(CORS\)\.$/,
  );
  expect(unreachable('https://far.example/mcp', error, SERVED).message).toMatch(
    /likely: the server is down, the name or certificate is wrong, or .*\(CORS\)\.$/,
  );
  const mixed = unreachable('http://far.example/mcp', error, STATIC);
  expect(mixed).toMatchObject({ kind: 'cors', code: 'mixed-content' });
  const local = unreachable('http://127.0.0.1:1/mcp', error, STATIC);
  expect(local).toMatchObject({ code: 'unreachable', detail: 'Failed to fetch' });
  expect(local.message).toMatch(/likely: the browser keeps this page from your machine and its network, /);
});
