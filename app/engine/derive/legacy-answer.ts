import { isObject, type JsonObject, own } from '../../../server/protocol/json.ts';
import { readLegacyTask } from '../../../server/protocol/legacy-task.ts';
import type { Problem } from '../../../server/protocol/problem.ts';
import type { TaskSnapshot } from '../../../server/protocol/task.ts';
import { notATaskProblem, wrongTaskProblem } from './answer-problems.ts';

/**
 * The task that a result of a revision before 2026-07-28 carries (2025-11-25, "Tasks"): nested in the answer to a call, the result itself
 * where a task was asked for or cancelled. Both undefined where there is none to be.
 */
export function legacyTaskIn(
  asked: { readonly method: string; readonly name: string | undefined },
  result: JsonObject,
): { readonly task?: TaskSnapshot; readonly problem?: Problem } {
  const { method, name } = asked;
  const nested = own(result, 'task');
  if (method === 'tools/call' && !isObject(nested)) return {};
  if (method !== 'tools/call' && method !== 'tasks/get' && method !== 'tasks/cancel') return {};
  const read = readLegacyTask(method === 'tools/call' ? nested : result);
  if (!read.ok) return { problem: notATaskProblem(read.reason) };
  if (method !== 'tools/call' && name !== undefined && read.task.taskId !== name)
    return { problem: wrongTaskProblem(name, read.task.taskId) };
  return { task: read.task };
}
