import { memo, type ReactNode } from 'react';
import { JsonEditor } from '../../forms/JsonEditor.tsx';
import { SchemaForm } from '../../forms/light.ts';
import { Guard } from '../../ui/Guard.tsx';
import { visible } from '../../ui/label.ts';
import card from '../../ui/question.module.css';
import { Empty } from '../../ui/Section.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { AskBody } from './AskBody.tsx';
import type { AnswerDraft, AskedQuestion } from './asked.ts';
import { formSchema, messageOf } from './question.ts';
import { isWebAddress } from './responses.ts';
import styles from './rounds.module.css';

export interface AskedCardProps {
  /** The id of the form inside. */
  readonly id: string;
  readonly question: AskedQuestion;
  readonly draft: AnswerDraft;
  readonly disabled: boolean;
  /** The question as it came. */
  readonly raw: string;
  /** Whether the question can be left out of what is sent. On unless false. */
  readonly mayLeave?: boolean;
  readonly onChange: (draft: AnswerDraft, question: AskedQuestion) => void;
  /** The form found its answer fit to send, or it is to be sent all the same. */
  readonly onFit: (question: AskedQuestion) => void;
}

type Action = AnswerDraft['action'];

const MEANINGS: Readonly<Record<Exclude<Action, 'accept'>, string>> = {
  decline: 'Says no to the question; the server decides what that means for the request.',
  cancel: 'Says that you dismissed the question without choosing.',
  leave: 'The retry says nothing of this question. The server may ask it again.',
};

/** The ways to answer a question of a kind. Sampling and roots have no word for a refusal. */
function actionsOf(question: AskedQuestion): readonly { readonly value: Action; readonly label: string }[] {
  const { kind } = question;
  const accept = { value: 'accept', label: kind === 'url' ? 'I have finished' : 'Accept' } as const;
  const leave = { value: 'leave', label: 'Leave out' } as const;
  const refusals = [
    { value: 'decline', label: 'Decline' },
    { value: 'cancel', label: 'Cancel question' },
  ] as const;
  if (kind === 'form') return [accept, ...refusals, leave];
  if (kind === 'url') return [...(isWebAddress(question) ? [accept] : []), ...refusals, leave];
  return [{ value: 'accept', label: 'Answer it' }, leave];
}

/**
 * One question that a request was answered with: a form, an address, or the question as it came with an answer to write as JSON. Drawn
 * again only when its own props change: a keystroke in one of fifty forms is not to draw the others.
 */
export const AskedCard: (props: AskedCardProps) => ReactNode = memo(function AskedCard(
  props: AskedCardProps,
): ReactNode {
  const { id, question, draft, disabled } = props;
  const onChange = (next: AnswerDraft): void => props.onChange(next, question);
  const { key, kind } = question;
  const schema = formSchema(question);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would disable what is inside as a whole
    <div role="group" aria-label={`Question ${visible(key)}`} className={card.card}>
      <p className={card.who}>
        key <code>{visible(key)}</code>
      </p>
      <h3 className={card.asked}>{messageOf(question)}</h3>
      {schema === undefined && <AskBody asking={question} raw={props.raw} />}
      <fieldset disabled={disabled} className={`${styles.plain} ${styles.choice}`}>
        <Segmented
          label={`What to say to ${visible(key)}`}
          value={draft.action}
          options={actionsOf(question).filter(({ value }) => value !== 'leave' || props.mayLeave !== false)}
          onChange={(action) => onChange({ ...draft, action })}
        />
      </fieldset>
      {draft.action !== 'accept' ? (
        <p>{MEANINGS[draft.action]}</p>
      ) : schema !== undefined ? (
        <Guard fallback={<Empty busy title="Loading the form" />}>
          <SchemaForm
            id={id}
            kind="question"
            label={`Answer to ${visible(key)}`}
            schema={schema}
            value={draft.form}
            disabled={disabled}
            onChange={(form) => onChange({ ...draft, form })}
            onSubmit={() => props.onFit(question)}
            submitElsewhere
          />
        </Guard>
      ) : kind === 'url' ? (
        <p>Says that you agree to what the address is for. It does not say that it succeeded there.</p>
      ) : (
        <fieldset disabled={disabled} className={styles.plain}>
          <JsonEditor
            formId={id}
            kind="question"
            draft={draft.form}
            onChange={(form) => onChange({ ...draft, form })}
          />
        </fieldset>
      )}
    </div>
  );
});
