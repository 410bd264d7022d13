import { expect, test } from 'vitest';
import { prepareRetry } from './retry.ts';
import { result, SCRIPTED, scripted } from './scripted.suite.ts';

test('R37: a retry says again what was asked as it was sent, with other answers and another id', async () => {
  const engine = await scripted((request) => result(request, {})).engine();
  const made = engine.prepareCall(SCRIPTED, 't', {});
  const typed = '"arguments":{"n":9007199254740993,"n":1.0}';
  const text = made.text.replace('"arguments":{}', `"requestState":"old",${typed}`);
  const retry = prepareRetry(engine, { ...made, text }, { inputResponses: {}, requestState: 'new' });
  expect(retry.text).toContain(typed);
  expect(retry.id).not.toBe(made.id);
  expect(JSON.parse(retry.text)).toEqual({
    ...JSON.parse(made.text),
    id: retry.id,
    params: {
      ...JSON.parse(made.text).params,
      arguments: { n: 1 },
      inputResponses: {},
      requestState: 'new',
    },
  });
  const none = prepareRetry(engine, { ...made, text: 'no JSON' }, { requestState: 'new' });
  expect(JSON.parse(none.text).params.requestState).toBe('new');
  await engine.close();
});
