import type { TaskHistory } from '../../engine/derive/model.ts';

/** Whether the task asks for an answer that has not been sent. */
export function isWaiting(task: TaskHistory): boolean {
  return (
    task.status === 'input_required' &&
    task.gone === undefined &&
    task.questions.some((question) => question.state === 'open' || question.state === 'send-failed')
  );
}

/** Whether the server refused the very first question about it: the id may be mistyped as well as discarded. */
export function neverTold(task: TaskHistory): boolean {
  return task.gone !== undefined && task.status === undefined;
}

/** The tasks that were not forgotten, newest first. */
export function shownTasks(tasks: Iterable<TaskHistory>): TaskHistory[] {
  return [...tasks].filter((task) => !task.forgotten).reverse();
}
