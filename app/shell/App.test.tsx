import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createEngine, type Engine } from '../engine/index.ts';
import { App } from './App.tsx';
// What the page loads when it is needed is loaded before, so that no test ends while it comes.
import './DetailPanel.tsx';
import './TasksPage.tsx';
import '../features/traffic/TrafficView.tsx';

const FOREIGN = 'http://evil.test:8080/mcp';
const engines: Engine[] = [];

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      disconnect(): void {}
      unobserve(): void {}
    },
  );
});
afterEach(async () => {
  cleanup();
  await Promise.all(engines.splice(0).map((engine) => engine.close()));
  vi.unstubAllGlobals();
});

async function open(path: string) {
  history_.replaceState(null, '', path);
  const fetch = vi.fn(async () =>
    Response.json({ jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'no' } }, { status: 404 }),
  );
  const engine = await createEngine({ fetch, storage: null });
  engines.push(engine);
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  render(
    <QueryClientProvider client={queries}>
      <App engine={engine} />
    </QueryClientProvider>,
  );
  return { fetch, engine };
}
const history_ = globalThis.history;

describe('attack 17: a link with an endpoint', () => {
  test('does nothing until a bar that shows the whole host is confirmed', async () => {
    const { fetch } = await open(`/?endpoint=${encodeURIComponent(FOREIGN)}&task=tsk_1&tool=generate_report`);
    const bar = await screen.findByRole('region', { name: 'A link wants to connect' });
    expect(bar.textContent).toContain('evil.test:8080');
    expect(fetch).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Connect to evil.test:8080' }));
    await waitFor(() => expect(fetch).toHaveBeenCalledTimes(1));
  });

  test('can be ignored, and then nothing is ever sent', async () => {
    const { fetch } = await open(`/?endpoint=${encodeURIComponent(FOREIGN)}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Ignore the link' }));
    expect(screen.queryByRole('region', { name: 'A link wants to connect' })).toBeNull();
    expect(fetch).not.toHaveBeenCalled();
  });

  test('look-alikes are shown as what they are', async () => {
    await open(`/?endpoint=${encodeURIComponent('http://аpple.com@evil.test/')}`);
    const bar = await screen.findByRole('region', { name: 'A link wants to connect' });
    expect(bar.querySelector('b')?.textContent).toBe('evil.test');
    expect(bar.textContent).not.toContain('apple.com@');
  });

  test('of a listed endpoint connects by itself', async () => {
    localStorage.setItem('taskscope.endpoints', JSON.stringify([FOREIGN]));
    const { fetch } = await open(`/?endpoint=${encodeURIComponent(FOREIGN)}`);
    await waitFor(() => expect(fetch).toHaveBeenCalled());
  });
});

test('a first visit sends nothing and offers the bundled server', async () => {
  const { fetch } = await open('/');
  expect(await screen.findByRole('button', { name: 'Use the bundled demo server' })).toBeTruthy();
  expect(fetch).not.toHaveBeenCalled();
});

test('Esc closes a palette whose code is still on its way, and no key of the page acts meanwhile', async () => {
  await open('/');
  await userEvent.keyboard('{Control>}k{/Control}?{Escape}');
  await userEvent.keyboard('?');
  expect(await screen.findByRole('dialog', { name: 'Keys' }, { timeout: 10_000 })).toBeTruthy();
  expect(screen.queryByRole('dialog', { name: 'Commands' })).toBeNull();
}, 20_000);

test('a failed connect says what happened, what to do, and can be tried again', async () => {
  const { fetch } = await open('/');
  await userEvent.click(await screen.findByRole('button', { name: 'Use the bundled demo server' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).not.toBe('');
  const before = fetch.mock.calls.length;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(fetch.mock.calls.length).toBeGreaterThan(before));
});
