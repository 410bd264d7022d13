import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { type Request, result, rpcError, SCRIPTED, scripted } from '../../engine/client/scripted.suite.ts';
import type { JsonObject } from '../../engine/index.ts';
import { PromptsPage } from './PromptsPage.tsx';
import { ResourcesPage } from './ResourcesPage.tsx';

afterEach(cleanup);

const DECLARES = { resources: { subscribe: true }, prompts: {}, completions: {} };

function discovery(capabilities: JsonObject) {
  const cache = { ttlMs: 0, cacheScope: 'private' } as const;
  return {
    supportedVersions: [],
    capabilities,
    serverInfo: undefined,
    instructions: undefined,
    cache,
    raw: {},
  };
}

/** A server with two pages of resources, a template, a prompt and suggestions. */
function answer(request: Request): Response {
  const { method, params } = request;
  if (method === 'resources/list')
    return params.cursor === undefined
      ? result(request, {
          resources: [{ uri: 'a:1', title: 'First' }, { title: 'Broken' }],
          nextCursor: 'two',
        })
      : result(request, { resources: [{ uri: 'a:2', title: 'Second' }] });
  if (method === 'resources/templates/list')
    return result(request, { resourceTemplates: [{ uriTemplate: 'a:{term}', title: 'Terms' }] });
  if (method === 'prompts/list')
    return result(request, { prompts: [{ name: 'explain', arguments: [{ name: 'term', required: true }] }] });
  if (method === 'completion/complete')
    return result(request, { completion: { values: ['lease', 'ledger'] } });
  if (method === 'prompts/get')
    return result(request, {
      messages: [
        { role: 'user', content: { type: 'text', text: '<b>bold</b>' } },
        { role: 'assistant', content: { type: 'resource_link', uri: 'a:1' } },
      ],
    });
  if (method === 'resources/read' && params.uri === 'a:gone') return rpcError(request, -32602);
  return result(request, {
    contents: [
      { uri: 'a:1', mimeType: 'text/html', text: '<script>alert(1)</script>' },
      { uri: 'a:p', mimeType: 'image/png', blob: 'iVBORw0KGgo=' },
      { uri: 'a:s', mimeType: 'image/svg+xml', blob: 'PHN2Zy8+' },
      { uri: 'a:x', blob: 'no base64!' },
      { uri: 'a:y' },
    ],
  });
}

async function view(Page: typeof ResourcesPage, capabilities: JsonObject = DECLARES) {
  const made = scripted(answer);
  const engine = await made.engine();
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  function Shown() {
    const [about, onAbout] = useState<string>();
    const props = { engine, world: engine.world(), about, onAbout, discovery: discovery(capabilities) };
    return <Page {...props} endpoint={SCRIPTED} onShow={() => {}} rounds={() => 'asks'} />;
  }
  render(
    <QueryClientProvider client={queries}>
      <Shown />
    </QueryClientProvider>,
  );
  return { ...made, user: userEvent.setup() };
}

test('resources come page by page; what is read is shown as text and pixels, never as markup', async () => {
  const { user, sent } = await view(ResourcesPage);
  await user.click(await screen.findByRole('button', { name: 'Next page' }));
  expect(await screen.findByRole('button', { name: /Second/ })).toBeTruthy();
  expect(screen.getByText('Broken: malformed, it has no uri')).toBeTruthy();
  expect(
    sent.some(({ method }) => method === 'resources/read'),
    'nothing is read unasked',
  ).toBe(false);
  await user.click(screen.getByRole('button', { name: /First/ }));
  expect((await screen.findByRole('group', { name: 'Text of a:1' })).textContent).toBe(
    '<script>alert(1)</script>',
  );
  expect(document.querySelector('script')).toBeNull();
  expect(screen.getAllByRole('img').map((image) => image.getAttribute('src'))).toEqual([
    'data:image/png;base64,iVBORw0KGgo=',
  ]);
  expect(screen.getByText('The blob is not base64.')).toBeTruthy();
  expect(screen.getByText('It has neither text nor blob.')).toBeTruthy();
});

test('a template is filled in with what the server suggests, and read', async () => {
  const { user, sent, clock } = await view(ResourcesPage);
  await user.click(await screen.findByRole('button', { name: /Terms/ }));
  await user.type(screen.getByLabelText(/^term/), 'task h');
  await clock.advance(1_000);
  await waitFor(() => expect(document.querySelector('option[value="ledger"]')).not.toBeNull());
  const asked = sent.filter(({ method }) => method === 'completion/complete');
  expect(asked, 'asked once typing pauses').toHaveLength(1);
  expect(asked[0]?.params).toMatchObject({
    ref: { type: 'ref/resource', uri: 'a:{term}' },
    argument: { name: 'term', value: 'task h' },
  });
  await user.click(screen.getByRole('button', { name: 'Read it' }));
  await screen.findByRole('group', { name: 'Text of a:1' });
  expect(sent.at(-1)?.params.uri).toBe('a:task%20h');
});

test('a read that fails says why', async () => {
  const { user } = await view(ResourcesPage);
  await user.type(await screen.findByLabelText('URI'), 'a:gone');
  await user.click(screen.getByRole('button', { name: 'Read' }));
  expect((await screen.findByRole('alert')).textContent).toContain('-32602');
});

test('a prompt is got with its arguments, and its messages are text', async () => {
  const { user, sent } = await view(PromptsPage);
  await user.click(await screen.findByRole('button', { name: /explain/ }));
  expect(screen.getByText(/term is required/)).toBeTruthy();
  await user.type(screen.getByLabelText(/^term/), 'lease');
  await user.click(screen.getByRole('button', { name: 'Get' }));
  expect((await screen.findByRole('list', { name: 'Messages' })).textContent).toContain('<b>bold</b>');
  expect(screen.getByRole('group', { name: 'Content of message 2' }).textContent).toContain('resource_link');
  expect(sent.at(-1)).toMatchObject({
    method: 'prompts/get',
    params: { name: 'explain', arguments: { term: 'lease' } },
  });
});

test('what a server does not declare is said, and nothing is asked', async () => {
  const first = await view(ResourcesPage, {});
  expect(screen.getByText('This server declares no resources')).toBeTruthy();
  cleanup();
  const second = await view(PromptsPage, { resources: {} });
  expect(screen.getByText('This server declares no prompts')).toBeTruthy();
  expect([...first.sent, ...second.sent]).toEqual([]);
  cleanup();
  await view(ResourcesPage, { resources: {} });
  await screen.findByRole('button', { name: /First/ });
  expect(screen.queryByRole('checkbox')).toBeNull();
});
