import { expect, test } from './fixtures.ts';
import { startSseServer } from './servers/sse-server.ts';

test('R85 a server of 2025-11-25: found by its refusal, a task called, asked on its stream, answered, its result read', async ({
  inspector,
  server,
}) => {
  const { call, detail, timeline, page } = inspector;
  await inspector.open(server.link);
  await inspector.connectTo(`${server.origin}/mcp/legacy`);
  await inspector.expectConnected();
  await expect(inspector.fact('Versions')).toHaveText('2025-11-25');
  await expect(inspector.fact('Found by')).toContainText('initialize');
  expect(inspector.wire.count('initialize')).toBe(1);

  await inspector.choose('slow_compute');
  const asTask = detail.root.getByRole('checkbox', { name: /^As a task/ });
  await expect(call.preview).toContainText('"task": {}');
  await asTask.uncheck();
  await expect(call.preview).not.toContainText('"task"');

  await inspector.callTask('generate_report');
  const lane = timeline.lane('generate_report');
  await expect(lane.label).toContainText('input_required');
  // It opens by itself, as for a task of today.
  await expect(detail.root.getByRole('tab', { name: /^Answer.*question waits/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  const panel = await detail.open('Answer');
  const asks = panel.getByRole('region', { name: 'What the server asks in its session' });
  await expect(asks.getByText('Approve the generated report outline?').first()).toBeVisible();
  await asks.getByRole('radio', { name: 'Yes' }).check();
  await asks.getByRole('button', { name: 'Send answer' }).click();
  await expect(lane.label).toContainText('completed');
  const state = await detail.open('State');
  await expect(state.getByRole('region', { name: 'Result' })).toContainText('report with approved outline.');
  await expect(page.getByRole('button', { name: 'Push updates' })).toHaveCount(0);
  expect(inspector.wire.count('initialize')).toBe(1);

  await test.step('tasks/list: what the server lists is shown, and leads to its lane', async () => {
    const listed = page.getByRole('region', { name: 'Tasks that the server lists' });
    await listed.getByRole('button', { name: 'Ask tasks/list' }).click();
    await expect(listed.getByRole('listitem')).toHaveCount(1);
    await expect(listed.getByRole('listitem')).toContainText('completed');
    await listed.getByRole('button', { name: /^Show task/ }).click();
    await expect(detail.root).toContainText('generate_report');
  });

  await test.step('the generation is fixed by hand, and kept', async () => {
    const asked = inspector.wire.count('server/discover');
    const { options } = inspector;
    await options.chip('direct').click();
    await expect(options.root).toContainText('400 without a current error, so initialize');
    await options.root.getByRole('radio', { name: '2025-11-25 and older' }).check();
    await options.root.getByRole('button', { name: 'Save and connect' }).click();
    await expect(inspector.fact('Found by')).toHaveText('fixed in the endpoint options');
    await page.reload();
    await inspector.expectConnected();
    await expect(inspector.fact('Found by')).toHaveText('fixed in the endpoint options');
    expect(inspector.wire.count('server/discover')).toBe(asked);
  });
});
test.use({ expectFailedLoads: true }); // the refusal that shows the older revision

test('a server of 2024-11-05 over HTTP+SSE, through the bridge: found, called, its question answered', async ({
  inspector,
  server,
}) => {
  const sse = await startSseServer();
  const { call, detail, page, traffic } = inspector;
  await inspector.open(server.link);
  await inspector.connectTo(sse.url);
  await inspector.expectConnected();
  await expect(inspector.fact('Versions')).toHaveText('2024-11-05');
  await expect(inspector.fact('Found by')).toContainText('HTTP+SSE of 2024-11-05');
  await inspector.choose('greet');
  await call.submit.click();
  await expect(page).toHaveTitle('(1) Taskscope');
  await inspector.view('Answers').click();
  const question = page.getByRole('region', { name: 'The question' });
  await question.getByLabel('name', { exact: false }).first().fill('Grace');
  await question.getByRole('button', { name: 'Send answer' }).click();
  await expect(page).toHaveTitle('Taskscope');
  await inspector.view('Tasks and traffic').click();
  await traffic.rows('tools/call').last().click();
  await expect(await detail.open('Message')).toContainText('Hello, Grace.');
  expect(sse.posts.filter((post) => post.startsWith('/sse {'))).toHaveLength(2);
  expect(sse.posts.filter((post) => post.startsWith('/messages {')).length).toBeGreaterThan(4);
  await sse.close();
});
