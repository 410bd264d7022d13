import { isObject, type JsonObject, own } from './json.ts';
import { type ReadTask, readTask } from './task.ts';

/** Tells of a task's change in 2025-11-25 ("Task Status Notification"); its params are the task. */
export const STATUS_NOTIFICATION = 'notifications/tasks/status';

/** What a tool says of being called as a task (2025-11-25, "Tool-Level Negotiation"); absent means forbidden. */
export type TaskSupport = 'forbidden' | 'optional' | 'required';

/** The `execution.taskSupport` of a listed tool. A value that is none of the three reads as forbidden. */
export function taskSupportOf(tool: JsonObject | undefined): TaskSupport {
  const found = own(own(tool, 'execution'), 'taskSupport');
  return found === 'optional' || found === 'required' ? found : 'forbidden';
}

/**
 * Reads a task as 2025-11-25 has it ("Tasks", "Data Types"): `ttl` and `pollInterval` in ms, no payload, since result and questions come
 * by other ways. What is read has the current names; `raw` is what the server sent, and complaints name the fields as it should have.
 */
export function readLegacyTask(value: unknown): ReadTask {
  if (!isObject(value)) return readTask(value);
  const { ttl, pollInterval, ttlMs: _ttlMs, pollIntervalMs: _pollIntervalMs, ...rest } = value;
  const ended = rest.status === 'completed' || rest.status === 'failed' || rest.status === 'input_required';
  const read = readTask({
    ...rest,
    ...(ttl === undefined ? {} : { ttlMs: ttl }),
    ...(pollInterval === undefined ? {} : { pollIntervalMs: pollInterval }),
  });
  if (!read.ok) return read;
  // A payload belongs to no status here, so that its absence is none either.
  const problems = read.task.problems
    .filter((problem) => !(ended && /^(inputRequests|result|error) is missing$/.test(problem)))
    .map((problem) => problem.replace('ttlMs', 'ttl').replace('pollIntervalMs', 'pollInterval'));
  const renamed = ['ttlMs', 'pollIntervalMs'].filter((name) => own(value, name) !== undefined);
  return {
    ok: true,
    task: {
      ...read.task,
      raw: value,
      problems: [
        ...problems,
        ...renamed.map((name) => `${name} is of 2026-07-28; 2025-11-25 says ${name.slice(0, -2)}`),
      ],
    },
  };
}
