import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CountingIds } from '../ports/ids.ts';
import { ManualClock } from '../ports/manual-clock.ts';
import { Seal } from './seal.ts';

const KEY = Uint8Array.from({ length: 32 }, (_, i) => i);
const BOUND = { tenant: 'acme', method: 'tools/call', params: { name: 'x', arguments: { a: 1, b: [2] } } };

function open(key = KEY) {
  const clock = new ManualClock();
  return { clock, seal: new Seal(key, { clock, ids: new CountingIds() }, 1000) };
}

describe('R2: the seal of requestState', () => {
  test('gives back what was sealed, on any replica with the key, whatever order the binding is written in', async () => {
    const { seal } = open();
    const state = await seal.seal({ answers: { é: { n: 1 } } }, BOUND);
    const turned = {
      params: { arguments: { b: [2], a: 1 }, name: 'x' },
      method: 'tools/call',
      tenant: 'acme',
    };
    expect(await open().seal.open(state, turned)).toEqual({ answers: { é: { n: 1 } } });
  });

  test('never makes the same text twice, and shows nothing of what it holds', async () => {
    const { seal } = open();
    const texts = await Promise.all([1, 2, 3].map(() => seal.seal({ secret: 'word' }, BOUND)));
    expect(new Set(texts).size).toBe(3);
    for (const text of texts) expect(atob(text.slice(3))).not.toContain('word');
  });

  test('refuses any other binding, key or text', async () => {
    const { seal } = open();
    const state = await seal.seal({ a: 1 }, BOUND);
    const refused = { code: -32602, message: expect.stringContaining('requestState is not valid') };
    await expect(seal.open(state, { ...BOUND, tenant: 'globex' })).rejects.toMatchObject(refused);
    await expect(seal.open(state, { ...BOUND, params: {} })).rejects.toMatchObject(refused);
    await expect(open(KEY.map((b) => b ^ 1)).seal.open(state, BOUND)).rejects.toMatchObject(refused);
    for (const text of [
      '',
      'v1.',
      'v1.AAAA',
      'v2.AAAA',
      state.toUpperCase(),
      state.slice(0, -4),
      `${state}AAAA`,
    ])
      await expect(seal.open(text, BOUND)).rejects.toMatchObject(refused);
  });

  test('refuses a state in which any one character was changed', async () => {
    const { seal } = open();
    const state = await seal.seal({ a: 1 }, BOUND);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(state.length - 1),
        fc.string({ minLength: 1, maxLength: 1 }),
        async (at, char) => {
          fc.pre(state[at] !== char);
          const changed = state.slice(0, at) + char + state.slice(at + 1);
          await expect(seal.open(changed, BOUND)).rejects.toMatchObject({ code: -32602 });
        },
      ),
      { numRuns: 100 },
    );
  });

  test('is good until its expiry and not a millisecond longer', async () => {
    const { clock, seal } = open();
    const state = await seal.seal({ a: 1 }, BOUND);
    await clock.advance(1000);
    expect(await seal.open(state, BOUND)).toEqual({ a: 1 });
    await clock.advance(1);
    await expect(seal.open(state, BOUND)).rejects.toMatchObject({
      code: -32602,
      message: 'requestState has expired after 1000 ms: call again without it',
    });
  });

  test('takes a key of 32 bytes alone', () => {
    expect(() => open(new Uint8Array(16))).toThrow('32 bytes, not 16');
  });
});
