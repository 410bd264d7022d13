import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { acknowledged, listChangedNotification } from '../../../server/protocol/subscriptions.ts';
import { type Request, result, SCRIPTED, scripted, stream } from '../../engine/client/scripted.suite.ts';
import type { Discovery, Engine, JsonObject } from '../../engine/index.ts';
import { useVersion } from '../../ui/live.ts';
import { NotificationsPage } from './NotificationsPage.tsx';

afterEach(cleanup);

function Shown({ engine, discovery }: { readonly engine: Engine; readonly discovery: Discovery }) {
  useVersion(engine.log);
  return (
    <NotificationsPage
      {...{ engine, discovery }}
      world={engine.world()}
      endpoint={SCRIPTED}
      onShow={() => {}}
    />
  );
}

async function view(capabilities: JsonObject) {
  let listen: { readonly request: Request; readonly to: ReturnType<typeof stream> } | undefined;
  const made = scripted((request) => {
    const to = stream(request.signal);
    if (request.method === 'subscriptions/listen') {
      listen = { request, to };
      to.send(acknowledged(request.id, { toolsListChanged: true }));
      return to.response;
    }
    const said = { level: 'error', logger: 'db', data: { n: 1 } };
    to.send({ jsonrpc: '2.0', method: 'notifications/message', params: said });
    const progress = { progressToken: request.id, progress: 1, total: 4, message: 'one of four' };
    to.send({ jsonrpc: '2.0', method: 'notifications/progress', params: progress });
    to.send({ jsonrpc: '2.0', id: request.id, result: { resultType: 'complete', content: [] } });
    to.end();
    return request.method === 'tools/call' ? to.response : result(request, {});
  });
  const engine = await made.engine();
  const cache = { ttlMs: 0, cacheScope: 'private' } as const;
  const discovery = {
    supportedVersions: [],
    capabilities,
    serverInfo: undefined,
    instructions: undefined,
    cache,
    raw: {},
  };
  render(<Shown engine={engine} discovery={discovery} />);
  return { ...made, engine, user: userEvent.setup(), listen: () => listen };
}

test('what was asked for goes out with a call, and what came is listed with where it came from', async () => {
  const { engine, user, sent } = await view({ logging: {}, tools: {} });
  expect(screen.getByText('Nothing yet')).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('Least severity'), 'notice');
  await user.click(screen.getByRole('checkbox', { name: /Ask for progress/ }));
  await act(() => engine.call(engine.prepareCall(SCRIPTED, 'work', {})));
  expect(sent.at(-1)?.params._meta).toMatchObject({
    'io.modelcontextprotocol/logLevel': 'notice',
    progressToken: sent.at(-1)?.id,
  });
  const lines = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(lines).toEqual(['progress1 of 4 one of fourtools/call', 'errordb: {"n":1}tools/call']);
});

test('a list is followed where the server declares it; its change is told', async () => {
  const { clock, engine, user, listen } = await view({ tools: { listChanged: true } });
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'The list of prompts' }).disabled).toBe(true);
  expect(screen.getByText('the server does not declare prompts.listChanged')).toBeTruthy();
  expect(screen.getByText('The server does not declare logging.')).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: 'The list of tools' }));
  await act(() => clock.advance(0));
  expect(await screen.findByText('told')).toBeTruthy();
  const open = listen();
  open?.to.send(listChangedNotification(open.request.id, 'tools'));
  await act(() => clock.advance(0));
  expect(await screen.findByText('The list of tools has changed.')).toBeTruthy();
  await act(() => engine.close());
});
