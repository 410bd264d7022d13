import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { EngineOptions } from '../../engine/client/options.ts';
import {
  json,
  type Request,
  result,
  SCRIPTED,
  type Script,
  scripted,
} from '../../engine/client/scripted.suite.ts';
import { ComposePage } from './ComposePage.tsx';

// What is loaded when it is needed is here loaded beforehand.
beforeAll(() =>
  Promise.all([
    import('../../forms/index.ts'),
    import('../../engine/client/compose.ts'),
    import('./JsonText.tsx'),
  ]),
);
// The editor measures where text lies, which this page without a layout cannot tell.
beforeAll(
  () =>
    void Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => NOWHERE }),
);
afterAll(() => {
  Reflect.deleteProperty(Range.prototype, 'getClientRects');
  Reflect.deleteProperty(Range.prototype, 'getBoundingClientRect');
});
beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

const NOWHERE = { top: 0, bottom: 0, left: 0, right: 0, width: 0, height: 0 };

const TOOL = {
  name: 'work',
  title: undefined,
  description: undefined,
  raw: {},
  inputSchema: { type: 'object', properties: { size: { type: 'string', title: 'Size' } } },
};

async function page(script: Script, about?: string, more: EngineOptions = {}) {
  const server = scripted(script);
  const raw: { headers: Record<string, string>; text: string }[] = [];
  const engine = await server.engine({
    ...more,
    fetch: async (_url, init) => {
      const text = String(init.body);
      const headers = Object.fromEntries(init.headers as [string, string][]);
      raw.push({ headers, text });
      const { id, method } = JSON.parse(text) as Request;
      return script({ id, method, params: {}, signal: undefined, nth: raw.length, at: 0 });
    },
  });
  const onAbout = vi.fn();
  const show = (endpoint: string | undefined = SCRIPTED) =>
    render(
      <ComposePage
        engine={engine}
        world={engine.world()}
        endpoint={endpoint}
        facts={{ discovery: undefined, tools: [TOOL] }}
        about={about}
        onAbout={onAbout}
        onShow={() => {}}
        onTask={() => {}}
      />,
    );
  return { engine, user: userEvent.setup(), raw, onAbout, show };
}

const send = () => screen.getByRole('button', { name: 'Send' });
const rules = async () =>
  (await screen.findAllByRole('listitem'))
    .map(({ textContent }) => textContent ?? '')
    .filter((text) => /pass|fail/.test(text));

test('without a server there is nothing to compose for, and that is said', () => {
  const props = {} as Parameters<typeof ComposePage>[0];
  render(<ComposePage {...props} endpoint={undefined} />);
  expect(screen.getByText('Not connected')).toBeTruthy();
});

test('what the form says goes out with the headers as they were edited, and the answer is judged', async () => {
  const { user, raw, show, onAbout } = await page(
    (request) => result(request, { content: [] }),
    'tools/call work',
  );
  show();
  await user.type(await screen.findByLabelText(/^Size/), 'big');
  const headers = screen.getByRole('list', { name: 'Headers that will be sent' });
  await user.click(within(headers).getByRole('button', { name: 'Leave out Accept' }));
  const name = within(headers).getByRole('textbox', { name: 'Mcp-Name' });
  await user.clear(name);
  await user.type(name, 'other');
  expect(headers.textContent).toContain('= params.name ✗ differs from the body');
  await user.click(screen.getByRole('button', { name: 'Add a header' }));
  await user.type(screen.getByRole('textbox', { name: 'Name of an added header' }), 'Host');
  expect(screen.getByText(/It cannot be sent: Host is written by the sender itself/)).toBeTruthy();
  await user.click(send());
  expect(raw).toEqual([]);
  await user.type(screen.getByRole('textbox', { name: 'Name of an added header' }), '-Of-Mine');
  await user.click(send());
  await screen.findByText('As it must be: HTTP 200');
  expect(JSON.parse(raw[0]?.text ?? '').params).toMatchObject({ name: 'work', arguments: { size: 'big' } });
  expect(raw[0]?.headers).toMatchObject({ 'Mcp-Name': 'other', 'Host-Of-Mine': '' });
  expect(raw[0]?.headers).not.toHaveProperty('Accept');
  expect(onAbout).not.toHaveBeenCalled();
});

