import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { readFile } from '../../engine/derive/import/read-file.ts';
import type { Engine, Library, LoadedRecording, LogEvent, StoredMeta } from '../../engine/index.ts';
import { FORMATS, fileName } from './exports.ts';
import { RecordingsPage } from './RecordingsPage.tsx';

afterEach(cleanup);

const stored = (id: string, more: Partial<StoredMeta> = {}): StoredMeta => ({
  id,
  startedAt: 1_785_240_000_000,
  updatedAt: 1_785_240_100_000,
  endpoint: 'http://127.0.0.1:7000/mcp',
  events: 3,
  open: false,
  current: false,
  size: 2_500,
  ...more,
});

const event: LogEvent = {
  seq: 0,
  kind: 'request',
  mono: 0,
  wall: 1_785_240_000_000,
  recording: 'old',
  tab: 't',
  endpoint: 'http://127.0.0.1:7000/mcp',
  exchange: 'x1',
  cause: null,
  method: 'tools/call',
  status: null,
  headers: [['Authorization', '[secret:1 length=20]']],
  view: null,
  body: { text: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"password":"canary-in-body"}}' },
  data: { url: 'http://127.0.0.1:7000/mcp', id: 1 },
};

const loaded: LoadedRecording = {
  id: 'old',
  name: 'Old one',
  startedAt: event.wall,
  events: [event],
  lostTail: false,
  imported: false,
};

/** A page over two recordings. */
function page(parts: { readonly kept?: string; readonly linked?: string } = {}) {
  let list = [stored('now', { current: true, open: true }), stored('old', { name: 'Old one' })];
  const library = {
    load: vi.fn(async () => loaded),
    rename: vi.fn(async (id: string, name: string) => {
      list = list.map((one) => (one.id === id ? { ...one, name } : one));
      return undefined;
    }),
    read: readFile,
    fetch: vi.fn(async () => ({
      ok: false,
      problem: { kind: 'network', code: 'x', message: 'No.', next: 'Save it.' },
    })),
    add: vi.fn(async () => loaded),
  };
  const engine = {
    recordings: async () => list,
    library: async () => library as unknown as Library,
    deleteRecording: async (id: string) => {
      if (parts.kept !== undefined) return { ok: false, reason: parts.kept };
      const before = list;
      list = list.filter((one) => one.id !== id);
      return {
        ok: true,
        undo: async () => {
          list = before;
        },
      };
    },
  } as unknown as Engine;
  const onOpen = vi.fn();
  const onLinkDone = vi.fn();
  render(<RecordingsPage engine={engine} linked={parts.linked} onOpen={onOpen} onLinkDone={onLinkDone} />);
  return { library, onOpen, onLinkDone };
}

