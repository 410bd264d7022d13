import { describe, expect, test } from 'vitest';
import { bansFor, findBans } from '../bans.mjs';

const inside = (file: string, text: string) => findBans({ [file]: `${text}\nexport {};\n` });
const CORE = 'server/tasks/planted.ts';

describe('the clock ban', () => {
  test.each([
    ['const t = Date.now();', 'clock: Date.now'],
    ['const t = new Date();', 'clock: new Date()'],
    ['const t = new Date;', 'clock: new Date()'],
    ['const t = Date();', 'clock: Date'],
    ['const { now } = Date;', 'clock: Date'],
    ['const t = globalThis.Date.now();', 'clock: Date'],
    ['setTimeout(() => {}, 1);', 'timer: setTimeout'],
    ['const wait = { setTimeout };', 'timer: setTimeout'],
    ['const { setInterval: every } = globalThis;', 'timer: setInterval'],
    ['globalThis.setInterval(() => {}, 1);', 'timer: setInterval'],
    ["globalThis['setTimeout'](() => {}, 1);", 'global: globalThis[...]'],
    ['const g = globalThis;', 'global: globalThis'],
    ['queueMicrotask(() => {});', 'timer: queueMicrotask'],
    ['const t = performance.now();', 'clock: performance'],
    ['const n = Math.random();', 'chance: Math.random'],
    ['const { random } = Math;', 'chance: Math'],
    ['const id = crypto.randomUUID();', 'chance: crypto.randomUUID'],
    ['AbortSignal.timeout(5);', 'timer: AbortSignal.timeout'],
  ])('catches %s', (text, problem) => {
    expect(inside(CORE, text).some((found) => found.startsWith(`${problem} (${CORE}:1)`))).toBe(true);
  });

  test.each([
    'const text = (ms: number) => new Date(ms).toISOString();',
    "const ms = Date.parse('2026-11-30');",
    'const isDate = (value: unknown) => value instanceof Date;',
    'interface Clock { setTimeout(run: () => void): void; now(): number }',
    'const wait = (clock: { setTimeout(): void }) => clock.setTimeout();',
    'const wait = (setTimeout: () => void) => setTimeout();',
    'const max = Math.max(1, 2); // Date.now() would be banned here',
    'type When = Date;',
    'const hash = (data: Uint8Array) => crypto.subtle.digest("SHA-256", data);',
  ])('allows %s', (text) => {
    expect(inside(CORE, text)).toEqual([]);
  });
});

describe('the I/O ban', () => {
  test.each(['fetch("/");', 'window.fetch("/");', 'indexedDB.open("x");', 'new WebSocket("ws://x");'])(
    'catches %s outside transport and log',
    (text) => {
      expect(inside('app/features/tasks/planted.tsx', text)).toHaveLength(1);
      expect(inside('app/engine/client/planted.ts', text)).toHaveLength(1);
      expect(inside('app/engine/transport/direct.ts', text)).toEqual([]);
      expect(inside('app/engine/log/store.ts', text)).toEqual([]);
    },
  );
  test('allows a fetch that was handed in', () => {
    expect(inside('app/engine/client/ok.ts', 'const send = (fetch: () => void) => fetch();')).toEqual([]);
    expect(inside('app/engine/client/ok.ts', 'const send = (s: { fetch(): void }) => s.fetch();')).toEqual(
      [],
    );
  });
});

test('each room has its bans, and tests and the clock have none', () => {
  for (const room of ['protocol/a', 'ports/a', 'tasks/a', 'tools/a', 'rpc/a', 'http/a', 'index'])
    expect(bansFor(`server/${room}.ts`)).toEqual(['clock']);
  expect(bansFor('app/engine/derive/a.ts')).toEqual(['clock', 'io']);
  expect(bansFor('app/engine/clock/a.ts')).toEqual(['io']);
  expect(bansFor('app/features/tasks/a.tsx')).toEqual(['io']);
  expect(bansFor('server/node/a.ts')).toEqual([]);
  expect(bansFor('server/tasks/a.test.ts')).toEqual([]);
});
