import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../server/protocol/json.ts';
import { SCRIPTED, stream } from '../scripted.suite.ts';
import { legacyWorld } from './legacy-world.suite.ts';

const ask = (id: number, method = 'elicitation/create'): JsonObject => ({
  jsonrpc: '2.0',
  id,
  method,
  params: { message: 'Go on?', requestedSchema: { type: 'object', properties: {} } },
});

describe('what the server asks', () => {
  const answers = (world: ReturnType<typeof legacyWorld>) =>
    world.sent
      .filter(({ message }) => 'result' in message || 'error' in message)
      .map(({ message }) => message);

  test('is answered by who was set for it, once, also where it comes on two streams; the client declares that', async () => {
    const call = stream();
    const world = legacyWorld(({ method }) => (method === 'tools/call' ? call.response : undefined));
    const engine = await world.engine();
    const asked: string[] = [];
    let answer: (value: JsonObject) => void = () => undefined;
    engine.answerServers(({ method }) => {
      asked.push(method);
      return new Promise((resolve) => {
        answer = resolve;
      });
    });
    await engine.connect(SCRIPTED);
    expect(world.sent[1]?.message).toMatchObject({
      params: { capabilities: { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} } },
    });
    void engine.call(engine.prepareCall(SCRIPTED, 'old', {}));
    await world.clock.advance(0);
    call.send(ask(7));
    await world.clock.advance(0);
    world.streams[0]?.send(ask(7));
    await world.clock.advance(0);
    expect(asked).toEqual(['elicitation/create']);
    answer({ action: 'decline' });
    await world.clock.advance(0);
    expect(answers(world)).toEqual([{ jsonrpc: '2.0', id: 7, result: { action: 'decline' } }]);
    const posted = [...engine.world().exchanges].find(({ step }) => step === 'answer');
    expect(engine.log.read(posted?.causeSeq ?? -1).kind).toBe('frame');
    await engine.close();
  });

  test('is refused where nobody answers, and that is declared; a ping is answered always', async () => {
    const world = legacyWorld();
    const engine = await world.engine();
    await engine.connect(SCRIPTED);
    expect(world.sent[1]?.message).toMatchObject({ params: { capabilities: {} } });
    await world.clock.advance(0);
    world.streams[0]?.send(ask(1, 'sampling/createMessage'));
    world.streams[0]?.send(ask(2, 'ping'));
    await world.clock.advance(0);
    expect(answers(world)).toMatchObject([
      { id: 1, error: { code: -32601 } },
      { id: 2, result: {} },
    ]);
    await engine.close();
  });

  test('and takes back is answered no more; what fails is an error', async () => {
    const world = legacyWorld();
    const engine = await world.engine();
    const signals: AbortSignal[] = [];
    engine.answerServers(({ method, signal }) => {
      signals.push(signal);
      return method === 'roots/list'
        ? Promise.reject(new Error('no roots here'))
        : new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    await engine.connect(SCRIPTED);
    await world.clock.advance(0);
    world.streams[0]?.send(ask(1));
    world.streams[0]?.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    world.streams[0]?.send(ask(2, 'roots/list'));
    await world.clock.advance(0);
    expect(signals[0]?.aborted).toBe(true);
    expect(answers(world)).toEqual([
      { jsonrpc: '2.0', id: 2, error: { code: -32603, message: 'no roots here' } },
    ]);
    await engine.close();
  });

  test('and takes back before it is answered gets no answer, although there is one then', async () => {
    const world = legacyWorld();
    const engine = await world.engine();
    let answer: (value: JsonObject) => void = () => undefined;
    engine.answerServers(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    await engine.connect(SCRIPTED);
    await world.clock.advance(0);
    world.streams[0]?.send(ask(1));
    world.streams[0]?.send({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 1 },
    });
    await world.clock.advance(0);
    answer({ action: 'accept' });
    await world.clock.advance(0);
    expect(answers(world)).toEqual([]);
    await engine.close();
  });
});
