import { expect, test } from 'vitest';
import { SCRIPTED, scripted, stream } from '../engine/client/scripted.suite.ts';
import { resultText } from './resultText.ts';

test('the answer of a stream is its response, whatever frames come around it', async () => {
  const { engine, clock } = scripted((request) => {
    const frames = stream(request.signal);
    const message = (method: string) => `data: {"jsonrpc":"2.0","method":"${method}"}\n\n`;
    frames.raw(`: hello\n\n${message('notifications/progress')}`);
    frames.raw(`data: {"jsonrpc":"2.0","id":${request.id},"result":{"resultType":"complete","n":1.0}}\n\n`);
    frames.raw(`: keep-alive\n\n${message('notifications/message')}: bye\n\n`);
    frames.end();
    return frames.response;
  });
  const made = await engine();
  const answer = await made.call(made.prepareCall(SCRIPTED, 'tool', {}));
  await clock.advance(0);
  const exchange = answer.exchange ?? '';
  expect(made.world().exchangeById.get(exchange)?.frames.size).toBe(6);
  expect(resultText(made, exchange)).toBe(
    `{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","n":1.0}}`,
  );
  expect(resultText(made, 'no such exchange')).toBe('');
  await made.close();
});
