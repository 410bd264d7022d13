import { expect, test } from 'vitest';
import { isRepeatable, prepareRepeat } from './repeat.ts';
import { result, SCRIPTED, scripted } from './scripted.suite.ts';

test('a request is sent once more with its text, character for character, under another id', async () => {
  const { engine, sent } = scripted((request) => result(request, { content: [] }));
  const made = await engine();
  const text =
    '{ "jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "t", "arguments": {"n": 9007199254740993, "f": 1.0, "n": 2}} }';
  const asked = made.prepareRequest(SCRIPTED, 'tools/call', { name: 't', arguments: {} }, 7);
  await made.compose({ ...asked, text });
  const first = [...made.world().exchanges].at(-1);
  if (first === undefined) throw new Error('nothing was sent');
  expect(isRepeatable(first)).toBe(true);
  const again = prepareRepeat(made, first);
  expect(again.id).not.toBe(7);
  expect(again.text).toBe(text.replace('"id": 7', `"id": ${again.id}`));
  expect(await made.compose(again)).toMatchObject({ status: 200, problem: undefined });
  expect(sent).toHaveLength(2);
  expect([...made.world().exchanges].map(({ rpcId }) => rpcId)).toEqual([7, again.id]);
  await made.close();
});

test('what has no answer of its own is not offered', async () => {
  const { engine } = scripted((request) => result(request, {}));
  const made = await engine();
  await made.compose({
    ...made.prepareRequest(SCRIPTED, 'x', {}),
    text: '{"jsonrpc":"2.0","method":"notifications/cancelled"}',
  });
  const [sent] = [...made.world().exchanges];
  if (sent === undefined) throw new Error('nothing was sent');
  expect(isRepeatable(sent)).toBe(false);
  const { step: _, ...request } = sent;
  expect(isRepeatable({ ...request, rpcId: 1, method: 'subscriptions/listen' })).toBe(false);
  expect(isRepeatable({ ...request, rpcId: 1, method: 'tools/list' })).toBe(true);
  await made.close();
});
