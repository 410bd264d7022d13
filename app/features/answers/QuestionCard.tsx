import { type ReactNode, useMemo, useRef } from 'react';
import type { Question, TaskHistory } from '../../engine/derive/model.ts';
import { type Engine, type JsonObject, prettyJson } from '../../engine/index.ts';
import { JsonEditor } from '../../forms/JsonEditor.tsx';
import { type FormDraft, outgoing, SchemaForm } from '../../forms/light.ts';
import { Button } from '../../ui/Button.tsx';
import { Code } from '../../ui/Code.tsx';
import { cx } from '../../ui/cx.ts';
import { duration } from '../../ui/format.ts';
import { Guard } from '../../ui/Guard.tsx';
import { visible } from '../../ui/label.ts';
import { useNow } from '../../ui/live.ts';
import { ProblemCard } from '../../ui/ProblemCard.tsx';
import card from '../../ui/question.module.css';
import { Empty, Section } from '../../ui/Section.tsx';
import { useSeen } from '../../ui/useSeen.ts';
import { AskBody } from './AskBody.tsx';
import styles from './answers.module.css';
import { formSchema, isAtStart, kindOf, messageOf } from './question.ts';
import { isElicitation, isWebAddress } from './responses.ts';
import { questionText, responseText } from './sent-text.ts';

export interface QuestionCardProps {
  /** The id of the form inside. */
  readonly formId: string;
  readonly engine: Engine;
  readonly task: TaskHistory;
  readonly question: Question;
  readonly server: string | undefined;
  /** An answer is wanted, and can reach the task. */
  readonly canSend: boolean;
  /** One of the first questions: its form is made at once; a later one's when it comes near the view. */
  readonly early: boolean;
  readonly draft: FormDraft;
  readonly onDraft: (draft: FormDraft) => void;
  /** What the person is about to send, by where the focus is, and by where the pointer is. */
  readonly onFocused: (action: 'accept' | 'decline' | 'cancel') => void;
  readonly onPointed: (action: 'decline' | 'cancel' | undefined) => void;
  /** Answers without the form. */
  readonly onAnswer: (response: JsonObject) => void;
  /** Accepts what has no form: the consent, or what was written as JSON. */
  readonly onAccept: () => void;
  /** The form found its answer fit to send, or it is to be sent all the same. */
  readonly onFit: (content: JsonObject) => void;
  readonly onShow: (exchange: string) => void;
}

/** One question of a task: its form, and what became of the answer. */
export function QuestionCard(props: QuestionCardProps): ReactNode {
  const { engine, task, question, early, draft, canSend, onFocused, onPointed } = props;
  const schema = formSchema(question);
  const kind = kindOf(question);
  const box = useRef<HTMLDivElement>(null);
  const seen = useSeen(box, early);
  const isOver = question.state === 'answered' || question.state === 'gone';
  const now = useNow(engine.clock, isOver ? 0 : 1000, () => engine.mono());
  const refusal = (action: 'decline' | 'cancel', label: string): ReactNode => (
    <Button
      disabled={!canSend}
      onClick={() => props.onAnswer({ action })}
      onPointerEnter={() => onPointed(action)}
      onPointerLeave={() => onPointed(undefined)}
      onFocus={() => onFocused(action)}
      onBlur={() => onFocused('accept')}
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
  const again = question.state === 'send-failed';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the exchange says which answer it is
  const answered = useMemo(() => responseText(engine, question), [engine, question.updateExchange]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would disable what is inside as a whole
    <div
      role="group"
      aria-label={`Question ${visible(question.key)}`}
      data-question={question.key}
      onFocusCapture={() => onFocused('accept')}
      onKeyDownCapture={(event) => {
        if (!(event.target instanceof HTMLButtonElement)) onFocused('accept');
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the form inside */}
      <div
        ref={box}
        className={cx(card.card, isOver && card.over)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          box.current?.querySelector('form')?.requestSubmit();
        }}
      >
        <p className={card.who}>
          {visible(props.server ?? 'The server')} asks, for <b>{visible(task.tool ?? 'this task')}</b> · key{' '}
          <code>{visible(question.key)}</code>
          {!isOver && <> · waiting {duration(now - question.firstMono)}</>}
        </p>
        <h2 tabIndex={-1} className={card.asked}>
          {messageOf(question)}
        </h2>
        {isOver ? null : !seen ? (
          <Empty busy title="The form comes when it is in view" />
        ) : schema === undefined ? (
          <>
            <AskBody asking={question} raw={questionText(engine, question)} />
            {kind !== 'url' && (
              <fieldset disabled={!canSend} className={styles.plain}>
                <JsonEditor formId={props.formId} kind="question" draft={draft} onChange={props.onDraft} />
              </fieldset>
            )}
            {canSend && (
              <div className={styles.actions}>
                {(kind !== 'url' || isWebAddress(question)) && (
                  <Button variant="primary" onClick={props.onAccept}>
                    {kind === 'url' ? 'I have finished' : again ? 'Send again' : 'Send answer'}
                  </Button>
                )}
                {isElicitation(question) && refusals}
              </div>
            )}
          </>
        ) : (
          <Guard fallback={<Empty busy title="Loading the form" />}>
            <SchemaForm
              id={props.formId}
              kind="question"
              label={`Answer to ${visible(question.key)}`}
              schema={schema}
              value={draft}
              disabled={!canSend}
              onChange={props.onDraft}
              onSubmit={props.onFit}
              submitLabel={again ? 'Send again' : 'Send answer'}
              actions={refusals}
            />
          </Guard>
        )}
        <p className={styles.state} role="status">
          {STATES[question.state]}
        </p>
        {question.updateExchange !== undefined && (
          <div className={styles.actions}>
            <Button variant="ghost" onClick={() => props.onShow(question.updateExchange ?? '')}>
              Show the update
            </Button>
          </div>
        )}
      </div>
      {question.problem !== undefined && <ProblemCard problem={question.problem} />}
      {question.state === 'gone' && out.ok && !isAtStart(question, draft) && (
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
    </div>
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
