import { expect, test } from 'vitest';
import type { SmallStore } from '../../ui/storage.ts';
import type { Called } from './called.ts';
import { KeptCalls } from './kept-calls.ts';
import { openRounds } from './open-rounds.ts';

const AT = { recording: 'r', endpoint: 'http://127.0.0.1:1/mcp', tool: 'book' };
const REQUEST = { endpoint: AT.endpoint, method: 'tools/call', id: 1, headers: [], text: '{}' };
const DRAFT = { data: { people: 4 }, mode: 'form', text: '' } as const;

function memory(): SmallStore & { readonly size: () => number } {
  const held = new Map<string, string>();
  return {
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
    size: () => held.size,
  };
}

const asked = (retry: Extract<Called, { kind: 'called' }>['retry']): Called => ({
  kind: 'called',
  answer: { ok: true, value: { kind: 'input_required', result: {} }, exchange: 'x', receivedAt: 0 },
  request: REQUEST,
  round: 2,
  retry,
});

test('a reload finds the round and the arguments again', () => {
  const storage = memory();
  const before = new KeptCalls(storage);
  before.change(AT, { draft: DRAFT, called: asked({ kind: 'not-yet' }) });
  const after = new KeptCalls(storage);
  expect(after.get(AT)).toEqual({ draft: DRAFT, called: asked({ kind: 'not-yet' }) });
  expect(after.get({ ...AT, recording: 'another' }).called).toEqual({ kind: 'not-yet' });
});

test('R37: a round that waits for the person is counted as such, also after a reload, until the call is made again', () => {
  const storage = memory();
  const waiting = () => openRounds.all().filter(({ tool }) => tool === 'counted');
  const at = { ...AT, tool: 'counted' };
  const calls = new KeptCalls(storage);
  calls.change(at, { called: asked({ kind: 'not-yet' }) });
  expect(waiting()).toEqual([at]);
  calls.change(at, { called: asked({ kind: 'calling' }) });
  expect(waiting()).toEqual([]);
  calls.change(at, { called: asked({ kind: 'not-yet' }) });
  calls.change(at, { called: { kind: 'not-yet' } });
  expect(waiting()).toEqual([]);
  storage.setItem(
    `taskscope.call ${JSON.stringify([at.recording, at.endpoint, at.tool])}`,
    JSON.stringify({ called: asked({ kind: 'not-yet' }) }),
  );
  new KeptCalls(storage).get(at);
  expect(waiting()).toEqual([at]);
});

test('a retry that was out when the page went is said to be unknown, and is not repeated', () => {
  const storage = memory();
  new KeptCalls(storage).change(AT, { called: asked({ kind: 'calling' }) });
  const { called } = new KeptCalls(storage).get(AT);
  expect(called).toMatchObject({ retry: { kind: 'failed', problem: { code: 'cut' } } });
});

test('what is over is kept for the view that shows it, and nowhere else', () => {
  const storage = memory();
  const calls = new KeptCalls(storage);
  const over: Called = {
    ...(asked({ kind: 'not-yet' }) as Extract<Called, { kind: 'called' }>),
    answer: { ok: true, value: { kind: 'result', result: {} }, exchange: 'x', receivedAt: 0 },
  };
  calls.change(AT, { draft: DRAFT, called: over });
  expect(calls.get(AT).called).toBe(over);
  expect(storage.size()).toBe(0);
  calls.begin(AT);
  expect(calls.get(AT)).toEqual({ draft: undefined, called: { kind: 'not-yet' } });
});

test('a store that holds something else begins afresh', () => {
  const storage = memory();
  storage.setItem(`taskscope.call ${JSON.stringify([AT.recording, AT.endpoint, AT.tool])}`, '{"called":');
  expect(new KeptCalls(storage).get(AT).called).toEqual({ kind: 'not-yet' });
});
