import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { acknowledged, listChangedNotification } from '../../server/protocol/subscriptions.ts';
import { SCRIPTED, scripted, stream } from '../engine/client/scripted.suite.ts';
import type { Engine } from '../engine/index.ts';
import { useVersion } from '../ui/live.ts';
import { ListRefresh } from './ListRefresh.tsx';

afterEach(cleanup);

function Shown({ engine }: { readonly engine: Engine }) {
  useVersion(engine.log);
  return <ListRefresh engine={engine} world={engine.world()} />;
}

test('a list that has changed is asked for again, once a change', async () => {
  let to: ReturnType<typeof stream> | undefined;
  const made = scripted((request) => {
    to = stream(request.signal);
    to.send(acknowledged(request.id, {}));
    return to.response;
  });
  const engine = await made.engine();
  const queries = new QueryClient();
  const stale = vi.spyOn(queries, 'invalidateQueries');
  render(
    <QueryClientProvider client={queries}>
      <Shown engine={engine} />
    </QueryClientProvider>,
  );
  engine.follow(SCRIPTED, { list: 'resources' }, true);
  await act(() => made.clock.advance(0));
  to?.send(listChangedNotification(1, 'resources'));
  await act(() => made.clock.advance(0));
  await waitFor(() => expect(stale).toHaveBeenCalled());
  expect(stale.mock.calls.map(([filter]) => filter?.queryKey)).toEqual([
    ['resources/list', SCRIPTED],
    ['resources/templates/list', SCRIPTED],
  ]);
  await engine.close();
});
