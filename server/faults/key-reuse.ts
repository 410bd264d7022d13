import { isObject, type JsonObject, type JsonValue, own, ownString } from '../protocol/json.ts';
import { rewritten } from './answers.ts';
import { again, forEach } from './asked.ts';
import { faultKind } from './kind.ts';

/** What a task's questions are called outside, by the names that they have inside. */
type Names = Map<string, string>;

export const keyReuse = faultKind({
  name: 'key-reuse',
  title: 'A key is used for two questions',
  group: 'messages',
  breaks:
    'The server numbers its open questions anew, from "question": a client that remembers what it answered never shows the second one, and the task waits for ever.',
  look: 'Call plan_trip and answer one of its two questions: the other one comes back under the key that you have answered.',
  parameters: {},
  make: () => ({
    wrapFetch: (inner) => {
      const tasks = new Map<string, Names>();
      return forEach(async (asked, request) => {
        const taskId = ownString(asked.params, 'taskId');
        const names = taskId === undefined ? undefined : tasks.get(taskId);
        const given = own(asked.params, 'inputResponses');
        const asked2 =
          asked.method === 'tasks/update' && names !== undefined && isObject(given)
            ? again(request, renamedUpdate(asked.text, given, names))
            : request;
        return rewritten(await inner(asked2), (message) => {
          const result = own(message, 'result');
          const params = own(message, 'params');
          if (isObject(result)) return { ...message, result: renamed(result, tasks) };
          return isObject(params) ? { ...message, params: renamed(params, tasks) } : message;
        });
      })(inner);
    },
  }),
});

function renamed(task: JsonObject, tasks: Map<string, Names>): JsonObject {
  const taskId = ownString(task, 'taskId');
  const requests = own(task, 'inputRequests');
  if (taskId === undefined || !isObject(requests)) return task;
  const keys = Object.keys(requests);
  // What is still open is numbered from the beginning, so an answered key comes back for another question.
  const names = namesOf(keys);
  tasks.set(taskId, names);
  const out = new Map([...names].map(([outside, inside]) => [inside, outside]));
  return {
    ...task,
    inputRequests: Object.fromEntries(keys.map((key) => [out.get(key) ?? key, requests[key]])),
  };
}

function namesOf(keys: readonly string[]): Names {
  return new Map(keys.map((key, n) => [n === 0 ? 'question' : `question_${n + 1}`, key]));
}

function renamedUpdate(text: string, given: JsonObject, names: Names): string {
  const message = JSON.parse(text) as { params: Record<string, JsonValue> };
  message.params.inputResponses = Object.fromEntries(
    Object.entries(given).map(([key, value]) => [names.get(key) ?? key, value]),
  ) as JsonObject;
  return JSON.stringify(message);
}
