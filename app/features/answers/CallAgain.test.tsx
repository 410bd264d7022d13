import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  json,
  type Request,
  result,
  rpcError,
  SCRIPTED,
  type Script,
  scripted,
  snapshot,
} from '../../engine/client/scripted.suite.ts';
import type { JsonObject } from '../../engine/index.ts';
import { ToolCall } from '../tools/ToolCall.tsx';
import { CallAgain } from './CallAgain.tsx';

// The form is a chunk of its own; here it is loaded beforehand.
beforeAll(() => import('../../forms/index.ts'));
beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

const STATE = 'b64.\u0000é"\\/ "{}';
const TOOL = {
  name: 'book',
  title: undefined,
  description: undefined,
  raw: {},
  inputSchema: { type: 'object', properties: { people: { type: 'integer', default: 4 } } },
};

function question(field: string): JsonObject {
  return {
    method: 'elicitation/create',
    params: {
      mode: 'form',
      message: `Which ${field}?`,
      requestedSchema: {
        type: 'object',
        properties: { [field]: { type: 'string', title: field, minLength: 1 } },
        required: [field],
      },
    },
  };
}

const asks = (request: Request, inputRequests?: JsonObject, requestState?: string) =>
  result(request, {
    resultType: 'input_required',
    ...(inputRequests && { inputRequests }),
    ...(requestState !== undefined && { requestState }),
  });

async function call(script: Script, args?: string) {
  const server = scripted(script);
  const engine = await server.engine();
  const onTask = vi.fn();
  const bodyOf = (exchange: string): string => {
    const found = engine.world().exchangeById.get(exchange);
    return found?.bodySeq === undefined ? '' : engine.log.bodyText(found.bodySeq);
  };
  const show = () =>
    render(
      <ToolCall
        engine={engine}
        endpoint={SCRIPTED}
        tool={args === undefined ? TOOL : { ...TOOL, name: 'exact' }}
        onTask={onTask}
        onShow={() => {}}
        bodyOf={bodyOf}
        rounds={(asked) => <CallAgain engine={engine} {...asked} />}
      />,
    );
  show();
  const user = userEvent.setup();
  if (args !== undefined) {
    await user.click(await screen.findByRole('radio', { name: 'JSON' }));
    await user.clear(screen.getByLabelText('Arguments as JSON'));
    await user.click(screen.getByLabelText('Arguments as JSON'));
    await user.paste(args);
  }
  await user.click(await screen.findByRole('button', { name: 'Call' }));
  // What a parser may change is told, and sent as it is where the person says so.
  if (args !== undefined) await user.click(await screen.findByRole('button', { name: 'Send anyway' }));
  const calls = (): Request[] => server.sent.filter(({ method }) => method === 'tools/call');
  const texts = (): string[] =>
    [...engine.world().exchanges].map(({ requestSeq }) => engine.log.bodyText(requestSeq));
  return { user, calls, onTask, show, texts };
}

