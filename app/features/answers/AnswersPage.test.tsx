import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  ASKING,
  type Request,
  result,
  rpcError,
  SCRIPTED,
  scripted,
  snapshot,
} from '../../engine/client/scripted.suite.ts';
import type { Engine } from '../../engine/index.ts';
import { AnswersPage } from './AnswersPage.tsx';
import { heldRequests } from './held-requests.ts';
import { countOf, outstanding } from './inbox.ts';
import { putAside } from './put-aside.ts';

// The form is a chunk of its own; here it is loaded beforehand.
beforeAll(() => import('../../forms/index.ts'));
beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

const inputRequests = {
  who: {
    method: 'elicitation/create',
    params: {
      message: 'For whom?',
      requestedSchema: {
        type: 'object',
        properties: { who: { type: 'string', title: 'Who' } },
        required: ['who'],
      },
    },
  },
};

function Shown({ engine }: { readonly engine: Engine }) {
  const [about, onAbout] = useState<string>();
  return (
    <AnswersPage
      {...{ engine, about, onAbout }}
      serverOf={() => 'tiny'}
      onShow={() => {}}
      onTask={() => {}}
      onGallery={() => {}}
    />
  );
}

/** A server with a task that asks, a prompt that asks before it answers, and what a legacy session asks. */
async function show(retried: (request: Request) => Response) {
  const server = scripted((request) => {
    if (request.method === 'tools/call') return result(request, snapshot({ resultType: 'task' }));
    if (request.method === 'tasks/get') return result(request, snapshot(ASKING));
    if (request.method !== 'prompts/get') return result(request, {});
    if ('inputResponses' in request.params) return retried(request);
    return result(request, { resultType: 'input_required', inputRequests, requestState: 's' });
  });
  const engine = await server.engine();
  await engine.call(engine.prepareCall(SCRIPTED, 'work', {}));
  await server.clock.advance(1_000);
  await engine.request(engine.prepareRequest(SCRIPTED, 'prompts/get', { name: 'letter' }));
  const signal = new AbortController().signal;
  const params = { message: 'In the session?', requestedSchema: { type: 'object', properties: {} } };
  const held = heldRequests(engine).handler({
    endpoint: SCRIPTED,
    method: 'elicitation/create',
    params,
    signal,
  });
  render(<Shown engine={engine} />);
  const list = screen.getByRole('list', { name: 'What waits for you' });
  return {
    engine,
    server,
    held,
    list,
    user: userEvent.setup(),
    entries: () => within(list).queryAllByRole('button'),
  };
}

test('questions of tasks, of requests and of sessions are in one list, once a key however often they are polled', async () => {
  const { engine, server, held, user, entries } = await show((request) => result(request, { messages: [] }));
  const texts = () => entries().map(({ textContent }) => (textContent ?? '').replace(/tiny.*/, ''));
  await waitFor(() => expect(entries()).toHaveLength(3));
  const before = texts();
  expect(before[0]).toMatch(/^work tsk_1approve Go on\?/);
  expect(before[1]).toMatch(/^prompts\/get letterwho For whom\?/);
  expect(before[2]).toMatch(/^The session with the server.*In the session\?/);
  await act(() => server.clock.advance(5_000));
  expect(texts()).toEqual(before);
  expect(countOf(outstanding(engine, heldRequests(engine).list(), new Set()))).toBe(3);
  expect(screen.getByText('3 questions of 3 sources waiting for you.')).toBeTruthy();
  expect(screen.getByText('If ignored').nextElementSibling?.textContent).toContain('may discard the task');

  await user.click(entries()[2] as HTMLElement);
  expect(screen.getByText('If ignored').nextElementSibling?.textContent).toContain('stays open');
  await user.click(await screen.findByRole('button', { name: 'Send answer' }));
  expect(await held).toEqual({ action: 'accept', content: {} });
  await waitFor(() => expect(entries()).toHaveLength(2));
  expect(screen.getByText(/^Answered\. The traffic/), 'what came of it stays in sight').toBeTruthy();
});

test('R37: a request is answered from the log alone; a failure keeps what was typed, and the result is shown', async () => {
  const { user, entries, server } = await show((request) =>
    request.nth < 3 ? rpcError(request, -32603) : result(request, { messages: ['done'] }),
  );
  await waitFor(() => expect(entries()).toHaveLength(3));
  await user.click(entries()[1] as HTMLElement);
  await user.type(await screen.findByLabelText('Who'), 'Ada');
  const again = screen.getByRole('button', { name: 'Ask again with the answers' });
  await user.click(again);
  expect(await screen.findByText(/What you typed is kept/)).toBeTruthy();
  expect(entries()).toHaveLength(3);
  expect(screen.getByLabelText<HTMLInputElement>('Who').value).toBe('Ada');
  await user.click(again);
  const over = await screen.findByRole('region', { name: 'What came of it' });
  expect(over.textContent).toContain('done');
  expect(within(over).getByText(/requestState echoed as it came/)).toBeTruthy();
  await waitFor(() => expect(entries()).toHaveLength(2));
  const sent = server.sent.filter(({ method }) => method === 'prompts/get');
  expect(sent.map(({ params: { _meta, ...params } }) => params).slice(1)).toEqual(
    Array.from({ length: 2 }, () => ({
      name: 'letter',
      inputResponses: { who: { action: 'accept', content: { who: 'Ada' } } },
      requestState: 's',
    })),
  );
  expect(new Set(sent.map(({ id }) => id)).size, 'each has an id of its own').toBe(3);
});

test('a request that was put aside is neither listed nor counted, nothing is sent, and it can be taken up again', async () => {
  const { user, entries, server } = await show((request) => result(request, {}));
  await waitFor(() => expect(entries()).toHaveLength(3));
  await user.click(entries()[1] as HTMLElement);
  await user.click(screen.getByRole('button', { name: 'Put it aside' }));
  expect(entries()).toHaveLength(2);
  const [id = ''] = putAside.ids();
  await user.click(screen.getByRole('button', { name: 'Take it up again' }));
  expect(entries()).toHaveLength(3);
  expect(id).toMatch(/^request /);
  expect(server.sent.filter(({ method }) => method === 'prompts/get')).toHaveLength(1);
});
