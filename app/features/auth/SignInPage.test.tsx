import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  cameBack,
  ENDPOINT,
  type Otherwise,
  oauthWorld,
} from '../../engine/client/auth/oauth-world.suite.ts';
import { CHANNEL } from './marks.ts';
import { SignInPage, type SignInPageProps } from './SignInPage.tsx';

const CALLBACK = 'https://host.example/some/where/';

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

/** The view of an endpoint that has refused. */
async function page(otherwise: Otherwise = {}, more: Partial<SignInPageProps> = {}) {
  const world = oauthWorld(otherwise);
  const engine = await world.engine();
  await engine.connect(ENDPOINT);
  const props = { onRemember: vi.fn(), onSignedIn: vi.fn(), onDone: vi.fn(), onShow: vi.fn() };
  render(
    <SignInPage
      {...{ engine, world: engine.world(), endpoint: ENDPOINT, redirectUrl: CALLBACK, hasBridge: true }}
      remembers={() => false}
      {...props}
      {...more}
    />,
  );
  return { world, engine, ...props };
}

const write = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const begin = () => userEvent.click(screen.getByRole('button', { name: 'Begin' }));

test('the page of the authorisation server is shown with its whole host before anything leads there', async () => {
  const { world } = await page();
  expect(screen.getByText(CALLBACK)).toBeTruthy();
  await begin();
  const away = await screen.findByRole('region', { name: 'Your consent' });
  expect(away.querySelector('b')?.textContent).toBe('auth.example');
  for (const link of away.querySelectorAll('a')) expect(link.rel).toContain('noreferrer');
  const [newTab] = away.querySelectorAll('a');
  expect(newTab?.rel).toContain('noopener');
  expect(new URL(newTab?.href ?? '').searchParams.get('redirect_uri')).toBe(CALLBACK);
  expect(world.at('/authorize')).toEqual([]);
});

test('what comes back by another tab is used once, and by its state alone', async () => {
  const { onSignedIn, world } = await page();
  await begin();
  const link = (await screen.findByRole('link', { name: 'Open it in a new tab' })) as HTMLAnchorElement;
  const state = new URL(link.href).searchParams.get('state') ?? '';
  const other = new BroadcastChannel(CHANNEL);
  const said = new Promise((resolve) => {
    other.onmessage = ({ data }) => resolve(data);
  });
  other.postMessage({ kind: 'came', state: 'foreign', callback: cameBack(link.href, { state: 'foreign' }) });
  other.postMessage({ kind: 'came', state, callback: cameBack(link.href) });
  expect(await said).toEqual({ kind: 'taken', state });
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith(ENDPOINT, false));
  expect(world.at('/token')).toHaveLength(1);
  other.close();
});

test('a machine: an id and a secret are all, the token is had, and the secret is not shown', async () => {
  const { onSignedIn, world } = await page();
  await userEvent.click(screen.getByRole('radio', { name: 'A machine' }));
  expect(screen.queryByText(CALLBACK)).toBeNull();
  expect(screen.getByRole('button', { name: 'Begin' })).toHaveProperty('disabled', true);
  write(screen.getByLabelText('Client id'), 'robot');
  const secret = screen.getByLabelText('Client secret');
  expect(secret).toHaveProperty('type', 'password');
  write(secret, 'canary-machine');
  await begin();
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith(ENDPOINT, false));
  expect(world.at('/token')[0]?.form.get('grant_type')).toBe('client_credentials');
  expect(await screen.findByRole('button', { name: 'Sign out' })).toBeTruthy();
});

test('a document must be https with a path; its URL is the client id', async () => {
  const { world } = await page({ server: { client_id_metadata_document_supported: true } });
  await userEvent.click(screen.getByRole('radio', { name: 'A document' }));
  const field = screen.getByLabelText('URL of the document');
  for (const wrong of ['http://me.example/c', 'https://me.example', 'me']) {
    write(field, wrong);
    expect(screen.getByText('It must be an https URL with a path.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Begin' })).toHaveProperty('disabled', true);
  }
  write(field, 'https://me.example/c');
  await begin();
  const away = (await screen.findByRole('link', { name: 'Open it in a new tab' })) as HTMLAnchorElement;
  expect(new URL(away.href).searchParams.get('client_id')).toBe('https://me.example/c');
  expect(world.at('/register')).toEqual([]);
});

test('a failure is told with the next step, and can be begun again', async () => {
  await page({ server: { code_challenge_methods_supported: undefined } });
  await begin();
  const problem = await screen.findByRole('alert');
  expect(problem.textContent).toContain('PKCE with S256');
  expect(screen.getByRole('button', { name: 'Begin again' })).toBeTruthy();
});

test('attack 8: an authorisation page that is no web page is no link', async () => {
  await page({ server: { authorization_endpoint: 'javascript:alert(1)' } });
  await begin();
  await screen.findByRole('alert');
  expect(screen.queryByRole('link')).toBeNull();
});

test('a page without the command says what works without it', async () => {
  await page({}, { hasBridge: false });
  expect(screen.getByText(/This copy of the page has no bridge/)).toBeTruthy();
});

test('without an endpoint there is nothing to sign in at', async () => {
  await page({}, { endpoint: undefined });
  expect(screen.getByText('No endpoint')).toBeTruthy();
});
