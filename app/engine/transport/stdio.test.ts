import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../server/ports/manual-clock.ts';
import type { OpenHttp, OpenStdio } from '../../../server/protocol/bridge.ts';
import { LogStore } from '../log/log-store.ts';
import { Recorder } from '../log/recorder.ts';
import type { BridgeLink, ChannelListener } from './bridge-link.ts';
import { stdio } from './stdio.ts';
import { tap } from './tap.ts';
import type { WireError } from './transport.ts';

const ENDPOINT = 'stdio:a%20b';

/** A bridge whose process is played by the test. */
function setup() {
  const opened: { open: OpenHttp | OpenStdio; listener: ChannelListener }[] = [];
  const said: string[] = [];
  const told: string[] = [];
  const link = {
    async open(open: OpenHttp | OpenStdio, listener: ChannelListener) {
      opened.push({ open, listener });
      queueMicrotask(() => listener.message({ type: 'started', channel: 1, at: 0 }));
      return {
        say: (message: { type: string; text?: string }) =>
          void (message.type === 'line' && said.push(message.text ?? '')),
        cancel: () => undefined,
      };
    },
  } as unknown as BridgeLink;
  const clock = new ManualClock(undefined, async () => {
    for (let i = 0; i < 5; i += 1) await new Promise<void>((resume) => setImmediate(resume));
  });
  const log = new LogStore();
  const recorder = new Recorder(log, clock, 'r', 't');
  const transport = stdio(link, (_, from, text) => told.push(`${from}: ${text}`));
  const wire = tap({ transport, clock });
  const send = (id: number, method = 'tools/list', meta = {}) =>
    wire(recorder, {
      endpoint: ENDPOINT,
      method,
      id,
      headers: [],
      text: JSON.stringify({ jsonrpc: '2.0', id, method, params: { _meta: meta } }),
      cause: 0,
      timeoutMs: 30_000,
      timeStream: true,
    });
  const line = (text: unknown, from: 'stdout' | 'stderr' = 'stdout') =>
    opened.at(-1)?.listener.message({
      type: 'line',
      channel: 1,
      from,
      text: typeof text === 'string' ? text : JSON.stringify(text),
      at: 0,
    });
  /** Until what was begun has got to the process. */
  const saidSo = async (count: number): Promise<void> => {
    while (said.length < count) await new Promise((resolve) => setImmediate(resolve));
  };
  return { opened, said, told, clock, log, transport, send, line, saidSo };
}

const answer = (id: number) => ({ jsonrpc: '2.0', id, result: { resultType: 'complete', n: id } });

it('each answer finds its request, in whatever order; notifications go where they say', async () => {
  const { opened, said, send, line, saidSo, log } = setup();
  const first = send(1, 'tools/call', { progressToken: 'p' });
  await saidSo(1);
  const second = send(2);
  await saidSo(2);
  expect(opened.map(({ open }) => open)).toEqual([{ kind: 'stdio', server: 'a b' }]);
  expect(said.map((text) => (JSON.parse(text) as { id: number }).id)).toEqual([1, 2]);
  line({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 'p', progress: 1 } });
  line(answer(2));
  line({ jsonrpc: '2.0', method: 'notifications/message', params: {} });
  line(answer(1));
  expect(await second).toMatchObject({ status: 200, body: { text: JSON.stringify(answer(2)) } });
  expect(await first).toMatchObject({ streamed: true, body: { text: JSON.stringify(answer(1)) } });
  const frames = Array.from({ length: log.length }, (_, seq) => log.read(seq)).filter(
    (e) => e.kind === 'frame',
  );
  expect(frames.map(({ exchange }) => exchange)).toEqual(['t.1', 't.2', 't.1', 't.1']);
});

it('standard error and noise are told, and do not disturb', async () => {
  const { told, send, line, saidSo } = setup();
  const sent = send(1);
  await saidSo(1);
  line('listening', 'stderr');
  line('a banner');
  line('{"no":"message"}');
  line(answer(1));
  expect(await sent).toMatchObject({ problem: undefined });
  expect(told).toEqual(['stderr: listening', 'stdout: a banner', 'stdout: {"no":"message"}']);
});

describe('causes', () => {
  it('a process that ends fails what waits, with its last words, and is started again', async () => {
    const { opened, send, line, saidSo } = setup();
    const sent = send(1);
    await saidSo(1);
    line('no port left', 'stderr');
    opened[0]?.listener.message({ type: 'exit', channel: 1, code: 3, signal: null, at: 0 });
    expect(await sent).toMatchObject({
      problem: {
        code: 'exited',
        message: 'The server "a b" ended with code 3 before it answered.',
        detail: 'no port left',
      },
    });
    void send(2);
    await saidSo(2);
    expect(opened.length).toBe(2);
  });

  it('one that cannot be started', async () => {
    const { opened, transport } = setup();
    const sent = transport.send({
      url: ENDPOINT,
      headers: [],
      text: '{}',
      signal: new AbortController().signal,
    });
    opened[0]?.listener.message({
      type: 'error',
      channel: 1,
      code: 'missing-command',
      detail: 'there is no command "x"',
      at: 0,
    });
    const error = await sent.catch((thrown: unknown) => thrown);
    expect((error as WireError).problem).toMatchObject({
      code: 'missing-command',
      message: 'The server "a b" could not be started: there is no command "x".',
    });
  });

  it('a time-out of one that only makes noise', async () => {
    const { clock, said, send, line, saidSo } = setup();
    const sent = send(1);
    await saidSo(1);
    line('GET / 200');
    await clock.advance(30_000);
    expect(await sent).toMatchObject({ problem: { code: 'noise', detail: 'GET / 200' } });
    await saidSo(2);
    expect(said[1]).toContain('"notifications/cancelled"');
  });

  it('a time-out of one that is silent', async () => {
    const { clock, send, saidSo } = setup();
    const sent = send(1);
    await saidSo(1);
    await clock.advance(30_000);
    expect(await sent).toMatchObject({ problem: { code: 'timeout' } });
  });
});

it('a notification is not waited for', async () => {
  const { transport, said } = setup();
  const text = '{"jsonrpc":"2.0","method":"notifications/x"}';
  const signal = new AbortController().signal;
  const { status } = await transport.send({ url: ENDPOINT, headers: [], text, signal });
  expect(status).toBe(202);
  expect(said).toEqual([text]);
});
