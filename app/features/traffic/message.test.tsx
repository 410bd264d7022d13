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