test('a server that takes what it must refuse is told apart, rule by rule', async () => {
  const { user, raw, show } = await page(
    (request) => json({ jsonrpc: '2.0', id: request.id, result: {} }),
    'tasks/get',
  );
  show();
  await user.click(screen.getByRole('radio', { name: 'Leave out _meta' }));
  expect(screen.getByRole('note', { name: 'What a conforming server must answer' }).textContent).toContain(
    '-32602',
  );
  await user.click(send());
  await screen.findByText('Not as it must be: HTTP 200');
  expect(await rules()).toEqual([
    '✗ fail HTTP 400 Bad Request: HTTP 200',
    '✗ fail error -32602 (Invalid params): HTTP 200, a result',
  ]);
  expect(raw[0]?.text).not.toContain('_meta');
  const [first] = raw;
  await user.click(send());
  await waitFor(() => expect(raw).toHaveLength(2));
  expect(JSON.parse(raw[1]?.text ?? '').id, 'an id is used once').not.toBe(JSON.parse(first?.text ?? '').id);
});

test('what was typed is there again when the view is, and a method that nobody knows is sent all the same', async () => {
  const { user, raw, show, onAbout } = await page((request) => result(request, {}));
  show();
  const method = screen.getByRole('combobox', { name: 'Method' });
  await user.clear(method);
  await user.type(method, 'my/own');
  expect(screen.getByText(/defines no such method/)).toBeTruthy();
  expect(onAbout).toHaveBeenLastCalledWith('my/own');
  cleanup();
  show();
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Method' }).value).toBe('my/own');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await user.click(send());
  await screen.findByText('As it must be: HTTP 200');
  expect(raw[0]?.headers).toMatchObject({ 'Mcp-Method': 'my/own' });
});

test('a message that was sent is taken over as it was sent; what was edited of it is there after a reload', async () => {
  const first = await page((request) => result(request, {}), 'tasks/get');
  first.show();
  await first.user.click(send());
  await screen.findByText('As it must be: HTTP 200');
  cleanup();
  const sent = first.engine.world().exchanges.at(0);
  const again = () =>
    render(
      <ComposePage
        engine={first.engine}
        world={first.engine.world()}
        endpoint={SCRIPTED}
        facts={{ discovery: undefined, tools: [] }}
        about={`message ${sent?.id}`}
        onAbout={() => {}}
        onShow={() => {}}
        onTask={() => {}}
      />,
    );
  again();
  expect(screen.getByText('The body is the text of the message, as it stands there.')).toBeTruthy();
  await first.user.click(send());
  await screen.findByText('As it must be: HTTP 200');
  expect(first.raw[1]?.text).toBe(first.raw[0]?.text);
  const kept = Object.keys(sessionStorage).find((key) => key.startsWith('taskscope.compose')) ?? '';
  sessionStorage.setItem(
    kept,
    JSON.stringify({ ...JSON.parse(sessionStorage.getItem(kept) ?? ''), text: '{"id":1}' }),
  );
  cleanup();
  again();
  await first.user.click(await screen.findByRole('button', { name: 'Back to the text as it was sent' }));
  await first.user.click(send());
  await waitFor(() => expect(first.raw).toHaveLength(3));
  expect(first.raw[2]?.text).toBe(first.raw[0]?.text);
});

test('a header of the endpoint’s options is left out by a press, and put back by another', async () => {
  const { user, raw, show } = await page((request) => result(request, {}), 'tools/list', {
    settings: () => ({ way: 'direct', headers: [{ name: 'X-Team', value: 'a', secret: false }] }),
  });
  show();
  await user.click(screen.getByRole('button', { name: 'Leave out X-Team' }));
  expect(screen.queryByRole('button', { name: 'Leave out X-Team' })).toBeNull();
  await user.click(send());
  await waitFor(() => expect(raw).toHaveLength(1));
  expect(Object.keys(raw[0]?.headers ?? {})).not.toContain('X-Team');
  await user.click(screen.getByRole('button', { name: 'Put x-team back' }));
  expect(screen.getByRole('button', { name: 'Leave out X-Team' })).toBeTruthy();
});
