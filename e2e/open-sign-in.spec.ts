import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { SignIn } from './pages/sign-in.ts';
import { FileServer } from './servers/file-server.ts';
import { GuardedServer } from './servers/guarded-server.ts';
import { mcp, rpcError, TinyServer } from './servers/tiny-server.ts';

// Made by `npm run build:static` (a step of its own before the e2e tests).
const FOLDER = join(import.meta.dirname, '..', 'dist', 'static');
const DOCUMENT = 'https://client.example/taskscope.json';

test.use({ expectFailedLoads: true });

test('sign-in without a bridge, in the static build under a path: barred, as a machine, by a document', async ({
  inspector,
  context,
}) => {
  const { page, problem } = inspector;
  const host = await FileServer.start(FOLDER, '/some/where/');
  const behind = await TinyServer.start(mcp([{ name: 'kept' }], (call) => rpcError(call, -32601, 'no')));
  const documents = { [DOCUMENT]: JSON.stringify({ client_id: DOCUMENT, redirect_uris: [host.url] }) };
  const guarded = await GuardedServer.start(documents, behind);
  const signIn = new SignIn(page, context);
  await inspector.open(host.url);
  await inspector.connectTo(guarded.endpoint);
  await expect(problem).toContainText('HTTP 401');
  await problem.getByRole('button', { name: 'Sign in' }).click();
  await expect(signIn.root).toContainText('This copy of the page has no bridge');
  await expect(signIn.root).toContainText(`Redirect URI: ${host.url}`);

  await test.step('an authorisation server that lets no page in is named, with what to do', async () => {
    guarded.cors = false;
    await signIn.begin.click();
    await expect(signIn.root.getByRole('alert')).toContainText(
      `${new URL(guarded.issuer).host} could not be reached`,
    );
    await expect(signIn.root.getByRole('alert')).toContainText('rarely let pages in (CORS)');
    await expect(signIn.step('server')).toContainText('failed');
    guarded.cors = true;
  });

  await test.step('a machine has its token without a person', async () => {
    await signIn.root.getByRole('radio', { name: 'A machine' }).check({ force: true });
    await signIn.root.getByLabel('Client id').fill('demo-machine');
    await signIn.root.getByLabel('Client secret').fill('demo-machine-secret');
    await signIn.again.click();
    await expect(signIn.step('authorise')).toContainText('no person is needed');
    await inspector.expectConnected();
    await signIn.goOn.click();
    await expect(inspector.tool('kept')).toBeVisible();
    expect(behind.of('server/discover')[0]?.headers.authorization).toBe('Bearer demo-bob');
    await inspector.options.open();
    await page.getByRole('button', { name: 'Sign-in (OAuth)' }).click();
    await signIn.out.click();
    await expect(signIn.out).toBeHidden();
  });

  await test.step('a client by its document goes to the page of consent in this very tab, and comes back', async () => {
    await signIn.root.getByRole('radio', { name: 'A document' }).check({ force: true });
    await signIn.root.getByLabel('URL of the document').fill(DOCUMENT);
    await signIn.root.getByRole('button', { name: /^Begin/ }).click();
    await signIn.agreeHere();
    await expect(signIn.out).toBeVisible();
    await expect(signIn.step('client')).toContainText(`Known there as ${DOCUMENT}`);
    await expect(signIn.step('callback')).toContainText('It had the state of this very attempt');
    await inspector.expectConnected();
    expect(page.url()).not.toMatch(/code=|state=/);
  });
  expect(host.refused).toEqual([]);
  await guarded.close();
  await behind.close();
  await host.close();
});