test('recordings are listed with their facts, renamed, opened, deleted and taken back', async () => {
  const { library, onOpen } = page();
  const row = (await screen.findByText('Old one')).closest('li');
  expect(row?.textContent).toMatch(/3 events · 2\.5 kB http:\/\/127\.0\.0\.1:7000\/mcp/);
  expect(screen.getByText('this one')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Rename Old one' }));
  const field = screen.getByRole('textbox', { name: 'New name of Old one' });
  await userEvent.clear(field);
  await userEvent.type(field, 'Better{Enter}');
  await screen.findByText('Better');
  expect(library.rename).toHaveBeenCalledWith('old', 'Better');
  await userEvent.click(screen.getByRole('button', { name: 'Open Better' }));
  await waitFor(() => expect(onOpen).toHaveBeenCalledWith(loaded));
  await userEvent.click(screen.getByRole('button', { name: 'Delete Better' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Open Better' })).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByRole('button', { name: 'Open Better' });
});

test('one that is kept says why', async () => {
  page({ kept: 'Another tab is writing it.' });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Old one' }));
  await waitFor(() =>
    expect(screen.getByRole('status').textContent).toBe('Old one is kept. Another tab is writing it.'),
  );
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('what is no recording is refused in words, and nothing is added', async () => {
  const { library, onOpen } = page();
  const input = await screen.findByLabelText('File of a recording or a HAR');
  const text = '{"log":{}}';
  // The DOM of this test has no File.text.
  await userEvent.upload(input, Object.assign(new File([text], 'bad.har'), { text: async () => text }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/no HTTP Archive.*no log\.entries/);
  expect(library.add).not.toHaveBeenCalled();
  expect(onOpen).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Open Old one' })).toBeDefined();
});

test('attack 17: a recording that a link names is not fetched before the person has seen the whole host and said yes', async () => {
  const { library, onLinkDone } = page({ linked: 'https://good.com.evil.test/r.ndjson?x=1' });
  const bar = within(await screen.findByRole('region', { name: 'A link names a recording' }));
  expect(bar.getByText('good.com.evil.test').tagName).toBe('B');
  expect(library.fetch).not.toHaveBeenCalled();
  await userEvent.click(bar.getByRole('button', { name: 'Fetch it from good.com.evil.test' }));
  await screen.findByRole('alert');
  expect(library.fetch).toHaveBeenCalledTimes(1);
  expect(onLinkDone).not.toHaveBeenCalled();
  await userEvent.click(bar.getByRole('button', { name: 'Ignore the link' }));
  expect(onLinkDone).toHaveBeenCalled();
});

test('attack 17: what is no http address cannot be fetched at all', async () => {
  page({ linked: 'javascript:alert(1)' });
  const bar = within(await screen.findByRole('region', { name: 'A link names a recording' }));
  expect(bar.queryByRole('button', { name: /Fetch/ })).toBeNull();
});

test('attack 10: before an export the person sees what stays behind; what is likely a secret is masked unless unticked', async () => {
  const written: string[] = [];
  page();
  const user = userEvent.setup();
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void written.push(text) },
  });
  await user.click(await screen.findByRole('button', { name: 'Export Old one' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Export the recording' }));
  expect(dialog.getByText(/1 value of headers/)).toBeDefined();
  const box = dialog.getByRole('checkbox', { name: /ca…|cana….*"password".*1 event/ });
  expect((box as HTMLInputElement).checked).toBe(true);
  for (const { label } of FORMATS) {
    await user.click(dialog.getByRole('radio', { name: new RegExp(`^${label}`) }));
    await user.click(dialog.getByRole('button', { name: /Copy the export/ }));
  }
  await waitFor(() => expect(written).toHaveLength(FORMATS.length));
  expect(written.join()).not.toContain('canary');
  await user.click(box);
  await user.click(dialog.getByRole('radio', { name: /^Recording/ }));
  await user.click(dialog.getByRole('button', { name: /Copy the export/ }));
  await waitFor(() => expect(written.at(-1)).toContain('canary-in-body'));
});

test('a file name is what any file system takes', () => {
  expect(fileName({ name: '../a/b: "c"\\?', startedAt: 0 }, 'har')).toBe('a-b-c.har');
  expect(fileName({ name: undefined, startedAt: 0 }, 'md')).toBe('recording-1970-01-01T00-00-00.md');
});

test('attack 18: a dropped file of mcpServers lists its commands to copy, and starts, keeps and fetches nothing', async () => {
  const { library, onOpen } = page();
  await screen.findByText('Old one');
  const field = screen.getByLabelText('Paste a recording or a HAR here');
  await userEvent.click(field);
  await userEvent.paste(
    '{"mcpServers":{"files":{"command":"npx","args":["-y","a b"],"env":{"KEY":"canary"}}}}',
  );
  const listed = await screen.findByRole('region', { name: 'A file of servers' });
  expect(listed.textContent).toContain(`taskscope --stdio 'npx -y '\\''a b'\\'''`);
  expect(listed.textContent).toContain('Nothing of it was started or asked.');
  expect(listed.textContent).toContain('The file also sets KEY');
  expect(listed.textContent).not.toContain('canary');
  expect(within(listed).getByRole('button', { name: 'Copy the command that starts files' })).toBeTruthy();
  expect(within(listed).queryByRole('link')).toBeNull();
  expect(library.add).not.toHaveBeenCalled();
  expect(library.fetch).not.toHaveBeenCalled();
  expect(onOpen).not.toHaveBeenCalled();
  await userEvent.click(within(listed).getByRole('button', { name: 'Close the list' }));
  expect(screen.queryByRole('region', { name: 'A file of servers' })).toBeNull();
});
