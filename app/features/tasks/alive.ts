import type { TaskHistory } from '../../engine/derive/model.ts';

/** Whether the server may still say something new: neither ended nor gone. */
export function isAlive(task: TaskHistory): boolean {
  if (task.gone !== undefined) return false;
  return task.status !== 'completed' && task.status !== 'failed' && task.status !== 'cancelled';
}

/** Whether the task asks for an answer that has not been sent. */
export function isWaiting(task: TaskHistory): boolean {
  return (
    task.status === 'input_required' &&
    task.gone === undefined &&
    task.questions.some((question) => question.state === 'open' || question.state === 'send-failed')
  );
}

/** The tasks that were not forgotten, newest first. */
export function shownTasks(tasks: Iterable<TaskHistory>): TaskHistory[] {
  return [...tasks].filter((task) => !task.forgotten).reverse();
}
