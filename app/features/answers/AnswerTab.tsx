import { type ReactNode, useId, useRef, useState } from 'react';
import type { Question, TaskHistory } from '../../engine/derive/model.ts';
import type { Engine, InputResponses, Prepared } from '../../engine/index.ts';
import { outgoing } from '../../forms/light.ts';
import { useAllFit } from '../../forms/useAllFit.ts';
import { Button } from '../../ui/Button.tsx';
import { visible } from '../../ui/label.ts';
import { Empty } from '../../ui/Section.tsx';
import { StatusPill, StatusText } from '../../ui/Status.tsx';
import styles from './answers.module.css';
import { Meanings } from './Meanings.tsx';
import { Preview } from './Preview.tsx';
import { QuestionCard } from './QuestionCard.tsx';
import { formSchema } from './question.ts';
import { type About, acceptOf, exactly, isOpen, together } from './responses.ts';
import { useDrafts } from './useDrafts.ts';

export interface AnswerTabProps {
  readonly engine: Engine;
  readonly task: TaskHistory | undefined;
  /** Name of the server, for "… asks". */
  readonly server: string | undefined;
  readonly onShow: (exchange: string) => void;
  /** Leads to the state of the task, with its result. */
  readonly onState: () => void;
}

/** All that a task has asked. Polling goes on meanwhile. */
export function AnswerTab(props: AnswerTabProps): ReactNode {
  const { task } = props;
  if (task === undefined)
    return <Empty title="No task is selected">Choose a lane of the timeline to answer what it asks.</Empty>;
  if (task.questions.length === 0)
    return (
      <Empty title="Nothing has been asked">
        {task.status === undefined ? null : <StatusText status={task.status} />} If the task needs an answer,
        its question will appear here.
      </Empty>
    );
  return <Questions {...props} task={task} />;
}

/** The questions of a task, the open ones with their forms, and the very `tasks/update` that answers them. */
function Questions(props: AnswerTabProps & { readonly task: TaskHistory }): ReactNode {
  const { engine, task, server, onShow } = props;
  const box = useRef<HTMLDivElement>(null);
  const drafts = useDrafts(task);
  const rpcId = useRef<Prepared['id']>(undefined);
  const [sends, setSends] = useState(0);
  const [focused, setFocused] = useState<About>();
  const [pointed, setPointed] = useState<About>();
  const about = pointed ?? focused;
  const ended = whyOver(task);
  const open = ended === undefined ? task.questions.filter(isOpen) : [];
  const forms = open.filter((question) => formSchema(question) !== undefined);
  const all = together(forms, drafts);

  const send = async (responses: InputResponses): Promise<void> => {
    const keys = Object.keys(responses);
    const made = engine.prepareUpdate(task.endpoint, task.taskId, responses, rpcId.current);
    const prepared = exactly(made, responses, task.questions, drafts);
    rpcId.current = undefined; // an id is used once: sending again makes a new request
    setSends((n) => n + 1);
    // The form is disabled while its answer is out, which would take the focus from it.
    if (box.current?.contains(document.activeElement)) focusQuestion(box.current, keys[0] ?? '');
    const answer = await engine.update(prepared);
    if (answer.ok) for (const key of keys) drafts.drop(key);
  };
  const allFit = useAllFit(() => {
    if (all.ok) void send(all.responses);
  });
  const id = useId();
  /** Keys are the server's, and could say anything. */
  const formOf = (question: Question): string => `${id}${task.questions.indexOf(question)}`;

  const one = open.find((q) => about !== undefined && about !== 'all' && q.key === about.key) ?? open[0];
  const action = about !== undefined && about !== 'all' && about.key === one?.key ? about.action : 'accept';
  const isAll = about === 'all' && forms.length > 1;
  const shown = isAll ? all : single(one, action, drafts);
  return (
    <div ref={box}>
      {ended !== undefined && (
        <p className={styles.ended} role="status">
          {ended}
        </p>
      )}
      {task.questions.map((question, i) => (
        <QuestionCard
          key={question.key}
          formId={formOf(question)}
          engine={engine}
          task={task}
          question={question}
          server={server}
          canSend={open.includes(question)}
          early={i < EARLY}
          draft={drafts.of(question)}
          onDraft={(draft) => {
            allFit.changed(formOf(question));
            drafts.set(question, draft);
          }}
          onFocused={(wanted) => setFocused({ key: question.key, action: wanted })}
          onPointed={(wanted) => setPointed(wanted && { key: question.key, action: wanted })}
          onAnswer={(response) => void send({ [question.key]: response })}
          onFit={(content) => {
            if (!allFit.fit(formOf(question))) void send({ [question.key]: { action: 'accept', content } });
          }}
          onShow={onShow}
        />
      ))}
      {forms.length > 1 && task.questions.length <= EARLY && (
        <div className={styles.together}>
          <Button
            variant="primary"
            // It stays on show while the pointer goes on to the preview; typing or going into a question shows that one again.
            onPointerEnter={() => setFocused('all')}
            onFocus={() => setFocused('all')}
            onClick={() => allFit.ask(forms.map(formOf))}
          >
            Send all {forms.length} answers
          </Button>
          <span>in one tasks/update. Each can go alone, too: the task then asks on for the rest.</span>
        </div>
      )}
      {forms.length > 0 && <Meanings />}
      {(task.status === 'completed' || task.status === 'failed' || task.status === 'cancelled') && (
        <div className={styles.after}>
          <StatusPill status={task.status} />
          <Button onClick={props.onState}>{AFTER[task.status]}</Button>
        </div>
      )}
      {one !== undefined && shown !== undefined && (
        <Preview
          engine={engine}
          task={task}
          responses={shown.ok ? shown.responses : undefined}
          reason={shown.ok ? '' : shown.reason}
          about={
            open.length < 2 ? undefined : isAll ? `all ${forms.length} answers` : `only ${visible(one.key)}`
          }
          exactly={(made, responses) => exactly(made, responses, task.questions, drafts)}
          id={rpcId}
          sends={sends}
        />
      )}
    </div>
  );
}

/** So many questions have their forms at once, wherever they lie; only so many are sent as one. */
const EARLY = 10;

const AFTER = {
  completed: 'See the result',
  failed: 'See the error',
  cancelled: 'See how it ended',
} as const;

/** What one question would be answered with; undefined where it takes no answer from here. */
function single(
  question: Question | undefined,
  action: 'accept' | 'decline' | 'cancel',
  drafts: ReturnType<typeof useDrafts>,
): ReturnType<typeof together> | undefined {
  if (question === undefined) return undefined;
  if (action !== 'accept') return { ok: true, responses: { [question.key]: { action } } };
  if (formSchema(question) !== undefined) return together([question], drafts);
  const response = acceptOf(question, outgoing(drafts.of(question)));
  return response === undefined ? undefined : { ok: true, responses: { [question.key]: response } };
}

function focusQuestion(box: HTMLElement, key: string): void {
  const cards = box.querySelectorAll<HTMLElement>('[data-question]');
  const card = [...cards].find(({ dataset }) => dataset.question === key);
  card?.querySelector('h2')?.focus({ preventScroll: true });
}

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
