import { isObject, type JsonObject, own } from '../protocol/json.ts';
import { rewritten } from './answers.ts';
import { faultKind } from './kind.ts';

export const noNestedResultType = faultKind({
  name: 'no-nested-result-type',
  title: 'The inner result has no resultType',
  group: 'messages',
  breaks: "A completed task carries its call's result without the resultType that every result has to have.",
  look: 'Two results stand in one answer, that of tasks/get and that of the call within it: the inner one lacks its resultType.',
  parameters: {},
  make: () => ({
    wrapFetch: (inner) => async (request) =>
      rewritten(await inner(request), (message) => {
        const result = own(message, 'result');
        const params = own(message, 'params');
        if (isObject(result)) return { ...message, result: stripped(result) };
        return isObject(params) ? { ...message, params: stripped(params) } : message;
      }),
  }),
});

function stripped(task: JsonObject): JsonObject {
  const result = own(task, 'result');
  if (own(task, 'status') !== 'completed' || !isObject(result)) return task;
  const { resultType: _, ...rest } = result;
  return { ...task, result: rest };
}
