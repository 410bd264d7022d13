import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useSyncExternalStore } from 'react';
import { afterEach, expect, test } from 'vitest';
import { legacyWorld } from '../../engine/client/legacy/legacy-world.suite.ts';
import { json, SCRIPTED } from '../../engine/client/scripted.suite.ts';
import type { Engine } from '../../engine/index.ts';
import { LegacyFollow } from './LegacyFollow.tsx';

afterEach(cleanup);

function Shown({ engine }: { readonly engine: Engine }) {
  useSyncExternalStore(
    (changed) => engine.log.subscribe(changed),
    () => engine.log.version(),
  );
  return <LegacyFollow {...{ engine, world: engine.world(), endpoint: SCRIPTED, uri: 'a:1' }} />;
}

test('R85: of a legacy session a resource is followed by resources/subscribe, and what its stream tells is counted', async () => {
  let refuses = false;
  const world = legacyWorld(({ method, message }) =>
    method?.startsWith('resources/') === true
      ? json({
          jsonrpc: '2.0',
          id: message.id ?? null,
          ...(refuses ? { error: { code: -32601, message: 'no such thing' } } : { result: {} }),
        })
      : undefined,
  );
  const engine = await world.engine();
  await engine.connect(SCRIPTED);
  render(<Shown engine={engine} />);
  const box = screen.getByRole('checkbox') as HTMLInputElement;
  await userEvent.click(box);
  await waitFor(() => expect(box.checked).toBe(true));
  const subscribed = world.sent.find(({ method }) => method === 'resources/subscribe');
  expect(subscribed?.message).toMatchObject({ params: { uri: 'a:1' } });
  expect(JSON.stringify(subscribed?.message)).not.toContain('_meta');
  expect(screen.getByRole('status').textContent).toContain('No change was told yet');

  for (const uri of ['a:1', 'a:2', 'a:1'])
    world.streams[0]?.send({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri } });
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('changed 2 times'));

  refuses = true;
  await userEvent.click(box);
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('-32601'));
  expect(box.checked, 'what was refused changes nothing').toBe(true);
  refuses = false;
  await userEvent.click(box);
  await waitFor(() => expect(box.checked).toBe(false));
  expect(world.sent.at(-1)?.method).toBe('resources/unsubscribe');
  await engine.close();
});
