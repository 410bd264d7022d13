import type { Locator } from 'playwright/test';
import { expect, test } from './fixtures.ts';

test.use({ serverArgs: ['--speed', '4'] });

/** Presses Tab until `target` has the focus, as a person without a mouse does. */
async function tabTo(target: Locator, most = 80): Promise<void> {
  await expect(target).toBeVisible();
  for (let n = 0; n < most; n += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await target.page().keyboard.press('Tab');
  }
  throw new Error(`${most} times Tab did not reach ${target}`);
}

test('from connect to the completed answer with the keyboard alone', async ({ inspector, server }) => {
  const { answer, call, detail, page, timeline, traffic } = inspector;
  await inspector.open(server.link);
  await tabTo(inspector.useBundled);
  await page.keyboard.press('Enter');
  await inspector.expectConnected();

  await tabTo(inspector.tool('generate_report'));
  await page.keyboard.press('Enter');
  await tabTo(call.field('Size of the report'));
  await page.keyboard.press('s'); // small
  await expect(call.preview).toContainText('"size": "small"');
  await page.keyboard.press('Control+Enter');

  const lane = timeline.lane('generate_report');
  await expect(lane.label).toContainText('input_required');
  await tabTo(lane.label);
  await page.keyboard.press('Enter');
  await expect(answer.send).toBeVisible();
  await tabTo(answer.choice('unset'));
  await page.keyboard.press('Home').catch(() => undefined);
  for (let n = 0; n < 3 && !(await answer.choice('Yes').isChecked()); n += 1)
    await page.keyboard.press('ArrowDown');
  await expect(answer.choice('Yes')).toBeChecked();
  await page.keyboard.press('Control+Enter');
  await expect(lane.label).toContainText('completed');

  // The first stops of the page pass its dozens of others.
  await tabTo(page.getByRole('button', { name: 'Skip to the tasks' }));
  await page.keyboard.press('Enter');
  await expect(lane.label).toBeFocused();
  await tabTo(page.getByRole('button', { name: 'Skip to the traffic' }));
  await page.keyboard.press('Enter');
  await expect(traffic.grid.locator('[role="row"][tabindex="0"]')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(detail.tab('Message')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(detail.panel('State')).toContainText('Generated small report with approved outline.');
});

test('the focus is always to be seen', async ({ inspector, server }) => {
  const { page } = inspector;
  await inspector.start(server.link);
  const unseen: string[] = [];
  for (let n = 0; n < 30; n += 1) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement || element instanceof SVGElement) || element === document.body)
        return undefined;
      const near = [element, element.parentElement, element.nextElementSibling].filter((e) => e !== null);
      const look = (): string =>
        near
          .flatMap((e) => [getComputedStyle(e), getComputedStyle(e, '::after')])
          .map((s) => [s.outline, s.boxShadow, s.borderColor, s.backgroundColor].join())
          .join();
      const focused = look();
      element.blur();
      const plain = look();
      element.focus();
      return focused === plain ? element.outerHTML.slice(0, 120) : undefined;
    });
    if (found !== undefined) unseen.push(found);
  }
  expect(unseen).toEqual([]);
});
