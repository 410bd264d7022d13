import { expect, test } from './fixtures.ts';
import { ManualTime, setHidden } from './manual-clock.ts';
import { mcp, result, TinyServer, task } from './servers/tiny-server.ts';

// Odd lengths, so that no tick of the page (1,000 ms, 250 ms) falls due together with a poll.
const FIRST = 5_003;
const SECOND = 10_007;

test('ten minutes out of sight: polls go on at the interval that the server asks for, as it changes', async ({
  inspector,
  server,
}) => {
  const { page, timeline } = inspector;
  let interval = FIRST;
  const tiny = await TinyServer.start(
    mcp([{ name: 'work' }], (call) =>
      call.method === 'tools/call'
        ? result(call, { ...task('tsk_hidden', 'working', { pollIntervalMs: interval }), resultType: 'task' })
        : result(call, task('tsk_hidden', 'working', { pollIntervalMs: interval })),
    ),
  );
  const time = await ManualTime.install(page);
  await inspector.open(server.link);
  await inspector.connectTo(tiny.url);
  await inspector.callTask('work');
  await setHidden(page, true);

  const polls = (): number => tiny.of('tasks/get').length;
  let expected = 0;
  /** Lets `times` intervals of `every` ms pass, one poll each; `next` is the interval that the last of these polls is told. */
  const pass = async (times: number, every: number, next = every): Promise<void> => {
    for (let n = 1; n <= times; n += 1) {
      // A timer over the whole interval is set: the poll before was answered, and none is under way.
      expect(polls(), 'one poll an interval, and none before its time').toBe(expected);
      await time.pass(every, n === times ? next : every);
      expected += 1;
    }
  };
  await time.isDueIn(FIRST);
  await pass(59, FIRST);
  interval = SECOND;
  await pass(1, FIRST, SECOND);
  await pass(30, SECOND);
  expect(60 * FIRST + 30 * SECOND).toBeGreaterThan(600_000);
  expect(polls()).toBe(60 + 30);

  await setHidden(page, false);
  await expect(timeline.lane('work').label).toContainText('working');
  await tiny.close();
});

test('timers run in a worker, where a hidden tab is not throttled', async ({ inspector, server }) => {
  await inspector.start(server.link);
  expect(inspector.page.workers().map((worker) => worker.url())).toContainEqual(
    expect.stringMatching(/\/assets\/timer\.worker-\S+\.js$/),
  );
});