const again = () => screen.findByRole('button', { name: 'Call again with the answers' });
const round = (n: number) => screen.findByRole('heading', { name: new RegExp(`Round ${n}:`) });
const preview = () =>
  JSON.parse(
    (screen.getByRole('group', { name: 'The retry that will be sent' }).textContent ?? '')
      .replace(/^[^{]*/, '')
      .replace('version, client, capabilities…', ''),
  ) as { id: number; params: JsonObject };

test('R37: two rounds of questions, each sent as previewed, and then the task', async () => {
  const { user, calls, onTask } = await call((request) => {
    if (request.method !== 'tools/call') return result(request, snapshot());
    if (request.nth === 1) return asks(request, { room: question('room') }, STATE);
    if (request.nth === 2) return asks(request, { guest: question('guest'), note: question('note') });
    return result(request, snapshot({ resultType: 'task' }));
  });
  await round(1);
  await user.click(await again());
  expect(calls(), 'a form that is not filled in holds the call back').toHaveLength(1);
  expect(screen.getByRole('group', { name: 'The request of a new call' })).toBeTruthy();
  expect(screen.queryByRole('group', { name: 'The request that will be sent' })).toBeNull();
  await user.type(await screen.findByLabelText(/^room/), 'Ada');
  const shown = preview();
  await user.click(await again());
  await round(2);
  const [first, second] = calls();
  expect(second?.params).toEqual({
    _meta: first?.params._meta,
    name: 'book',
    arguments: { people: 4 },
    inputResponses: { room: { action: 'accept', content: { room: 'Ada' } } },
    requestState: STATE,
  });
  expect(second?.id).toBe(shown.id);
  expect(second?.id).not.toBe(first?.id);
  expect(shown.params.inputResponses).toEqual(second?.params.inputResponses);
  expect(shown.params.requestState).toBe(STATE);

  await user.type(await screen.findByLabelText(/^guest/), 'Grace');
  const note = screen.getByRole('group', { name: 'Question note' });
  await user.click(within(note).getByRole('radio', { name: 'Decline' }));
  await user.click(await again());
  await waitFor(() => expect(onTask).toHaveBeenCalledExactlyOnceWith('tsk_1'));
  expect(screen.getByRole('group', { name: 'The request that will be sent' })).toBeTruthy();
  const { _meta, ...params } = calls()[2]?.params ?? {};
  expect(params, 'no answer and no state of an earlier round').toEqual({
    name: 'book',
    arguments: { people: 4 },
    inputResponses: {
      guest: { action: 'accept', content: { guest: 'Grace' } },
      note: { action: 'decline' },
    },
  });
  expect(calls()).toHaveLength(3);
});

test('R37: an error keeps what was typed, nothing is repeated by itself, and a fresh call has the answers again', async () => {
  const { user, calls } = await call((request) =>
    request.nth % 2 === 1
      ? asks(request, { room: question('room') }, `s${request.nth}`)
      : rpcError(request, -32602),
  );
  await user.type(await screen.findByLabelText(/^room/), 'Ada');
  await user.click(await again());
  expect(await screen.findByText(/What you typed is kept/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/^room/).value).toBe('Ada');
  expect(calls()).toHaveLength(2);
  expect(preview().id, 'an id is used once').not.toBe(calls()[1]?.id);
  await user.click(screen.getByRole('button', { name: 'Call' }));
  await waitFor(() => expect(calls()).toHaveLength(3));
  expect(calls()[2]?.params).not.toHaveProperty('requestState');
  expect((await screen.findByLabelText<HTMLInputElement>(/^room/)).value).toBe('Ada');
  await user.click(await again());
  await waitFor(() => expect(calls()).toHaveLength(4));
  expect(calls()[3]?.params).toMatchObject({
    inputResponses: { room: { action: 'accept', content: { room: 'Ada' } } },
    requestState: 's3',
  });
});

test('R37: a server that asks for ever is called only by the button, and the tenth round warns', async () => {
  const { user, calls } = await call((request) => asks(request, undefined, `s${request.nth}`));
  for (let n = 1; n < 10; n += 1) {
    await round(n);
    expect(screen.queryByRole('note')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Call again' }));
  }
  await round(10);
  expect(screen.getByRole('note').textContent).toContain('round 10');
  expect(calls()).toHaveLength(10);
  const { _meta, ...params } = calls()[9]?.params ?? {};
  expect(params).toEqual({ name: 'book', arguments: { people: 4 }, requestState: 's9' });
});

test('R37: a question without a form is shown as it came, and answered as JSON', async () => {
  const { user, calls } = await call((request) =>
    request.nth === 1
      ? asks(request, { ask: { method: 'sampling/createMessage', params: { maxTokens: 9 } } })
      : result(request, { content: [{ type: 'text', text: 'Thank you' }] }),
  );
  expect((await screen.findByRole('group', { name: 'The question as it came' })).textContent).toContain(
    '"maxTokens": 9',
  );
  const json = screen.getByLabelText('Answer as JSON');
  await user.clear(json);
  await user.type(json, '{{"role":');
  await user.click(await again());
  expect(calls()).toHaveLength(1);
  await user.type(json, '"x"}');
  await user.click(await again());
  expect(await screen.findByText('Thank you')).toBeTruthy();
  expect(calls()[1]?.params.inputResponses).toEqual({ ask: { role: 'x' } });
});

test('R37: an open round and what was typed survive leaving the tab; a call that is over begins afresh', async () => {
  const { user, calls, onTask, show } = await call((request) => {
    if (request.method !== 'tools/call') return result(request, snapshot());
    if (request.nth === 1) return asks(request, { room: question('room') }, STATE);
    return result(request, snapshot({ resultType: 'task' }));
  });
  await user.type(await screen.findByLabelText(/^room/), 'Ada');
  cleanup();
  show();
  await round(1);
  expect((await screen.findByLabelText<HTMLInputElement>(/^room/)).value).toBe('Ada');
  const shown = preview();
  expect(
    calls().map(({ id }) => id),
    'the id of the first call is not used again',
  ).not.toContain(shown.id);
  await user.click(await again());
  await waitFor(() => expect(onTask).toHaveBeenCalledOnce());
  expect(calls()[1]?.params).toMatchObject({
    inputResponses: { room: { action: 'accept', content: { room: 'Ada' } } },
    requestState: STATE,
  });
  cleanup();
  show();
  expect(await screen.findByRole('button', { name: 'Call' })).toBeTruthy();
  expect(screen.queryByText(/The server made a task of it/)).toBeNull();
  expect(Object.keys(sessionStorage).filter((key) => /^taskscope\.(call|rounds)/.test(key))).toEqual([]);
});

test('an answer that comes while another tab is shown leads nowhere by itself, and is there on the way back', async () => {
  let answer = (): void => {};
  const { onTask, show, calls } = await call(async (request) => {
    await new Promise<void>((resume) => {
      answer = resume;
    });
    return asks(request, { room: question('room') }, STATE);
  });
  await waitFor(() => expect(calls()).toHaveLength(1));
  cleanup();
  answer();
  show();
  await round(1);
  expect(onTask).not.toHaveBeenCalled();
});

test('numbers beyond 2^53 and keys that occur twice go out as typed, in the call and in its retry', async () => {
  const args = '{"people": 9007199254740993, "twice": 1.0, "twice": 2}';
  const { user, calls, texts } = await call(
    (request) =>
      request.nth === 1
        ? json(
            `{"jsonrpc":"2.0","id":${request.id},"result":{"resultType":"input_required","requestState":9007199254740995}}`,
          )
        : result(request, { content: [] }),
    args,
  );
  await user.click(await screen.findByRole('button', { name: 'Call again' }));
  await waitFor(() => expect(calls()).toHaveLength(2));
  const [first = '', second = ''] = texts();
  for (const text of [first, second]) expect(text).toContain(`"arguments":${args}`);
  expect(second).toContain('"requestState":9007199254740995');
});
