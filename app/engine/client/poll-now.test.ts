import { expect, test } from 'vitest';
import { DONE, historyOf, result, SCRIPTED, scripted, snapshot, TASK } from './scripted.suite.ts';

test('“Poll now” during a poll is not lost: it polls once more, also where the poll before it brought the end', async () => {
  let answer = (): void => undefined;
  const {
    clock,
    at,
    engine: start,
  } = scripted((request) =>
    request.nth > 1
      ? result(request, snapshot(DONE))
      : new Promise((resolve) => {
          answer = () => resolve(result(request, snapshot(DONE)));
        }),
  );
  const engine = await start();
  engine.attach(SCRIPTED, TASK);
  await clock.advance(0);
  engine.refresh(SCRIPTED, TASK);
  await clock.advance(500);
  expect(at('tasks/get')).toEqual([0]);
  answer();
  await clock.advance(10_000);
  expect(at('tasks/get')).toEqual([0, 500]);
  expect(historyOf(engine)).toMatchObject({ status: 'completed', poll: { kind: 'stopped' } });
});
