import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { result, SCRIPTED, type Script, scripted } from '../../engine/client/scripted.suite.ts';
import { ToolsPanel } from './ToolsPanel.tsx';

beforeEach(() => {
  // A box of 460 px with entries of 46 px, as a browser would lay it out.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(460);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(300);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(46);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const named = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => ({
    name: `tool_${from + i}`,
    inputSchema: { type: 'object' },
  }));

async function panel(script: Script) {
  const engine = await scripted(script).engine();
  const onSelect = vi.fn();
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  render(
    <QueryClientProvider client={queries}>
      <ToolsPanel engine={engine} endpoint={SCRIPTED} selected={undefined} onSelect={onSelect} />
    </QueryClientProvider>,
  );
  return onSelect;
}

test('a list whose cursor comes round again says so, with how many tools are shown', async () => {
  await panel((request) => result(request, { tools: named(request.nth, request.nth + 1), nextCursor: 'a' }));
  expect((await screen.findByRole('note')).textContent).toMatch(
    /^2 tools shown, the server repeats its cursor/,
  );
});

test('a list that ends says nothing of the kind; equal names are both shown', async () => {
  await panel((request) => result(request, { tools: [...named(0, 2), ...named(0, 1)] }));
  expect(await screen.findAllByRole('button')).toHaveLength(3);
  expect(screen.queryByRole('note')).toBeNull();
});

test('of thousands of tools only those in view exist, and the keys reach them all', async () => {
  const onSelect = await panel((request) => result(request, { tools: named(0, 3000) }));
  const first = await screen.findByRole('button', { name: 'Open tool_0' });
  expect(screen.getAllByRole('button').length).toBeLessThan(40);
  expect(screen.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0)).toEqual([first]);
  const user = userEvent.setup();
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Filter tools' }));
  await user.tab();
  expect(document.activeElement).toBe(first);
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('Open tool_2');
  await user.keyboard('{End}{Enter}');
  expect(onSelect).toHaveBeenCalledExactlyOnceWith('tool_2999');
});

test('a filter looks at name, title and description, and a list that is short has none', async () => {
  const tools = [
    ...named(0, 9),
    { name: 'last', title: 'The Odd One', description: 'differs', inputSchema: { type: 'object' } },
  ];
  await panel((request) => result(request, { tools }));
  const user = userEvent.setup();
  const filter = await screen.findByRole('searchbox', { name: 'Filter tools' });
  for (const word of ['LAST', 'odd one', ' differs ']) {
    await user.clear(filter);
    await user.type(filter, word);
    expect(screen.getAllByRole('button').map((one) => one.textContent)).toEqual(['Open last']);
  }
  await user.type(filter, 'x');
  expect(screen.getByText('No tool fits the filter')).toBeTruthy();
  cleanup();
  await panel((request) => result(request, { tools: named(0, 8) }));
  expect(await screen.findAllByRole('button')).toHaveLength(8);
  expect(screen.queryByRole('searchbox')).toBeNull();
});

test('a tool with invalid annotations is listed as excluded, with the reason', async () => {
  const inputSchema = { type: 'object', properties: { a: { type: 'number', 'x-mcp-header': 'A' } } };
  await panel((request) => result(request, { tools: [{ name: 'bad', inputSchema }, ...named(0, 1)] }));
  const bad = await screen.findByRole('button', { name: 'Why not bad' });
  expect(document.getElementById(bad.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(
    /^excluded: x-mcp-header at a is on a parameter of type "number"/,
  );
  expect(screen.getByRole('button', { name: 'Open tool_0' })).toBeTruthy();
});
