import { type ReactNode, useState } from 'react';
import type { TaskHistory } from '../../engine/derive/model.ts';
import type { Engine } from '../../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Section.tsx';
import { StatusPill, StatusText } from '../../ui/Status.tsx';
import styles from './answers.module.css';
import { QuestionCard } from './QuestionCard.tsx';

export interface AnswerTabProps {
  readonly engine: Engine;
  readonly task: TaskHistory | undefined;
  /** Name of the server, for "… asks". */
  readonly server: string | undefined;
  readonly onShow: (exchange: string) => void;
  /** Leads to the state of the task, with its result. */
  readonly onState: () => void;
}

/** All that a task has asked, the open questions with their forms. Polling goes on meanwhile. */
export function AnswerTab({ engine, task, server, onShow, onState }: AnswerTabProps): ReactNode {
  const [focused, setFocused] = useState<string>();
  if (task === undefined)
    return <Empty title="No task is selected">Choose a lane of the timeline to answer what it asks.</Empty>;
  if (task.questions.length === 0)
    return (
      <Empty title="Nothing has been asked">
        {task.status === undefined ? null : <StatusText status={task.status} />} If the task needs an answer,
        its question will appear here.
      </Empty>
    );
  const ended = whyOver(task);
  const open = task.questions.filter((q) => q.state !== 'answered' && q.state !== 'gone');
  const shown = open.find((q) => q.key === focused)?.key ?? open[0]?.key;
  return (
    <>
      {ended !== undefined && (
        <p className={styles.ended} role="status">
          {ended}
        </p>
      )}
      {task.questions.map((question, i) => (
        <QuestionCard
          key={question.key}
          engine={engine}
          task={task}
          question={question}
          server={server}
          ended={ended !== undefined}
          early={i < EARLY}
          preview={question.key === shown}
          onFocus={() => setFocused(question.key)}
          onShow={onShow}
        />
      ))}
      {(task.status === 'completed' || task.status === 'failed' || task.status === 'cancelled') && (
        <div className={styles.after}>
          <StatusPill status={task.status} />
          <Button onClick={onState}>{AFTER[task.status]}</Button>
        </div>
      )}
    </>
  );
}

/** So many questions have their forms at once, wherever they lie. */
const EARLY = 10;

const AFTER = {
  completed: 'See the result',
  failed: 'See the error',
  cancelled: 'See how it ended',
} as const;

/** Why no answer can reach the task any more, or undefined while one can. */
function whyOver(task: TaskHistory): string | undefined {
  const unanswered = task.questions.some((q) => q.state !== 'answered');
  if (!unanswered) return undefined;
  if (task.gone !== undefined)
    return 'The server does not know this task any more. What you typed is kept here.';
  if (task.status === 'completed' || task.status === 'failed' || task.status === 'cancelled')
    return `The task has ended meanwhile: ${task.status}. An answer would have no effect. What you typed is kept here.`;
  return undefined;
}
