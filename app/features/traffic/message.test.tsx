import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { Engine } from '../../engine/index.ts';
import { exchange } from '../tasks/history.suite.ts';
import { HeadersTab } from './HeadersTab.tsx';
import { MessageTab } from './MessageTab.tsx';

afterEach(cleanup);

const REQUEST = '{"jsonrpc":"2.0","id":1,"method":"tasks/get","params":{"taskId":"tsk_7f3a00000000e19d"}}';
const RESPONSE =
  '{"jsonrpc":"2.0","id":1,"result":{"n":9007199254740993,"f":1.0,"a":1,"a":2,"x":1E400,"<b>":"<script>"}}';

const engine = {
  log: {
    bodyText: (seq: number) => (seq === 1 ? REQUEST : RESPONSE),
    read: (seq: number) => ({
      headers:
        seq === 1
          ? [
              ['Mcp-Method', 'tasks/get'],
              ['mcp-name', 'tasks/get'],
            ]
          : [['content-type', 'application/json']],
    }),
  },
} as unknown as Engine;

test('both layouts show every token as it was sent', async () => {
  render(<MessageTab engine={engine} exchange={exchange()} frame={undefined} />);
  const body = screen.getByRole('group', { name: 'Response body' });
  for (const token of ['9007199254740993', '1.0', '"a": 1', '"a": 2', '1E400', '"<b>": "<script>"'])
    expect(body.textContent).toContain(token);
  await userEvent.click(screen.getByRole('radio', { name: 'As sent' }));
  expect(screen.getByRole('group', { name: 'Response body' }).textContent).toBe(RESPONSE);
  expect(screen.getByRole('group', { name: 'Request body' }).textContent).toBe(REQUEST);
  expect(document.querySelector('script')).toBeNull();
});

test('R31 a mirrored header stands beside its body field with a verdict', () => {
  render(<HeadersTab engine={engine} exchange={exchange({ view: 'cors' })} />);
  expect(screen.getByRole('row', { name: /Mcp-Method/ }).textContent).toContain('= method ✓ agrees');
  expect(screen.getByRole('row', { name: /mcp-name/ }).textContent).toContain(
    '= params.taskId ✗ differs from the body',
  );
  expect(screen.getByText(/hidden from a page by the browser/)).toBeTruthy();
});

const CALL =
  '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"work","arguments":{"region":"eu"}}}';
const LIST = `{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"work","inputSchema":{"type":"object",
  "properties":{"region":{"type":"string","x-mcp-header":"Region"},"zone":{"type":"string","x-mcp-header":"Zone"}}}}]}}`;

test.each([
  ['eu', '= params.arguments.region ✓ agrees'],
  ['us', '= params.arguments.region ✗ differs from the body'],
])('a parameter that is mirrored as %s stands beside its argument with a verdict', (value, verdict) => {
  const calling = exchange({
    index: 1,
    method: 'tools/call',
    name: 'work',
    requestSeq: 3,
    headSeq: undefined,
  });
  const listing = exchange({
    index: 0,
    method: 'tools/list',
    name: undefined,
    bodySeq: 2,
    headSeq: undefined,
  });
  const world = { exchanges: { at: (i: number) => [listing, calling][i] } };
  const recorded = {
    world: () => world,
    log: {
      bodyText: (seq: number) => (seq === 2 ? LIST : CALL),
      read: () => ({ headers: [['Mcp-Param-Region', value]] }),
    },
  } as unknown as Engine;
  render(<HeadersTab engine={recorded} exchange={calling} />);
  expect(screen.getByRole('row', { name: /Mcp-Param-Region/ }).textContent).toContain(verdict);
  expect(screen.queryByRole('row', { name: /Mcp-Param-Zone/ }), 'no argument, no header').toBeNull();
});

test('a message on standard streams has no command for HTTP, and its JSON to copy', () => {
  render(<MessageTab engine={engine} exchange={exchange({ url: 'stdio:files' })} frame={undefined} />);
  expect(screen.queryByRole('button', { name: 'Copy the request as cURL' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Copy the request body' })).toBeTruthy();
});
