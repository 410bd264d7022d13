import { expect, test } from './fixtures.ts';
import { expectSame } from './wire.ts';

test.use({ serverArgs: ['--speed', '4'] });

test('one click connects to the bundled server and shows what it says of itself', async ({
  inspector,
  server,
}) => {
  await inspector.start(server.link);
  await expect(inspector.fact('Name')).toHaveText('Taskscope demo server 0.1.0');
  await expect(inspector.fact('Versions')).toHaveText('2026-07-28');
  await expect(inspector.fact('Capabilities')).toHaveText('tools, resources, prompts, completions, logging');
  await expect(inspector.fact('Extensions')).toContainText('…/tasks');
  await expect(inspector.fact('Cache')).toHaveText('public, 5 min');
  await expect(inspector.serverPanel.getByRole('note')).toContainText('durable work on a stateless protocol');
  for (const tool of ['lookup_glossary', 'generate_report', 'slow_compute'])
    await expect(inspector.tool(tool)).toBeVisible();
  expect(inspector.wire.sent.map((sent) => sent.method)).toEqual(['server/discover', 'tools/list']);
});

test('the cache hint counts down, and asking again renews it', async ({ inspector, server }) => {
  await inspector.start(server.link);
  const left = async (): Promise<number> => {
    const found = /fresh (\d+):(\d\d)/.exec((await inspector.serverPanel.textContent()) ?? '');
    // No number compares with what is not there yet.
    return found === null ? Number.NaN : Number(found[1]) * 60 + Number(found[2]);
  };
  await expect.poll(left).toBeLessThanOrEqual(299);
  const first = await left();
  expect(first).toBeGreaterThan(200);
  await expect.poll(left).toBeLessThan(first);
  const before = await left();
  const answered = inspector.wire.answer('server/discover');
  await inspector.serverPanel.getByRole('button', { name: 'ask again' }).click();
  await answered;
  await expect.poll(left).toBeGreaterThan(before);
  expect(inspector.wire.count('server/discover')).toBe(2);
});

test('discovery and lists are asked once, however often they are shown', async ({ inspector, server }) => {
  const { page, wire } = inspector;
  await inspector.start(server.link);
  await expect(inspector.tool('generate_report')).toBeVisible();
  for (const view of ['Discovery', 'Settings', 'Tasks and traffic', 'Discovery'] as const)
    await inspector.view(view).click();
  await expect(page.getByRole('region', { name: 'Extension: tasks' })).toContainText('{}');
  await expect(page.getByRole('group', { name: 'Raw text of the discover result' })).toContainText(
    '"cacheScope": "public"',
  );
  await page.evaluate(() => {
    for (const type of ['focus', 'visibilitychange', 'online']) globalThis.dispatchEvent(new Event(type));
  });
  await inspector.view('Tasks and traffic').click();
  await inspector.choose('lookup_glossary');
  expect(wire.sent.map((sent) => sent.method)).toEqual(['server/discover', 'tools/list']);
});

