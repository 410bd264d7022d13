import type { ReactNode } from 'react';
import { prettyJson } from '../../engine/index.ts';
import { JsonEditor } from '../../forms/JsonEditor.tsx';
import { SchemaForm } from '../../forms/light.ts';
import { Code } from '../../ui/Code.tsx';
import { Guard } from '../../ui/Guard.tsx';
import { visible } from '../../ui/label.ts';
import card from '../../ui/question.module.css';
import { Empty } from '../../ui/Section.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import type { AnswerDraft, AskedQuestion } from './asked.ts';
import styles from './rounds.module.css';

export interface AskedCardProps {
  /** The id of the form inside. */
  readonly id: string;
  readonly question: AskedQuestion;
  readonly draft: AnswerDraft;
  readonly disabled: boolean;
  /** The question as it came. */
  readonly raw: string;
  readonly onChange: (draft: AnswerDraft) => void;
  /** The form found its answer fit to send, or it is to be sent all the same. */
  readonly onFit: () => void;
}

const ACTIONS = [
  { value: 'accept', label: 'Accept' },
  { value: 'decline', label: 'Decline' },
  { value: 'cancel', label: 'Cancel question' },
] as const;

/** One question that a call was answered with: a form, or the question as it came with an answer to write as JSON. */
export function AskedCard(props: AskedCardProps): ReactNode {
  const { id, question, draft, disabled, onChange } = props;
  const { key, message, schema, why } = question;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would disable what is inside as a whole
    <div role="group" aria-label={`Question ${visible(key)}`} className={card.card}>
      <p className={card.who}>
        key <code>{visible(key)}</code>
      </p>
      <h3 className={card.asked}>{message}</h3>
      {schema === undefined ? (
        <>
          <p>{why}</p>
          <div className={styles.raw}>
            <Code label="The question as it came" text={prettyJson(props.raw)} />
          </div>
          <fieldset disabled={disabled} className={styles.plain}>
            <JsonEditor
              formId={id}
              kind="question"
              draft={draft.form}
              onChange={(form) => onChange({ ...draft, form })}
            />
          </fieldset>
        </>
      ) : (
        <>
          <fieldset disabled={disabled} className={`${styles.plain} ${styles.choice}`}>
            <Segmented
              label={`What to say to ${visible(key)}`}
              value={draft.action}
              options={ACTIONS}
              onChange={(action) => onChange({ ...draft, action })}
            />
          </fieldset>
          {draft.action === 'accept' ? (
            <Guard fallback={<Empty busy title="Loading the form" />}>
              <SchemaForm
                id={id}
                kind="question"
                label={`Answer to ${visible(key)}`}
                schema={schema}
                value={draft.form}
                disabled={disabled}
                onChange={(form) => onChange({ ...draft, form })}
                onSubmit={props.onFit}
                submitElsewhere
              />
            </Guard>
          ) : (
            <p>
              {draft.action === 'decline'
                ? 'Says no to the question; the server decides what that means for the call.'
                : 'Says that you dismissed the question without choosing.'}
            </p>
          )}
        </>
      )}
    </div>
  );
}
