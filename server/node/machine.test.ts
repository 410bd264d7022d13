import { afterEach, describe, expect, it, vi } from 'vitest';
import { StoreError } from '../ports/task-store.ts';
import { canOpenBrowser } from './browser.ts';
import { SystemClock } from './clock.ts';
import { otherTaskscope, startFailure } from './failure.ts';
import { CryptoIds } from './ids.ts';

describe('the system clock', () => {
  afterEach(() => void vi.useRealTimers());

  it('fires once after the time, and not after an end', () => {
    vi.useFakeTimers();
    const fired: string[] = [];
    const clock = new SystemClock();
    clock.after(10, () => fired.push('kept'));
    const cancel = clock.after(10, () => fired.push('ended'));
    cancel();
    vi.advanceTimersByTime(9);
    expect(fired).toEqual([]);
    vi.advanceTimersByTime(1_000);
    expect(fired).toEqual(['kept']);
    cancel();
  });

  it('waits longer than a timer of Node can, and can be ended on the way', () => {
    vi.useFakeTimers();
    const month = 31 * 24 * 3_600_000;
    const fired: number[] = [];
    const clock = new SystemClock();
    clock.after(month, () => fired.push(1));
    const cancel = clock.after(month, () => fired.push(2));
    vi.advanceTimersByTime(month - 1);
    expect(fired).toEqual([]);
    cancel();
    vi.advanceTimersByTime(1);
    expect(fired).toEqual([1]);
  });
});

it('R26 task ids begin with tsk_, hold 192 bits, and are not repeated', () => {
  const ids = new CryptoIds();
  const made = Array.from({ length: 1_000 }, () => ids.taskId());
  expect(new Set(made).size).toBe(1_000);
  expect(made.every((id) => /^tsk_[A-Za-z0-9_-]{32}$/.test(id))).toBe(true);
  expect(ids.short()).not.toBe(ids.short());
  const chances = made.map(() => ids.chance());
  expect(chances.every((chance) => chance >= 0 && chance < 1)).toBe(true);
});

it.each([
  ['linux', {}, false],
  ['linux', { DISPLAY: '' }, false],
  ['linux', { DISPLAY: ':0' }, true],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
  ['linux', { WSL_DISTRO_NAME: 'Debian' }, true],
  ['linux', { DISPLAY: ':0', CI: 'true' }, false],
  ['darwin', {}, true],
  ['darwin', { CI: '1' }, false],
  ['darwin', { CI: 'false' }, true],
  ['win32', {}, true],
])('a browser on %s with %j: %s', (platform, env, can) => {
  expect(canOpenBrowser({ platform, env })).toBe(can);
});

describe('a start that failed is told in one line', () => {
  const at = { host: '::1', port: 80 };
  const told = (error: unknown) => startFailure(error, at, '/data');
  const system = (code: string, syscall = '') => Object.assign(new Error(code), { code, syscall });

  it.each([
    [system('EADDRINUSE'), /^Port 80 is in use .*--port N/],
    [system('EACCES', 'listen'), /^This user may not listen on \[::1\]:80: .*--port N/],
    [system('EACCES', 'mkdir'), /data folder \/data cannot be written: .*--data DIR/],
    [system('EADDRNOTAVAIL'), /::1 is no address of this machine: .*--host/],
    [system('ENOTDIR'), /data folder \/data cannot be used \(ENOTDIR\): .*--data DIR/],
    [new StoreError('newer-version', 'Too new.'), /^Too new\. \(data folder \/data\)$/],
  ])('%s', (error, line) => {
    expect(told(error)).toMatch(line);
    expect(told(error)).not.toContain('\n');
  });

  it('a port that another Taskscope has is told as such, with its address', async () => {
    const asked: string[] = [];
    const probe = async (address: string) => asked.push(address) > 0;
    const line = await otherTaskscope(system('EADDRINUSE'), at, probe);
    expect(line).toMatch(/^Port 80 is in use by another Taskscope, at http:\/\/\[::1\]:80, .*--port N/);
    expect(asked).toEqual(['http://[::1]:80']);
    expect(await otherTaskscope(system('EADDRINUSE'), at, async () => false)).toBeUndefined();
    expect(await otherTaskscope(system('EACCES', 'listen'), at, probe)).toBeUndefined();
  });

  it('but a mistake of ours is not hidden', () => {
    expect(told(new TypeError('x is not a function'))).toBeUndefined();
  });
});
