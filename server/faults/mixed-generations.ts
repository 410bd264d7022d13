import { isObject, type JsonObject, own, ownString } from '../protocol/json.ts';
import { rewritten } from './answers.ts';
import { forEach } from './asked.ts';
import { faultKind, whole } from './kind.ts';

export const mixedGenerations = faultKind({
  name: 'mixed-generations',
  title: 'Answers of two generations',
  group: 'messages',
  breaks:
    'Half of the fleet is upgraded: some answers have the shapes of 2025-11-25, where a handle is nested and a task has ttl and pollInterval.',
  look: 'Messages of the old shape among the new ones: each is told as what it is, and none is taken for a task of today.',
  parameters: { every: whole('Every how many answers', 2, 1, 1000) },
  make: ({ every }) => {
    let count = 0;
    return {
      wrapFetch: forEach(async (asked, request, inner) => {
        const response = await inner(request);
        if (asked.method !== 'tools/call' && asked.method !== 'tasks/get') return response;
        count += 1;
        if (count % every !== 0) return response;
        return rewritten(response, (message) => {
          const result = own(message, 'result');
          if (!isObject(result) || ownString(result, 'taskId') === undefined) return message;
          const task = older(result);
          return { ...message, result: asked.method === 'tools/call' ? { task } : task };
        });
      }),
    };
  },
});

/** A task as 2025-11-25 has it (Tasks utility of that version, "Task Status"). */
function older({
  resultType: _,
  ttlMs = null,
  pollIntervalMs = null,
  inputRequests: __,
  ...task
}: JsonObject): JsonObject {
  return { ...task, ttl: ttlMs, ...(pollIntervalMs === null ? {} : { pollInterval: pollIntervalMs }) };
}
