import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../protocol/json.ts';
import { META } from '../../protocol/meta.ts';
import { EventStream } from './event-stream.suite.ts';
import { type Client, meta, type OpenMount, on, part } from './mount.suite.ts';

const PLAIN = { [META.clientCapabilities]: {} };
const work = { name: 'slow_compute', arguments: { seconds: 2, label: 'pi' } };

/** A synchronous call whose response is streamed, since it has something to say before its result. */
async function stream(client: Client, more: JsonObject, signal?: AbortSignal): Promise<EventStream> {
  const ask = { id: 'S', meta: meta({ ...PLAIN, ...more }), ...(signal === undefined ? {} : { signal }) };
  const answering = client.mount.fetch(client.request('tools/call', work, ask));
  // The first part is a second of the server's time away; the request must have got there first.
  return await during(
    client,
    1000,
    answering.then((response) => new EventStream(response)),
  );
}

/** Moves the clock until `promise` is settled, so that the order of request and time does not matter. */
async function during<T>(client: Client, most: number, promise: Promise<T>): Promise<T> {
  let settled = false;
  const done = promise.finally(() => {
    settled = true;
  });
  for (let turn = 0; !settled && turn < 2000; turn += 1) {
    if (turn % 20 === 19 && turn / 20 < most / 10) await client.mount.advance(10);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return await done;
}

const say = (said: JsonObject): [JsonValue | undefined, JsonObject] => [said.method, part(said, 'params')];

/** Streamable HTTP, "Receiving Messages"; core `progress`, `logging` and `cancellation`. */
export function streaming(open: OpenMount): void {
  test(
    'R53: a call with a progress token is answered by a stream of its own: progress, then the response, then the end',
    on(open, async (client) => {
      const one = await stream(client, { progressToken: 'p1' });
      const { headers, status } = one.response;
      expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream']);
      expect(headers.get('x-accel-buffering')).toBe('no');
      const message = (part: number) => `Computed ${part} of 2 parts.`;
      const progress = (n: number) => ({ progressToken: 'p1', progress: n, total: 2, message: message(n) });
      expect(say(await one.message())).toEqual(['notifications/progress', progress(1)]);
      const second = await during(client, 2000, one.message());
      expect(say(second)).toEqual(['notifications/progress', progress(2)]);
      const last = await one.message();
      expect(last).toMatchObject({ jsonrpc: '2.0', id: 'S', result: { resultType: 'complete' } });
      expect(part(part(last, 'result'), '_meta')).toHaveProperty(META.serverInfo);
      expect(await one.next()).toBe('end');
    }),
  );

  test(
    'R53: without a token or a log level the answer is one JSON object',
    on(open, async (client) => {
      const params = { name: 'slow_compute', arguments: { seconds: 0, label: 'pi' } };
      const { headers, result } = await client.ask('tools/call', params, { meta: meta(PLAIN) });
      expect(headers.get('content-type')).toBe('application/json');
      expect(result.resultType).toBe('complete');
    }),
  );

  test(
    'R13 R2: log messages come with the level that this very request asked for, and not without',
    on(open, async (client) => {
      const call = { name: 'slow_compute', arguments: { seconds: 0, label: 'pi' } };
      const ask = async (level: JsonValue | undefined) => {
        const more = level === undefined ? {} : { [META.logLevel]: level };
        return await client.mount.fetch(
          client.request('tools/call', call, { meta: meta({ ...PLAIN, ...more }) }),
        );
      };
      for (const level of ['debug', 'info']) {
        const told = new EventStream(await ask(level));
        const message = { level: 'info', logger: 'slow_compute', data: { computing: 'pi', seconds: 0 } };
        expect(say(await told.message())).toEqual(['notifications/message', message]);
        expect(await told.message()).toHaveProperty('result');
        expect(await told.next()).toBe('end');
      }
      for (const level of [undefined, 'notice', 'emergency'])
        expect((await ask(level)).headers.get('content-type')).toBe('application/json');
      for (const level of ['loud', 3, null]) {
        const { error } = (await (await ask(level)).json()) as { error: JsonObject };
        expect(error.code).toBe(-32602);
      }
    }),
  );

  test(
    'R53: closing the stream of a running request cancels it, and no task with it',
    on(open, async (client, mount) => {
      const taskId = await client.report();
      const closed = new AbortController();
      const one = await stream(client, { progressToken: 7 }, closed.signal);
      await one.message();
      await one.close().catch(() => {});
      closed.abort();
      await mount.advance(5000);
      expect(await client.status(taskId)).toBe('working');
      // The server is as it was: it answers the same call again.
      const again = await stream(client, { progressToken: 8 });
      expect(part(await again.message(), 'params').progressToken).toBe(8);
      await again.close();
    }),
  );

  test(
    'R53: a shutdown ends a streamed response with an error, so that nobody waits',
    on(open, async (client, mount) => {
      const one = await stream(client, { progressToken: 'p' });
      await one.message();
      const restarted = mount.restart();
      expect(await one.message()).toMatchObject({ id: 'S', error: { code: -32603 } });
      expect(await one.next()).toBe('end');
      await restarted;
    }),
  );

  test(
    'R66: a progress token that is no string or integer is -32602',
    on(open, async (client) => {
      for (const progressToken of [1.5, {}, null, true]) {
        const { error } = await client.call('lookup_glossary', {}, { meta: meta({ progressToken }) });
        expect(error.code, JSON.stringify(progressToken)).toBe(-32602);
      }
    }),
  );
}
