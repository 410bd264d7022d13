import type { TaskRow } from '../ports/task-store.ts';
import { CODES, RpcError, TASKS_EXTENSION } from '../protocol/codes.ts';
import { isObject, type JsonObject, own, ownString } from '../protocol/json.ts';
import type { TaskService } from '../tasks/service.ts';
import { type Dress, detailView } from '../tasks/view.ts';
import { reply } from './call.ts';
import { dressed } from './dispatch.ts';
import type { Extension, Registry } from './registry.ts';
import { answerMisfit } from './validate.ts';

/** Turns the tasks extension on: a call of the one interface for extensions, without options of its own (R79). */
export function enableTasks(registry: Registry, service: TaskService, dress: Dress): void {
  registry.use(tasksExtension(service, dress));
}

/** The tasks extension: an empty capability (R21), three methods, one result type. */
function tasksExtension(service: TaskService, dress: Dress): Extension {
  // A task is polled many times as it stands; a store that gives the very same frozen row again says that nothing has changed.
  const told = new WeakMap<TaskRow, JsonObject>();
  const tell = (row: TaskRow): JsonObject => {
    const result = dressed(detailView(row, dress), dress);
    if (Object.isFrozen(row)) told.set(row, result);
    return result;
  };
  return {
    id: TASKS_EXTENSION,
    capability: {},
    resultTypes: ['task'],
    silent: true,
    methods: {
      // The outer resultType says that this answer is complete; how the work stands is in `status` alone (R32).
      'tasks/get': async ({ params, owner }) => {
        const row = await service.find(readTaskId(params), owner);
        const known = told.get(row);
        if (known !== undefined) return { kind: 'result', result: known, lasting: true };
        return { kind: 'result', result: tell(row), lasting: Object.isFrozen(row) };
      },
      'tasks/update': async ({ params, owner }) => {
        const taskId = readTaskId(params);
        const responses = own(params, 'inputResponses');
        if (!isObject(responses))
          throw new RpcError(CODES.invalidParams, 'params.inputResponses must be an object');
        await service.update(taskId, owner, responses, answerMisfit);
        return reply({});
      },
      'tasks/cancel': async ({ params, owner }) => {
        await service.cancel(readTaskId(params), owner);
        return reply({});
      },
    },
  };
}

function readTaskId(params: JsonObject): string {
  const taskId = ownString(params, 'taskId');
  if (taskId === undefined) throw new RpcError(CODES.invalidParams, 'params.taskId must be a string');
  return taskId;
}
