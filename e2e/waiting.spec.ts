import { expect, test } from './fixtures.ts';
import { AnswerCard } from './pages/detail.ts';

test.use({ serverArgs: ['--speed', '10'] });

test('what waits for the person is one step away, by button, key and command, and is answered at once', async ({
  inspector,
  server,
}) => {
  const { answer, detail, page, timeline, traffic, wire } = inspector;
  await inspector.start(server.link);
  await inspector.callUntilAsked();
  await inspector.callTask('plan_trip');
  const [place, dates] = [new AnswerCard(detail, 'destination'), new AnswerCard(detail, 'dates')];
  await expect(dates.send).toBeVisible();
  const heading = (text: string) => detail.root.getByRole('heading', { name: text });

  await test.step('from another view, by the button of the footer: the oldest question first', async () => {
    await inspector.view('Settings').click();
    await page.getByRole('contentinfo').getByRole('button', { name: '2 waiting for you' }).click();
    await expect(heading('Approve the generated report outline?')).toBeFocused();
  });
  await test.step('by the key, from question to question', async () => {
    await page.keyboard.press('w');
    await expect(heading('Where shall the trip go?')).toBeFocused();
    await page.keyboard.press('w');
    await expect(dates.root.getByRole('heading')).toBeFocused();
  });
  await test.step('by the command, which begins again', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command' }).fill('next question');
    await page.keyboard.press('Enter');
    await expect(answer.root.getByRole('heading')).toBeFocused();
  });
  await test.step('Ctrl+Enter leaves the focus at the question', async () => {
    await answer.choice('Yes').check();
    await page.keyboard.press('Control+Enter');
    await expect(timeline.lane('generate_report').label).toContainText('completed');
    await expect(heading('Approve the generated report outline?')).toBeFocused();
  });
  await test.step('R45 both answers of plan_trip go in one update, as previewed', async () => {
    await page.keyboard.press('w');
    await place.root.getByLabel('City').selectOption('Oslo');
    await dates.root.getByLabel('First day').fill('2026-09-01');
    const before = wire.count('tasks/update');
    const all = detail.button('Send all 2 answers');
    await all.hover();
    await expect(place.preview).toContainText('"dates"');
    const shown = await place.readPreview();
    await all.click();
    await expect(timeline.lane('plan_trip').label).toContainText('completed');
    expect(wire.count('tasks/update')).toBe(before + 1);
    expect(JSON.parse(shown.body)).toEqual(JSON.parse(wire.of('tasks/update').at(-1)?.text ?? ''));
  });
  await test.step('the palette has the theme, the polls and the field to watch an id', async () => {
    const choose = async (command: string): Promise<void> => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Command' }).fill(command);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    };
    await choose('theme: dark');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await choose('list every poll');
    await expect(traffic.foldPolls).toHaveAttribute('aria-pressed', 'false');
    await choose('watch a known');
    await expect(page.getByRole('textbox', { name: 'Task id' })).toBeFocused();
  });
});
