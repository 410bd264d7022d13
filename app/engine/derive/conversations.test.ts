import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../server/protocol/json.ts';
import { LogStore } from '../log/log-store.ts';
import { Conversations } from './conversations.ts';
import { Story } from './events.suite.ts';
import { fold } from './fold.ts';
import { emptyWorld } from './folded.ts';

const form = { method: 'elicitation/create', params: { message: 'Which?' } };
const asks = (state: string | undefined, ...keys: string[]): JsonObject => ({
  resultType: 'input_required',
  inputRequests: Object.fromEntries(keys.map((key) => [key, form])),
  ...(state !== undefined && { requestState: state }),
});

/** The conversations of a story, made at once and event by event: both must say the same. */
function conversationsOf(story: Story) {
  const log = new LogStore();
  log.append(story.events);
  const text = (seq: number): string => log.bodyText(seq);
  const whole = new Conversations().update(fold(emptyWorld(), story.events), text);
  const stepwise = new Conversations();
  let world = emptyWorld();
  let last = stepwise.update(world, text);
  for (const event of story.events) {
    world = fold(world, [event]);
    last = stepwise.update(world, text);
    expect(stepwise.update(world, text), 'the same until something changes').toBe(last);
  }
  expect(last).toEqual(whole);
  return whole;
}

const call = (story: Story, params: JsonObject = {}): string =>
  story.ask('tools/call', { name: 'book', ...params });

describe('R37: the rounds of a request, as the log has them', () => {
  test('a retry is told by the state that it echoes, round by round, until the result', () => {
    const story = new Story();
    const one = call(story);
    story.result(one, asks('s1', 'room'));
    expect(conversationsOf(story)).toMatchObject([
      {
        id: one,
        method: 'tools/call',
        name: 'book',
        state: 'asks',
        rounds: [{ keys: ['room'], state: '"s1"' }],
      },
    ]);
    const two = call(story, { requestState: 's1', inputResponses: { room: {} } });
    expect(conversationsOf(story)).toMatchObject([{ state: 'sending', rounds: [{ retry: two }] }]);
    story.result(two, asks('s2', 'guest'));
    expect(conversationsOf(story)).toMatchObject([
      { id: one, state: 'asks', rounds: [{ retry: two }, { exchange: two, keys: ['guest'], state: '"s2"' }] },
    ]);
    const three = call(story, { requestState: 's2', inputResponses: { guest: {} } });
    story.error(three, -32_602);
    expect(conversationsOf(story)).toMatchObject([{ state: 'failed', rounds: [{}, { retry: three }] }]);
    const four = call(story, { requestState: 's2', inputResponses: { guest: {} } });
    story.result(four, { content: [] });
    expect(conversationsOf(story)).toMatchObject([{ state: 'over', rounds: [{}, { retry: four }] }]);
  });

  test('two calls of one tool are kept apart by their states, and a fresh call belongs to neither', () => {
    const story = new Story();
    const [one, two] = [call(story), call(story)];
    story.result(one, asks('s1', 'room'));
    story.result(two, asks('s2', 'room'));
    const fresh = call(story);
    const retry = call(story, { requestState: 's1', inputResponses: {} });
    story.result(retry, { content: [] });
    story.result(fresh, { content: [] });
    expect(conversationsOf(story)).toMatchObject([
      { id: one, state: 'over' },
      { id: two, state: 'asks' },
    ]);
  });

  test('without a state the keys tell; prompts and resources ask as tools do, tasks never', () => {
    const story = new Story();
    const prompt = story.ask('prompts/get', { name: 'p' });
    story.result(prompt, asks(undefined, 'who'));
    const resource = story.ask('resources/read', { uri: 'a:b' });
    story.result(resource, asks(undefined, 'who'));
    story.result(story.ask('tasks/get', { taskId: 'a' }), asks(undefined, 'who'));
    story.result(story.ask('prompts/get', { name: 'p', inputResponses: { other: {} } }), { messages: [] });
    const retry = story.ask('prompts/get', { name: 'p', inputResponses: { who: {} } });
    story.result(retry, { messages: [] });
    expect(conversationsOf(story)).toMatchObject([
      { method: 'prompts/get', name: 'p', state: 'over' },
      { method: 'resources/read', name: 'a:b', state: 'asks', rounds: [{ retry: undefined }] },
    ]);
  });
});
