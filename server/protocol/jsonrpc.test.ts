import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonValue } from './json.ts';
import { errorResponse, isRequestId, notification, readMessage, resultResponse } from './jsonrpc.ts';

const id = fc.oneof(fc.string(), fc.maxSafeInteger());

describe('readMessage', () => {
  test('reads back what the makers make', () => {
    fc.assert(
      fc.property(id, fc.string(), fc.integer(), (one, word, code) => {
        expect(readMessage(resultResponse(one, { word }))).toEqual({
          ok: true,
          message: { kind: 'result', id: one, result: { word } },
        });
        const error = { code, message: word };
        expect(readMessage(errorResponse(one, error))).toEqual({
          ok: true,
          message: { kind: 'error', id: one, error },
        });
        expect(readMessage(errorResponse(undefined, { ...error, data: [word] }))).toEqual({
          ok: true,
          message: { kind: 'error', id: undefined, error: { ...error, data: [word] } },
        });
        expect(readMessage(notification(word, { a: 1 }))).toEqual({
          ok: true,
          message: { kind: 'notification', method: word, params: { a: 1 } },
        });
        expect(readMessage({ jsonrpc: '2.0', id: one, method: word })).toEqual({
          ok: true,
          message: { kind: 'request', id: one, method: word, params: undefined },
        });
      }),
    );
  });

  test('says one thing or gives a reason, for any JSON', () => {
    const member = fc.oneof(fc.jsonValue(), fc.constantFrom('2.0', 'tools/list'));
    const message = fc.record(
      { jsonrpc: member, id: member, method: member, params: member, result: member, error: member },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), message), (value) => {
        const read = readMessage(value as JsonValue);
        if (!read.ok) expect(read.reason).not.toBe('');
        else if (read.message.kind === 'request') expect(isRequestId(read.message.id)).toBe(true);
      }),
    );
  });

  test.each([
    [[{ jsonrpc: '2.0', id: 1, method: 'a' }], 'batch'],
    ['text', 'object'],
    [{ id: 1, method: 'a' }, 'jsonrpc'],
    [{ jsonrpc: '2.0', id: null, method: 'a' }, 'id'],
    [{ jsonrpc: '2.0', id: 1.5, method: 'a' }, 'id'],
    [{ jsonrpc: '2.0', id: 2 ** 53, method: 'a' }, 'id'],
    [{ jsonrpc: '2.0', id: 1, method: 7 }, 'method'],
    [{ jsonrpc: '2.0', id: 1 }, 'neither'],
    [{ jsonrpc: '2.0', id: 1, result: {}, error: { code: 1, message: '' } }, 'both'],
    [{ jsonrpc: '2.0', id: 1, result: 'x' }, 'result'],
    [{ jsonrpc: '2.0', result: {} }, 'id'],
    [{ jsonrpc: '2.0', id: 1, error: { code: '1', message: '' } }, 'error'],
  ])('%j is refused because of its %s', (value, word) => {
    const read = readMessage(value as JsonValue);
    expect(!read.ok && read.reason).toContain(word);
  });

  test('names the request that it refuses where it can', () => {
    const id = (value: JsonValue) => {
      const read = readMessage(value);
      return read.ok ? 'read' : read.id;
    };
    expect(id({ jsonrpc: '1.0', id: 'a', method: 'x' })).toBe('a');
    expect(id({ jsonrpc: '2.0', id: {}, method: 'x' })).toBeUndefined();
    // An error response may leave its id out or null: the request could not be read.
    expect(id({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'no' } })).toBe('read');
  });
});
