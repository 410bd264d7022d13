import { type ReactNode, type RefObject, Suspense, useId, useMemo, useRef, useState } from 'react';
import type { Question, TaskHistory } from '../../engine/derive/model.ts';
import { type Engine, type JsonObject, type Prepared, prettyJson } from '../../engine/index.ts';
import { type FormDraft, isUntouched, outgoing, SchemaForm, startDraft } from '../../forms/light.ts';
import { Button } from '../../ui/Button.tsx';
import { Code, RequestText } from '../../ui/Code.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { cx } from '../../ui/cx.ts';
import { duration } from '../../ui/format.ts';
import { visible } from '../../ui/label.ts';
import { useNow } from '../../ui/live.ts';
import { ProblemCard } from '../../ui/ProblemCard.tsx';
import { Empty, Section } from '../../ui/Section.tsx';
import { useSeen } from '../../ui/useSeen.ts';
import styles from './answers.module.css';
import { type DraftAt, dropDraft, readDraft, writeDraft } from './draft.ts';
import { addressOf, formSchema, whyNoForm } from './question.ts';
import { questionText, responseText } from './sent-text.ts';

export interface QuestionCardProps {
  readonly engine: Engine;
  readonly task: TaskHistory;
  readonly question: Question;
  readonly server: string | undefined;
  /** The task has ended or is gone: nothing can be sent. */
  readonly ended: boolean;
  /** One of the first questions: its form is made at once; a later one's when it comes near the view. */
  readonly early: boolean;
  /** Shows the request; one question at a time does. */
  readonly preview: boolean;
  readonly onFocus: () => void;
  readonly onShow: (exchange: string) => void;
}

/** One question of a task: its form, the very `tasks/update` that answers it, and what became of the answer. */
export function QuestionCard(props: QuestionCardProps): ReactNode {
  const { engine, task, question, ended, early } = props;
  const schema = formSchema(question);
  const address = addressOf(question);
  const at: DraftAt = { endpoint: task.endpoint, taskId: task.taskId, key: question.key };
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const seen = useSeen(box, early);
  const [draft, setDraft] = useState<FormDraft>(() => readDraft<FormDraft>(at) ?? startDraft(schema ?? {}));
  const canSend = !ended && (question.state === 'open' || question.state === 'send-failed');
  const isOver = question.state === 'answered' || question.state === 'gone';
  const now = useNow(engine.clock, isOver ? 0 : 1000, () => engine.mono());

  const previewId = useRef<Prepared['id']>(undefined);
  const [about, setAbout] = useState<'accept' | 'decline' | 'cancel'>('accept');
  const send = async (response: JsonObject): Promise<void> => {
    const prepared = engine.prepareUpdate(
      task.endpoint,
      task.taskId,
      { [question.key]: response },
      previewId.current,
    );
    previewId.current = undefined; // an id is used once: sending again makes a new request
    const answer = await engine.update(prepared);
    if (answer.ok) dropDraft(at);
  };
  const refusal = (action: 'decline' | 'cancel', label: string): ReactNode => (
    <Button
      disabled={!canSend}
      onClick={() => void send({ action })}
      onPointerEnter={() => setAbout(action)}
      onPointerLeave={() => setAbout('accept')}
      onFocus={() => setAbout(action)}
      onBlur={() => setAbout('accept')}
    >
      {label}
    </Button>
  );
  const refusals = (
    <>
      {refusal('decline', 'Decline')}
      {refusal('cancel', 'Cancel question')}
    </>
  );
  const out = outgoing(draft);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the exchange says which answer it is
  const answered = useMemo(() => responseText(engine, question), [engine, question.updateExchange]);
  const content = out.ok ? { action: 'accept', content: out.value } : undefined;
  const accept = schema !== undefined ? content : address && { action: 'accept' };
  const response = about === 'accept' ? accept : { action: about };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would disable what is inside as a whole
    <div role="group" aria-label={`Question ${visible(question.key)}`} onFocus={props.onFocus}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the form inside */}
      <div
        ref={box}
        className={cx(styles.card, isOver && styles.over)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          box.current?.querySelector('form')?.requestSubmit();
        }}
      >
        <p className={styles.who}>
          {visible(props.server ?? 'The server')} asks, for <b>{visible(task.tool ?? 'this task')}</b> · key{' '}
          <code>{visible(question.key)}</code>
          {!isOver && <> · waiting {duration(now - question.firstMono)}</>}
        </p>
        <h2>{messageOf(question)}</h2>
        {isOver ? null : !seen ? (
          <Empty busy title="The form comes when it is in view" />
        ) : schema === undefined ? (
          <>
            <p>{whyNoForm(question)}</p>
            {address !== undefined && (
              <p className={styles.address}>
                It leads to <b>{address.host}</b> <CopyButton label="Copy the address" text={address.href} />
              </p>
            )}
            <div className={styles.raw}>
              <Code label="The question as it came" text={prettyJson(questionText(engine, question))} />
            </div>
            {canSend && (
              <div className={styles.actions}>
                {address !== undefined && (
                  <Button variant="primary" onClick={() => void send({ action: 'accept' })}>
                    Accept: I open it myself
                  </Button>
                )}
                {refusals}
              </div>
            )}
          </>
        ) : (
          <Suspense fallback={<Empty busy title="Loading the form" />}>
            <SchemaForm
              id={id}
              kind="question"
              label={`Answer to ${visible(question.key)}`}
              schema={schema}
              value={draft}
              disabled={!canSend}
              onChange={(next) => {
                setDraft(next);
                writeDraft(at, next);
              }}
              onSubmit={(content) => void send({ action: 'accept', content })}
              submitLabel={question.state === 'send-failed' ? 'Send again' : 'Send answer'}
              actions={refusals}
            />
          </Suspense>
        )}
        <p className={styles.state} role="status">
          {STATES[question.state]}
        </p>
        {canSend && schema !== undefined && <Meanings />}
        {question.updateExchange !== undefined && (
          <div className={styles.actions}>
            <Button variant="ghost" onClick={() => props.onShow(question.updateExchange ?? '')}>
              Show the update
            </Button>
          </div>
        )}
      </div>
      {question.problem !== undefined && <ProblemCard problem={question.problem} />}
      {question.state === 'gone' && out.ok && !isUntouched(draft, schema ?? {}) && (
        <>
          <Section title="What you typed, not sent">{null}</Section>
          <Code label="What you typed" text={JSON.stringify(out.value, null, 2)} />
        </>
      )}
      {answered !== undefined && (
        <>
          <Section title="Your answer">{null}</Section>
          <Code label="Your answer as sent" text={prettyJson(answered)} />
        </>
      )}
      {props.preview && canSend && (schema !== undefined || response !== undefined) && (
        <Preview
          engine={engine}
          task={task}
          question={question}
          response={response}
          reason={out.ok ? '' : out.reason}
          id={previewId}
        />
      )}
    </div>
  );
}

