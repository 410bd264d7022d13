import { type ReactNode, useId } from 'react';
import { taskSupportOf } from '../../../server/protocol/legacy-task.ts';
import type { LegacyFacts, ListedTool } from '../../engine/index.ts';
import styles from './tools.module.css';

export interface TaskChoiceProps {
  readonly session: LegacyFacts;
  readonly tool: ListedTool;
  readonly asTask: boolean;
  readonly onChange: (asTask: boolean) => void;
}

/** Whether a call becomes a task: before 2026-07-28 the client says so, as far as tool and server let it (2025-11-25, "Tool-Level Negotiation"). */
export function TaskChoice({ session, tool, asTask, onChange }: TaskChoiceProps): ReactNode {
  const id = useId();
  const support = taskSupportOf(tool.raw);
  if (!session.tasks.call)
    return support === 'required' ? (
      <p className={styles.bad}>
        The tool requires a task, but the server does not offer any (capabilities.tasks.requests.tools.call).
      </p>
    ) : null;
  if (support === 'forbidden') return <p className={styles.hint}>This tool is never a task.</p>;
  if (support === 'required')
    return <p className={styles.hint}>This tool is always a task: params.task asks for it.</p>;
  return (
    <p className={styles.hint}>
      <input id={id} type="checkbox" checked={asTask} onChange={(event) => onChange(event.target.checked)} />{' '}
      <label htmlFor={id}>As a task (params.task); otherwise the answer is waited for</label>
    </p>
  );
}
