import { expect, test } from './fixtures.ts';
import { AnswerCard, CallRound } from './pages/detail.ts';
import type { Inspector } from './pages/inspector.ts';

test.use({ serverArgs: ['--speed', '10'] });

/** The result of the task of a tool, once it has completed. */
async function expectCompleted(inspector: Inspector, tool: string, code: RegExp): Promise<void> {
  await expect(inspector.timeline.lane(tool).label).toContainText('completed');
  await inspector.detail.open('State');
  await expect(inspector.detail.code('structuredContent')).toHaveText(code);
}

test('a long list of tools can be filtered, and leaves the rest of the column in sight', async ({
  inspector,
  server,
}) => {
  const { page } = inspector;
  await inspector.start(server.link);
  await expect(inspector.tool('lookup_glossary')).toBeVisible();
  for (const view of ['Tasks and traffic', 'Settings'] as const)
    await expect(inspector.view(view)).toBeInViewport();
  const tools = page.getByRole('region', { name: 'Tools' });
  const all = await tools.getByRole('listitem').count();
  expect(all).toBeGreaterThan(8);
  const filter = tools.getByRole('searchbox', { name: 'Filter tools' });
  await filter.fill('Questions AT once');
  await expect(tools.getByRole('listitem')).toHaveCount(1);
  await expect(inspector.tool('plan_trip')).toBeVisible();
  await filter.fill('no such tool');
  await expect(tools).toContainText('No tool fits the filter');
  await filter.fill('');
  await expect(tools.getByRole('listitem')).toHaveCount(all);
});

test('R45 R83: plan_trip, survey and connect_account are answered to their end', async ({
  inspector,
  server,
}) => {
  const { detail, page, timeline, wire } = inspector;
  await inspector.start(server.link);

  await test.step('two questions stand open at once, and one answer leaves the other', async () => {
    await inspector.callTask('plan_trip');
    const [place, dates] = [new AnswerCard(detail, 'destination'), new AnswerCard(detail, 'dates')];
    await expect(dates.send).toBeVisible();
    await place.root.getByLabel('City').selectOption('Oslo');
    await place.send.click();
    await expect(place.state).toContainText('Answered');
    await expect(timeline.lane('plan_trip').label).toContainText('input_required');
    await dates.root.getByLabel('First day').fill('2026-09-01');
    await dates.send.click();
    await expectCompleted(inspector, 'plan_trip', /"city": "OSL",\s+"from": "2026-09-01",\s+"nights": 3/);
    expect(wire.count('tasks/update')).toBe(2);
  });

  await test.step('a form with a field of every kind comes back as it was sent, defaults and all', async () => {
    await inspector.callTask('survey');
    const form = new AnswerCard(detail, 'form');
    await form.send.click();
    await expect(form.root.getByLabel('Name'), 'required').toHaveAttribute('aria-invalid', 'true');
    await form.root.getByLabel('Name').fill('Ada');
    await form.root.getByLabel('E-mail').fill('ada@example.org');
    await form.send.click();
    await expectCompleted(inspector, 'survey', /"name": "Ada",\s+"email": "ada@example.org"/);
    expect(JSON.parse((await detail.code('structuredContent').textContent()) ?? '')).toMatchObject({
      homepage: 'https://example.org/',
      share: 0.5,
      visits: 1,
      newsletter: false,
      colour: 'green',
      size: 'm',
      rating: '2',
      days: ['Monday'],
      topics: ['leases', 'ttl'],
    });
  });

  await test.step('an address is shown and not opened, and the task goes on after the consent', async () => {
    await inspector.callTask('connect_account');
    const card = new AnswerCard(detail, 'connect');
    await expect(card.root.locator('[data-url] strong')).toHaveText('accounts.example');
    const link = card.root.getByRole('link', { name: /^Open accounts\.example/ });
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    expect((await card.readPreview()).body).toMatch(/"connect": \{\s+"action": "accept"\s+\}/);
    await card.root.getByRole('button', { name: 'I have finished' }).click();
    await expectCompleted(inspector, 'connect_account', /"connected": true/);
    expect(page.context().pages()).toHaveLength(1);
  });
});

test('R37: book_room is answered in two rounds before its task, each sent as previewed', async ({
  inspector,
  server,
}) => {
  const { detail, timeline, wire } = inspector;
  await inspector.start(server.link);
  await inspector.choose('book_room');
  await inspector.call.submit.click();
  const round = new CallRound(detail);

  await expect(round.heading(1)).toBeVisible();
  await round.root.getByRole('combobox', { name: 'Room' }).selectOption('Ada');
  const shown = await round.readPreview();
  await round.again.click();
  await expect(round.heading(2)).toBeVisible();
  await expect(round.heading(2)).toBeFocused();
  const [first, second] = wire.of('tools/call');
  expect(JSON.parse(shown.body)).toEqual(JSON.parse(second?.text ?? ''));
  expect(second?.id).not.toBe(first?.id);
  expect(second?.params).toMatchObject({
    name: 'book_room',
    arguments: { people: 4 },
    inputResponses: { room: { action: 'accept', content: { room: 'Ada' } } },
    requestState: expect.any(String),
  });

  await round.root.getByRole('textbox', { name: 'Name' }).fill('Grace');
  await round.again.click();
  await expect(timeline.lanes('book_room')).toHaveCount(1);
  await expectCompleted(inspector, 'book_room', /"room": "Ada",\s+"people": 4,\s+"guest": "Grace"/);
  expect(wire.count('tools/call')).toBe(3);
});
