import { describe, expect, test } from 'vitest';
import { readable } from '../http/readable.ts';
import { broken, call, down, get, twoReplicas } from './two-replicas.suite.ts';

const PAGE = 'https://friend.example';
const lets = readable({ allowedOrigins: [PAGE] });

function from(request: Request, origin: string): Request {
  const headers = new Headers(request.headers);
  headers.set('Origin', origin);
  return new Request(request, { headers });
}

const corsOf = ({ status, headers }: Response) => [status, headers.get('Access-Control-Allow-Origin')];

describe('what the gateway answers by itself can be read by the pages that may read the rest', () => {
  const never = () => new Promise<Response>(() => {});
  test.each([
    ['no replica is up', 503, { answers: down, request: get() }],
    ['the replica broke off', 502, { answers: broken, request: call() }],
    ['the body is too large', 413, { options: { mostBytes: 10 }, request: call() }],
    ['too many requests are under way', 503, { options: { mostRequests: 0 }, request: get() }],
    ['the replica takes too long', 504, { answers: never, advance: 300_000, request: call() }],
  ] as const)('%s: %i', async (_why, status, given) => {
    const options = 'options' in given ? given.options : {};
    const { gateway, answers, clock } = twoReplicas({ ...options, readable: lets });
    if ('answers' in given) Object.assign(answers, { a: given.answers, b: given.answers });
    for (const [origin, told] of [
      [PAGE, PAGE],
      ['https://foe.example', null],
    ] as const) {
      const answering = gateway.fetch(from(given.request.clone(), origin));
      if ('advance' in given) {
        // The request's body is read first: the deadline begins after it.
        while (clock.pending === 0) await new Promise((resolve) => setImmediate(resolve));
        await clock.advance(given.advance);
      }
      const answer = await answering;
      expect(corsOf(answer)).toEqual([status, told]);
      expect(answer.headers.get('Vary')).toBe(told === null ? null : 'Origin');
    }
  });

  test('a preflight is answered where no replica is up, so that the page hears of the 503', async () => {
    const { gateway, answers } = twoReplicas({ readable: lets });
    Object.assign(answers, { a: down, b: down });
    const headers = { Origin: PAGE, 'Access-Control-Request-Headers': 'mcp-method' };
    const url = 'http://127.0.0.1:6280/mcp/legacy';
    const answer = await gateway.fetch(new Request(url, { method: 'OPTIONS', headers }));
    expect(corsOf(answer)).toEqual([204, PAGE]);
    expect(answer.headers.get('Access-Control-Allow-Methods')).toBe('GET, POST, DELETE, OPTIONS');
    expect(answer.headers.get('Access-Control-Allow-Headers')).toContain('Mcp-Method');
  });

  test("a replica's own answer passes as it is", async () => {
    const { gateway } = twoReplicas({ readable: lets });
    expect(corsOf(await gateway.fetch(from(get(), PAGE)))).toEqual([200, null]);
  });
});