test('a report from call to result: handle, lane, question, answer, completed', async ({
  inspector,
  server,
}) => {
  const { answer, call, detail, timeline, traffic, wire } = inspector;
  await inspector.start(server.link);

  await test.step('the request is shown before it is sent, and is sent as shown', async () => {
    await inspector.choose('generate_report');
    await call.field('Size of the report').selectOption('large');
    await expect(call.preview).toContainText('"size": "large"');
    const shown = await call.readPreview();
    await call.submit.click();
    await expect(traffic.rows('tools/call')).toContainText('200');
    expectSame(shown, wire.last('tools/call'));
  });

  const lane = timeline.lane('generate_report');
  await test.step('the handle makes a lane; resultType and status are told apart', async () => {
    await expect(lane.marks('handle')).toHaveCount(1);
    expect(await lane.taskId()).toMatch(/^tsk_\S{22,}$/);
    await expect(lane.marks('handle')).toHaveAccessibleName(/: working$/);
    const row = await traffic.cells(traffic.rows('tools/call'));
    expect(row).toMatchObject({ http: '200', resultType: 'task', status: 'working' });
    const tag = traffic.rows('tools/call').locator('[data-kind="result-type"]');
    const pill = traffic.rows('tools/call').locator('[data-kind="task-status"]');
    await expect(tag).toHaveText('task');
    await expect(pill).toHaveText('working');
    const shape = (element: Element): string => {
      const { borderStyle, borderRadius, backgroundColor } = getComputedStyle(element);
      return [borderStyle, borderRadius, backgroundColor].join(' ');
    };
    expect(await tag.evaluate(shape)).toContain('dashed');
    expect(await pill.evaluate(shape)).not.toContain('dashed');
    expect(await tag.evaluate((e) => getComputedStyle(e).borderRadius)).not.toBe(
      await pill.evaluate((e) => getComputedStyle(e).borderRadius),
    );
  });

  await test.step('the question opens its form beside a live preview', async () => {
    await expect(
      answer.root.getByRole('heading', { name: 'Approve the generated report outline?' }),
    ).toBeVisible();
    await expect(lane.label).toContainText('input_required');
    await expect(lane.marks('question')).toHaveCount(1);
    const colours = await lane.root
      .locator('rect[class*="block"]')
      .evaluateAll((blocks) => blocks.map((block) => getComputedStyle(block).fill));
    expect(new Set(colours).size, 'waiting for a person has a colour of its own').toBe(2);
    const now = lane.root.locator('path[class*="now"]');
    const before = await now.getAttribute('d');
    await expect(now, 'the line of the present moves').not.toHaveAttribute('d', before ?? '');
    await expect(inspector.page).toHaveTitle('(1) Taskscope');
    const asked = await traffic.cells(traffic.rows('input_required').first());
    expect(asked).toMatchObject({ method: 'tasks/get', resultType: 'complete', status: 'input_required' });
    await answer.choice('No').check();
    await expect(answer.preview).toContainText('"approved": false');
    await answer.choice('Yes').check();
    await expect(answer.preview).toContainText('"approved": true');
    expect((await answer.readPreview()).headers.get('mcp-name')).toBe(await lane.taskId());
  });

  await test.step('the answer is sent as shown, once, and the acknowledgement claims nothing', async () => {
    const shown = await answer.readPreview();
    await answer.send.click();
    await expect(lane.marks('update')).toHaveCount(1);
    expectSame(shown, wire.last('tasks/update'));
    const ack = traffic.rows('tasks/update');
    await expect(ack).toContainText('200');
    expect(await traffic.cells(ack)).toMatchObject({ resultType: 'complete', status: '—' });
  });

  await test.step('the task completes and its result can be read', async () => {
    await expect(lane.label).toContainText('completed');
    await detail.open('Answer');
    await expect(answer.state).toContainText('Answered');
    const state = await detail.open('State');
    await expect(state.getByRole('region', { name: 'Result' })).toContainText(
      'Generated large report with approved outline.',
    );
    await expect(detail.code('structuredContent')).toHaveText(/"size": "large",\s+"approved": true/);
    await expect(detail.fact('Polling')).toHaveText('stopped: ended');
    const polls = wire.count('tasks/get');
    await expect.poll(() => lane.times('poll')).toBe(polls);
    expect(wire.count('tasks/update')).toBe(1);
    await expect(inspector.page).toHaveTitle('Taskscope');
  });
});

test('a look-up is no task: it answers at once and makes no lane', async ({ inspector, server }) => {
  await inspector.start(server.link);
  await inspector.choose('lookup_glossary');
  await inspector.call.field('Term').fill('lease');
  await inspector.call.submit.click();
  const outcome = inspector.call.root.getByRole('status', { name: 'Outcome of the call' });
  await expect(outcome).toContainText('Answered at once, without a task');
  await expect(outcome).toContainText('The right of one worker');
  await expect(inspector.timeline.lanes()).toHaveCount(0);
  expect(inspector.wire.count('tasks/get')).toBe(0);
});
