import { expect, test } from 'vitest';
import { readAnswer } from './answer.ts';

test("an error's data is kept as the very text that was sent", () => {
  const data = '{"n":9007199254740993,"f":1.0,"twice":1,"twice":2}';
  const text = `{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"no","data":${data}}}`;
  const asked = { method: 'tools/call', rpcId: 1, name: 'x', httpStatus: 200 };
  expect(readAnswer(asked, { text }).problem?.detail).toBe(data);
  const without = '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"no"}}';
  expect(readAnswer(asked, { text: without }).problem).not.toHaveProperty('detail');
});
