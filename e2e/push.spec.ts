import { expect, test } from './fixtures.ts';

test.describe('push', () => {
  test.use({ serverArgs: ['--speed', '2'] });

  test('switched on for a task, each change comes as a diamond; switched off, the stream ends and polls go on', async ({
    inspector,
    server,
  }) => {
    const { answer, detail, timeline, traffic, wire } = inspector;
    await inspector.start(server.link);
    const id = await inspector.callTask('slow_compute', 120);
    const lane = timeline.lane('slow_compute');
    await detail.open('State');
    await detail.button('Push updates').click();
    await expect(detail.fact('Push')).toHaveText(/^listening since/);
    expect(wire.last('subscriptions/listen').params.notifications).toEqual({ taskIds: [id] });
    await expect(lane.marks('push').first()).toBeVisible();
    await expect(lane.marks('push').first()).toHaveAttribute('data-kind', 'push');
    await expect(traffic.rows('notifications/subscriptions/acknowledged')).toHaveCount(1);
    await expect(traffic.rows('notifications/tasks').first()).toContainText('on stream');

    await detail.button('Push updates').click();
    await expect(detail.fact('Push')).toContainText('off');
    await wire.answer('tasks/get');
    expect(wire.count('subscriptions/listen')).toBe(1);
    expect(await answer.send.count()).toBe(0);
  });
});

test.describe('a stream that dies with its server', () => {
  test.use({ serverArgs: [], expectFailedLoads: true });

  test('is taken up by a new listen with a new id, and then a tasks/get', async ({ inspector, server }) => {
    const { detail, timeline, wire } = inspector;
    await inspector.start(server.link);
    await inspector.callTask('slow_compute', 3600);
    await detail.open('State');
    await detail.button('Push updates').click();
    await expect(detail.fact('Push')).toHaveText(/^listening since/);
    const [first] = wire.of('subscriptions/listen');

    await server.kill('SIGKILL');
    await expect(detail.fact('Push')).toHaveText(/^attempt \d/);
    await server.restart();
    await expect(detail.fact('Push')).toHaveText(/^listening since/, { timeout: 40_000 });
    const listen = wire.last('subscriptions/listen');
    expect(listen.id).not.toBe(first?.id);
    expect(listen.params).toEqual(first?.params);
    expect(listen.headers['last-event-id']).toBeUndefined();
    const at = wire.sent.indexOf(listen);
    await expect.poll(() => wire.sent.slice(at + 1).map((sent) => sent.method)).toContain('tasks/get');
    await expect(timeline.lane('slow_compute').label).toContainText('working');
    const ids = wire.sent.map((sent) => sent.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('a server that stops properly ends the stream with its result, which is shown', async ({
    inspector,
    server,
  }) => {
    const { detail, traffic } = inspector;
    await inspector.start(server.link);
    await inspector.callTask('slow_compute', 3600);
    await detail.open('State');
    await detail.button('Push updates').click();
    await expect(detail.fact('Push')).toHaveText(/^listening since/);
    expect(await server.kill('SIGTERM')).toBe(0);
    await expect(detail.fact('Push')).toHaveText(/^attempt \d/);
    const ended = traffic.rows(/^\+[\d.]+←response/);
    await expect(ended).toContainText('complete');
    await server.restart();
    await expect(detail.fact('Push')).toHaveText(/^listening since/, { timeout: 40_000 });
  });
});
