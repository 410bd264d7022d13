import type { TaskHistory, World } from '../engine/derive/model.ts';
import { taskLabel, visible } from '../ui/label.ts';

function called(task: TaskHistory): string {
  return taskLabel(task, 'Task');
}

/** What happened to tasks between two states of the world, in words for a reader who cannot see the lanes. */
export function announcements(before: World, after: World): string[] {
  const out: string[] = [];
  if (before === after) return out;
  for (const task of after.tasks.values()) {
    if (task.forgotten) continue;
    const old = before.tasks.get(`${task.endpoint} ${task.taskId}`);
    if (old === task) continue;
    if (task.status !== undefined && old?.status !== task.status)
      out.push(`${called(task)} is ${task.status}.`);
    if (task.gone !== undefined && old?.gone === undefined)
      out.push(
        `${called(task)} is ${task.status === undefined ? 'unknown to the server' : 'gone'}: ${task.gone.message}`,
      );
    for (const question of task.questions) {
      const known = old?.questions.some((q) => q.key === question.key) ?? false;
      if (!known) out.push(`${called(task)} asks: ${messageOf(question.params.message)}`);
    }
  }
  return out;
}

function messageOf(value: unknown): string {
  return typeof value === 'string' ? visible(value) : 'a question';
}

/** How many questions wait, where there are more than before. */
export function newlyWaiting(before: number, after: number): string[] {
  if (after <= before) return [];
  return [after === 1 ? 'One question waits for you.' : `${after} questions wait for you.`];
}

/** `(1) Taskscope` while one question waits for the person. */
export function titleOf(waiting: number): string {
  return waiting > 0 ? `(${waiting}) Taskscope` : 'Taskscope';
}
