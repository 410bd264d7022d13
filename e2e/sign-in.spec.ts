import { axe, expect, test } from './fixtures.ts';
import { CallRound } from './pages/detail.ts';
import { SignIn } from './pages/sign-in.ts';

test.use({
  expectFailedLoads: true,
  // So short that a task outlives a token.
  serverArgs: ['--speed', '4', '--protected', '--token-life', '3'],
});

test('a protected endpoint: refused, denied, signed in, refreshed under a task, asked for more, signed out', async ({
  inspector,
  server,
  context,
}) => {
  const { page, problem, traffic, timeline } = inspector;
  const signIn = new SignIn(page, context);
  await inspector.open(server.link);
  await inspector.useBundled.click();
  await expect(problem).toContainText('HTTP 401');
  await problem.getByRole('button', { name: 'Sign in' }).click();
  await expect(signIn.step('refusal')).toContainText('The least scope is “mcp:use”');
  await expect(signIn.step('token')).toContainText('not yet');
  expect(await axe(page)).toEqual([]);

  await test.step('who refuses is told what that means', async () => {
    await signIn.begin.click();
    await expect(signIn.away).toContainText('127.0.0.1');
    await expect(signIn.step('resource')).toContainText(`says that it is ${server.endpoint}`);
    await expect(signIn.step('server')).toContainText('PKCE: S256');
    await expect(signIn.step('client')).toContainText('Registered as');
    await expect(signIn.step('authorise')).toContainText('your turn');
    const consent = await signIn.consent();
    await expect(consent.getByText('book rooms')).toHaveCount(0);
    expect(await axe(consent)).toEqual([]);
    await consent.getByRole('button', { name: 'Deny' }).click();
    await expect(consent.getByRole('heading')).toHaveText('The page that asked goes on');
    expect(consent.url()).toBe(`${server.origin}/oauth/callback`);
    await consent.close();
    await expect(signIn.root.getByRole('alert')).toContainText('access_denied');
    await expect(signIn.step('callback')).toContainText('failed');
  });

  await test.step('who agrees is in, and sees what each step proved', async () => {
    await signIn.again.click();
    const consent = await signIn.consent();
    await consent.getByRole('radio', { name: 'Carol' }).check();
    await consent.getByRole('button', { name: 'Allow' }).click();
    await expect(consent.getByRole('heading')).toHaveText('The page that asked goes on');
    await consent.close();
    await expect(signIn.out).toBeVisible();
    await expect(signIn.step('callback')).toContainText('It had the state of this very attempt');
    await expect(signIn.step('token')).toContainText('with the scope “mcp:use”, for 3 s');
    await inspector.expectConnected();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await axe(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
  });

  await test.step('a task goes to its end over tokens that do not live as long', async () => {
    await signIn.goOn.click();
    await inspector.callTask('slow_compute', 30);
    await expect(timeline.lane('slow_compute').label).toContainText('completed');
    await traffic.filter.fill('token-refresh');
    await expect(traffic.rows('token-refresh').first()).toBeVisible();
    await traffic.rows('token-refresh').first().click();
    await expect(inspector.detail.code('Response body')).toContainText('[secret:');
    await traffic.filter.fill('');
  });

  await test.step('a tool that needs more says so, and more is asked for in this very tab', async () => {
    await inspector.choose('book_room');
    await inspector.call.submit.click();
    const bar = page.getByRole('region', { name: 'The endpoint wants a sign-in' });
    await expect(bar).toContainText('the token does not allow it (403)');
    await bar.getByRole('button', { name: 'Ask for more' }).click();
    await expect(signIn.step('step-up')).toContainText('wants the scope “mcp:use rooms:book”');
    await signIn.again.click();
    await signIn.agreeHere();
    await expect(signIn.step('step-up')).toContainText('the token has it now');
    await inspector.expectConnected();
    await expect(signIn.step('refresh')).toContainText('A new token came without you');
    await signIn.goOn.click();
    await inspector.choose('book_room');
    await inspector.call.submit.click();
    await expect(new CallRound(inspector.detail).heading(1)).toBeVisible();
  });

  await test.step('attack 10: no token is kept but in this tab, and signing out takes it from there', async () => {
    const kept = (store: 'localStorage' | 'sessionStorage') =>
      page.evaluate((name) => JSON.stringify({ ...window[name] }), store);
    expect(await kept('localStorage')).not.toContain('Bearer');
    expect(await kept('sessionStorage')).toContain('Bearer');
    await inspector.options.open();
    await page.getByRole('button', { name: 'Sign-in (OAuth)' }).click();
    await signIn.out.click();
    await expect(signIn.out).toBeHidden();
    expect(await kept('sessionStorage')).not.toContain('Bearer');
  });
});