function Meanings(): ReactNode {
  return (
    <dl className={styles.meanings}>
      <dt>Send answer</dt>
      <dd>accepts, with what the form says.</dd>
      <dt>Decline</dt>
      <dd>says no to the question; the server decides what that means for the task.</dd>
      <dt>Cancel question</dt>
      <dd>says that you dismissed it without choosing. It does not cancel the task.</dd>
    </dl>
  );
}

const STATES: Readonly<Record<Question['state'], string>> = {
  open: '',
  sending: 'Sending the answer…',
  acknowledged: 'The server has acknowledged the answer and has not taken it up yet. Polling goes on.',
  'send-failed': 'The answer did not get through. It is kept here and can be sent again.',
  answered: 'Answered: the server does not ask it any more.',
  gone: 'The server does not ask it any more, and no answer of yours was taken up.',
};

function messageOf(question: Question): string {
  const { message } = question.params;
  return typeof message === 'string' && message !== '' ? message : question.method;
}

interface PreviewProps {
  readonly engine: Engine;
  readonly task: TaskHistory;
  readonly question: Question;
  readonly response: JsonObject | undefined;
  readonly reason: string;
  /** The JSON-RPC id, kept while the text changes, so that what is shown is what is sent. */
  readonly id: RefObject<Prepared['id'] | undefined>;
}

/** The request as it would go out now: the same builder makes what is sent. */
function Preview({ engine, task, question, response, reason, id }: PreviewProps): ReactNode {
  const text = response === undefined ? undefined : JSON.stringify(response);
  const prepared = useMemo(() => {
    if (text === undefined) return undefined;
    const responses = { [question.key]: JSON.parse(text) as JsonObject };
    const made = engine.prepareUpdate(task.endpoint, task.taskId, responses, id.current);
    id.current = made.id;
    return made;
  }, [engine, task.endpoint, task.taskId, question.key, text, id]);
  if (prepared === undefined) return <Empty title="Nothing can be sent yet">{reason}</Empty>;
  const url = new URL(task.endpoint);
  return (
    <>
      <Section title="Will be sent">{null}</Section>
      <RequestText
        label="The tasks/update that will be sent"
        start={`POST ${url.pathname}${url.search}`}
        headers={engine.outgoing(prepared).map(([name, value]) => ({
          name,
          value,
          note: name === 'Mcp-Name' ? { text: '= params.taskId ✓', ok: true } : undefined,
        }))}
        body={prettyJson(prepared.text)}
      />
    </>
  );
}
