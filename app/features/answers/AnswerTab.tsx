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
import { HeldOfTask } from './HeldOfTask.tsx';
import { Meanings } from './Meanings.tsx';
import { Preview } from './Preview.tsx';
import { QuestionCard } from './QuestionCard.tsx';
import { formSchema, kindOf } from './question.ts';
import { type About, acceptOf, exactly, isOpen, isWebAddress, together } from './responses.ts';
import { Together } from './Together.tsx';
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
      <HeldOfTask engine={props.engine} task={task}>
        <Empty title="Nothing has been asked">
          {task.status === undefined ? null : <StatusText status={task.status} />} If the task needs an
          answer, its question will appear here.
        </Empty>
      </HeldOfTask>
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
  /** Keys that the next sending of several leaves out. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const about = pointed ?? focused;
  const ended = whyOver(task);
  const open = ended === undefined ? task.questions.filter(isOpen) : [];
  /** What can be sent together: consent to an address is given one by one. */
  const sendable = open.filter((question) => kindOf(question) !== 'url');
  const chosen = sendable.filter(({ key }) => !left.has(key));
  const all = together(chosen, drafts);

  const send = (responses: InputResponses): Promise<void> => {
    const made = engine.prepareUpdate(task.endpoint, task.taskId, responses, rpcId.current);
    return sendPrepared(exactly(made, responses, task.questions, drafts), Object.keys(responses));
  };
  const sendPrepared = async (prepared: Prepared, keys: readonly string[]): Promise<void> => {
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
  const isAll = about === 'all' && sendable.length > 1;
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
          onAccept={() => {
            const response = acceptOf(question, outgoing(drafts.of(question)));
            if (response !== undefined) void send({ [question.key]: response });
          }}
          onFit={(content) => {
            if (!allFit.fit(formOf(question))) void send({ [question.key]: { action: 'accept', content } });
          }}
          onShow={onShow}
        />
      ))}
      {sendable.length > 1 && task.questions.length <= EARLY && (
        <Together
          sendable={sendable}
          left={left}
          onLeft={(next) => {
            setFocused('all');
            setLeft(next);
          }}
          onShown={() => setFocused('all')}
          onSend={() =>
            allFit.ask(chosen.filter((question) => formSchema(question) !== undefined).map(formOf))
          }
        />
      )}
      {open.length > 0 && <Meanings />}
      {(task.status === 'completed' || task.status === 'failed' || task.status === 'cancelled') && (
        <div className={styles.after}>
          <StatusPill status={task.status} toolError={task.latest?.toolError === true} />
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
            open.length < 2
              ? undefined
              : isAll
                ? chosen.length === sendable.length
                  ? `all ${chosen.length} answers`
                  : `${chosen.length} of ${sendable.length} answers`
                : `only ${visible(one.key)}`
          }
          exactly={(made, responses) => exactly(made, responses, task.questions, drafts)}
          id={rpcId}
          sends={sends}
          onSend={(edited) => void sendPrepared(edited, shown.ok ? Object.keys(shown.responses) : [])}
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
  if (kindOf(question) === 'url' && !isWebAddress(question)) return undefined;
  return together([question], drafts);
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
