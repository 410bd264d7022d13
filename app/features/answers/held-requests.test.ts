import { expect, test } from 'vitest';
import { HeldRequests } from './held-requests.ts';

const ask = (held: HeldRequests, signal = new AbortController().signal, params = {}) =>
  held.handler({ endpoint: 'http://a/', method: 'elicitation/create', params, signal });

test('a request of a legacy server waits for the person, and is answered once', async () => {
  const held = new HeldRequests(() => 7);
  let told = 0;
  held.subscribe(() => {
    told += 1;
  });
  const meta = { 'io.modelcontextprotocol/related-task': { taskId: 't' } };
  const answer = ask(held, undefined, { _meta: meta });
  expect(held.list()).toMatchObject([{ id: 1, mono: 7, state: 'open', taskId: 't' }]);
  held.answer(1, { action: 'decline' });
  held.answer(1, { action: 'accept' });
  expect(await answer).toEqual({ action: 'decline' });
  expect(held.list()).toMatchObject([{ state: 'answered' }]);
  expect(told).toBe(2);
});

test('what the server takes back is gone, and a refusal is an error', async () => {
  const held = new HeldRequests(() => 0);
  const session = new AbortController();
  const taken = ask(held, session.signal);
  const refused = ask(held);
  session.abort(new Error('taken back'));
  held.refuse(2);
  await expect(taken).rejects.toThrow('taken back');
  await expect(refused).rejects.toThrow('refused');
  expect(held.list().map(({ state }) => state)).toEqual(['gone', 'answered']);
  await expect(ask(held, session.signal), 'over before it was heard').rejects.toThrow('taken back');
  expect(held.list()).toHaveLength(2);
});
