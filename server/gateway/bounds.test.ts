import { describe, expect, test } from 'vitest';
import { call, get, twoReplicas } from './two-replicas.suite.ts';

describe('bounds', () => {
  test('a full request table answers 503 and asks nobody', async () => {
    const { gateway, asked } = twoReplicas({ mostRequests: 1 });
    const first = await gateway.fetch(call());
    expect((await gateway.fetch(call())).status).toBe(503);
    expect(asked()).toBe('a');
    await first.text();
    expect((await gateway.fetch(call())).status).toBe(200);
  });

  test('a method that cannot be sent on is 501 and nobody’s failure', async () => {
    const { gateway, asked } = twoReplicas();
    for (const method of ['TRACE', 'trace', 'CONNECT']) {
      // Fetch makes no such request, but HTTP brings them.
      const request = new Proxy(get(), {
        get: (of, name) => (name === 'method' ? method : Reflect.get(of, name, of)),
      });
      expect((await gateway.fetch(request)).status).toBe(501);
    }
    expect(asked()).toBe('');
    expect(gateway.view().replicas.map(({ up, failed }) => [up, failed])).toEqual([
      [true, 0],
      [true, 0],
    ]);
  });

  test('a body beyond the limit is refused without a replica, and not read to its end', async () => {
    const { gateway, asked } = twoReplicas({ mostBytes: 10 });
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (c) => {
          pulled += 1;
          c.enqueue(new Uint8Array(8));
        },
      },
      { highWaterMark: 0 },
    );
    const request = new Request('http://x/', { method: 'POST', body, duplex: 'half' } as RequestInit);
    expect((await gateway.fetch(request)).status).toBe(413);
    expect([asked(), pulled]).toEqual(['', 2]);
    expect(gateway.view().requests).toEqual([]);
  });
});
