import { expect, test } from './fixtures.ts';
import { AnswerCard } from './pages/detail.ts';
import { mcp, result, TinyServer, task } from './servers/tiny-server.ts';

const QUESTION = {
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message: 'All right?',
    requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
  },
};

test.use({ serverArgs: ['--speed', '4'] });

test('a reload in mid-task brings back lane, log, question and typed draft, and says so', async ({
  inspector,
  server,
}) => {
  const { answer, page, timeline, traffic, wire } = inspector;
  await inspector.start(server.link);
  const taskId = await inspector.callUntilAsked();
  await answer.choice('Yes').check();
  await expect(answer.preview).toContainText('"approved": true');
  const called = await traffic.cells(traffic.rows('tools/call'));
  const asked = await timeline.lane('generate_report').marks('question').getAttribute('aria-label');
  await expect(page.getByRole('contentinfo')).toContainText('Recorded on this machine only');
  const before = wire.sent.length;

  await page.reload();
  await expect(inspector.resumed).toContainText(/^Resumed recording: 1 task, \d+ messages\./);
  await inspector.expectConnected();
  const lane = timeline.lane('generate_report');
  await expect(lane.label).toContainText('input_required');
  await expect(lane.marks('question')).toHaveAccessibleName(asked ?? '');
  expect(await traffic.cells(traffic.rows('tools/call'))).toEqual(called);
  await expect(answer.choice('Yes')).toBeChecked();
  await wire.answer('tasks/get');
  const after = wire.sent.slice(before);
  expect(after.filter(({ method }) => method === 'tools/call' || method === 'tasks/update')).toEqual([]);
  expect(after.find(({ method }) => method === 'tasks/get')?.params.taskId).toBe(taskId);

  await answer.send.click();
  await expect(lane.label).toContainText('completed');
  await inspector.resumed.getByRole('button', { name: 'OK' }).click();
  await expect(inspector.resumed).toBeHidden();
});

test('a reload while an answer is under way says that its fate is unknown, and does not send it again', async ({
  inspector,
  server,
}) => {
  const { page, timeline, traffic, wire } = inspector;
  let done = false;
  const tiny = await TinyServer.start(
    mcp([{ name: 'work' }], (call) => {
      if (call.method === 'tools/call')
        return result(call, { ...task('tsk_asks', 'working'), resultType: 'task' });
      if (call.method === 'tasks/update') {
        // The first answer to it never comes.
        if (tiny.of('tasks/update').length === 1) return new Promise(() => undefined);
        done = true;
        return result(call, { resultType: 'complete' });
      }
      const more = done
        ? { result: { resultType: 'complete', content: [] } }
        : { inputRequests: { ok: QUESTION } };
      return result(call, task('tsk_asks', done ? 'completed' : 'input_required', more));
    }),
  );
  const card = new AnswerCard(inspector.detail, 'ok');
  await inspector.open(server.link);
  await inspector.connectTo(tiny.url);
  await inspector.callTask('work');
  await card.choice('Yes').check();
  await expect(page.getByRole('contentinfo')).toContainText('Recorded on this machine only');
  await card.send.click();
  await expect(card.state).toHaveText('Sending the answer…');
  await expect.poll(() => tiny.of('tasks/update').length).toBe(1);

  await page.reload();
  await expect(inspector.resumed).toBeVisible();
  await expect(traffic.rows('tasks/update')).toContainText('it is unknown whether it arrived');
  await expect(card.choice('Yes')).toBeChecked();
  await wire.answer('tasks/get');
  expect(tiny.of('tasks/update')).toHaveLength(1);
  await card.sendAgain.click();
  await expect(timeline.lane('work').label).toContainText('completed');
  expect(tiny.of('tasks/update')).toHaveLength(2);
  await tiny.close();
});

test('a new recording starts empty and leaves the old one alone', async ({ inspector, server }) => {
  const { page, timeline, traffic } = inspector;
  await inspector.start(server.link);
  await inspector.callTask('slow_compute', 600);
  await expect(page.getByRole('contentinfo')).toContainText('Recorded on this machine only');
  await page.reload();
  const asked = page.getByRole('dialog', { name: 'Start a new recording?' });
  await inspector.resumed.getByRole('button', { name: 'Start new' }).click();
  await expect(asked).toContainText('1 task of this recording is still alive');
  await asked.getByRole('button', { name: 'Keep this one' }).click();
  await expect(timeline.lanes()).toHaveCount(1);
  await inspector.resumed.getByRole('button', { name: 'Start new' }).click();
  await asked.getByRole('button', { name: 'Start new' }).click();
  await expect(timeline.lanes()).toHaveCount(0);
  await expect(traffic.rows('tools/call')).toHaveCount(0);
  await expect(inspector.notice).toContainText('A new recording has begun');
  await page.reload();
  await inspector.expectConnected();
  await expect(timeline.lanes()).toHaveCount(0);
});
