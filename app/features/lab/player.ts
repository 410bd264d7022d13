import type { Engine } from '../../engine/index.ts';
import type { LabSession } from './session.ts';
import type { WalkAction } from './walk.ts';

/** What a walk plays on. */
export interface Stage {
  readonly engine: Engine;
  readonly lab: Pick<LabSession, 'ask'>;
  readonly endpoint: string;
}

/**
 * Does what a step says, one action after another.
 * @param taskId the walk's task so far
 * @returns the walk's task from now on, or in words why it cannot go on
 */
export async function play(
  stage: Stage,
  actions: readonly WalkAction[],
  taskId: string | undefined,
): Promise<{ readonly taskId: string | undefined; readonly problem?: string }> {
  let task = taskId;
  for (const action of actions) {
    const done = await one(stage, action, task);
    if (done.problem !== undefined) return { taskId: task, problem: done.problem };
    task = done.taskId ?? task;
  }
  return { taskId: task };
}

type Done = { readonly taskId?: string; readonly problem?: string };

async function one(
  { engine, lab, endpoint }: Stage,
  action: WalkAction,
  taskId: string | undefined,
): Promise<Done> {
  if (action.kind === 'call') {
    const called = await engine.call(engine.prepareCall(endpoint, action.tool, action.args));
    if (!called.ok) return { problem: called.problem.message };
    return called.value.kind === 'task'
      ? { taskId: called.value.taskId }
      : { problem: 'The answer is no task.' };
  }
  if (action.kind === 'lab') {
    const ack = await lab.ask(action.command);
    return ack === undefined || ack.ok ? {} : { problem: ack.error.message };
  }
  if (taskId === undefined) return { problem: 'There is no task yet: start the walk again.' };
  switch (action.kind) {
    case 'answer': {
      const responses = action.responses as Parameters<Engine['prepareUpdate']>[2];
      const sent = await engine.update(engine.prepareUpdate(endpoint, taskId, responses));
      return sent.ok ? {} : { problem: sent.problem.message };
    }
    case 'cancel': {
      const sent = await engine.cancel(engine.prepareCancel(endpoint, taskId));
      return sent.ok ? {} : { problem: sent.problem.message };
    }
    case 'push':
      engine.setPush(endpoint, taskId, action.on);
      return {};
    case 'poll':
      engine.refresh(endpoint, taskId);
      return {};
    case 'get-as': {
      const prepared = engine.prepareRequest(endpoint, 'tasks/get', { taskId });
      const heard = await engine.compose({
        ...prepared,
        headers: [...prepared.headers, ['Authorization', `Bearer ${action.token}`]],
      });
      return heard.text === undefined ? { problem: heard.problem?.message ?? 'No answer came.' } : {};
    }
  }
}
