import { expect, test } from './fixtures.ts';
import { hold } from './hold.ts';

test.use({ serverArgs: ['--speed', '10'] });

test('the cursor shows any moment in every view: by drag, keys, play and address; a dragged range narrows the traffic', async ({
  inspector,
  server,
}) => {
  const { answer, detail, page, timeline, traffic } = inspector;
  const { bar, slider } = timeline.cursor;
  await inspector.start(server.link);
  await inspector.callUntilAsked();
  await answer.choice('Yes').check();
  await answer.send.click();
  const lane = timeline.lane('generate_report');
  await expect(lane.label).toContainText('completed');
  const rows = await traffic.rows().count();

  await test.step('a mark of the past, with the cursor put there: what came later has not happened', async () => {
    await lane.marks('handle').click();
    await page.keyboard.press('c');
    await expect(bar).toContainText('The past. Nothing is sent from here.');
    await expect(lane.label).toContainText('working');
    await expect(traffic.rows('tasks/update')).toHaveCount(0);
    await detail.open('State');
    await expect(detail.panel('State')).toContainText('working');
    await expect(detail.panel('State').getByRole('button', { name: 'Poll now' })).toBeDisabled();
    await expect(slider).toHaveAttribute('aria-valuetext', /^\+\d/);
  });
  await test.step('. and , go from event to event of the selected task', async () => {
    const stepTo = async (key: ',' | '.', text: string): Promise<void> => {
      for (let n = 0; n < 60; n += 1) {
        if ((await lane.label.textContent())?.includes(text)) break;
        await page.keyboard.press(key);
      }
      await expect(lane.label).toContainText(text);
    };
    await stepTo(',', 'not there yet');
    await expect(detail.panel('Message')).toBeVisible();
    await stepTo('.', 'working');
    await stepTo('.', 'input_required');
    await detail.open('Answer');
    await expect(answer.send).toBeDisabled();
  });
  await test.step('the address leads to the moment; n leads back to now', async () => {
    await expect.poll(() => new URL(page.url()).searchParams.get('at')).toMatch(/^\d/);
    await page.reload();
    await expect(bar).toBeVisible();
    await expect(lane.label).toContainText('input_required');
    await page.keyboard.press('n');
    await expect(bar).toBeHidden();
    await expect(lane.label).toContainText('completed');
    expect(new URL(page.url()).searchParams.get('at')).toBeNull();
  });
  await test.step('the handle is dragged, moved by arrows, and plays to the present', async () => {
    await slider.focus();
    await page.keyboard.press('Home');
    await expect(lane.label).toContainText('not there yet');
    await page.keyboard.press('ArrowRight');
    await expect(slider).not.toHaveAttribute('aria-valuenow', '0');
    await page.keyboard.press('f');
    await timeline.dragCursorTo(lane.marks('question'), 12);
    await expect(lane.label).toContainText('input_required');
    await bar.getByRole('radio', { name: 'Double speed' }).check();
    await slider.focus();
    await page.keyboard.press('Space');
    await slider.focus();
    await expect(bar.getByRole('button', { name: 'Pause' })).toBeVisible();
    await page.keyboard.press('End');
    await expect(bar).toBeHidden();
    await expect(lane.label).toContainText('completed');
  });
  await test.step('a double click takes a chosen range back', async () => {
    await timeline.dragRange(0.02, 0.1);
    await expect.poll(() => new URL(page.url()).searchParams.get('range')).toMatch(/^\d.*-\d/);
    await timeline.axis.dblclick();
    await expect.poll(() => new URL(page.url()).searchParams.get('range')).toBeNull();
    await expect(bar).toBeHidden();
    expect(await traffic.rows().count()).toBeGreaterThanOrEqual(rows);
  });
});

test('what was true stands above what was seen: a stale read and a late cancel are told in words', async ({
  inspector,
  server,
}) => {
  const { detail, page, timeline } = inspector;
  // What the handle told is told again, until three polls have been sent after the task began to wait.
  let handle: object | undefined;
  let late = 0;
  await page.route('**/mcp', async (route) => {
    const asked = route.request().postDataJSON() as { readonly id: number; readonly method: string };
    if (late > 3 || !['tools/call', 'tasks/get'].includes(asked.method)) return route.fallback();
    const response = await route.fetch();
    const { result } = (await response.json()) as { readonly result: { readonly status?: string } };
    if (asked.method === 'tools/call') handle = { ...result, resultType: 'complete' };
    if (result.status === 'input_required') late += 1;
    if (asked.method === 'tools/call' || late > 3) return route.fulfill({ response });
    return route.fulfill({ response, json: { jsonrpc: '2.0', id: asked.id, result: handle } });
  });
  await inspector.start(server.link);
  await inspector.callTask('generate_report');
  const lane = timeline.lane('generate_report');
  await expect(lane.truth).toHaveAccessibleName(
    /^True, as the lab told it: working at \+.* input_required at \+/,
  );
  await expect(lane.label).toContainText('input_required');
  await expect(lane.truth).toHaveAccessibleName(/; stale for \d/);

  // It is over before this page has seen anything of it but its handle.
  const polls = await hold(page, 'tasks/get');
  await inspector.callTask('photo_finish');
  const race = timeline.lane('photo_finish');
  await expect(race.truth).toHaveAccessibleName(/ completed at /);
  await detail.open('State');
  await detail.button('Cancel task').click();
  await expect(race.marks('cancel')).toHaveCount(1);
  await polls.release();
  await expect(race.label).toContainText('completed');
  await expect(race.truth).toHaveAccessibleName(/; cancel too late by \d/);
});

test('the story of a task: states, keys and snapshots; lifetimes, legend and a table beside the lanes', async ({
  inspector,
  server,
}) => {
  const { answer, detail, page, timeline } = inspector;
  await inspector.start(server.link);
  await inspector.callUntilAsked();
  await answer.choice('Yes').check();
  await answer.send.click();
  const lane = timeline.lane('generate_report');
  await expect(lane.label).toContainText('completed');
  await lane.select();

  await detail.open('State');
  const state = detail.panel('State');
  await expect(state.getByRole('img', { name: /^State machine: now completed; / })).toBeVisible();
  const key = state.getByRole('row').filter({ hasText: 'approve_outline' });
  await expect(key).toContainText(/(?:\+\d+\.\d+){5}answered/);
  await state.locator('summary').first().click();
  await expect(state.locator('details').first()).toContainText('report with approved outline.');

  await timeline.root.getByRole('button', { name: 'Lifetimes' }).click();
  await expect(
    timeline.root.getByRole('img', { name: /^Durable tasks, .*: 1 life, 1 going on/ }),
  ).toBeVisible();
  await timeline.root.getByRole('button', { name: 'Legend' }).click();
  await expect(timeline.root.getByRole('region', { name: 'Legend of the timeline' })).toContainText(
    'answer sent',
  );
  await timeline.root.getByRole('button', { name: 'Table' }).click();
  const table = timeline.root.getByRole('table', { name: 'Tasks over time, as a table' });
  await table.getByRole('button', { name: /^handle at/ }).click();
  await expect(detail.tab('Message')).toHaveAttribute('aria-selected', 'true');
  await expect(table.getByRole('button', { name: /^answered at/ })).toBeVisible();
  await timeline.root.getByRole('button', { name: 'Lifetimes' }).click();
  expect(page.url()).toContain('task=');
});
