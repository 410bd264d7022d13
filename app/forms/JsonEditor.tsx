import type { ReactNode } from 'react';
import { type FormDraft, outgoing, textOf, withText } from './draft.ts';
import styles from './forms.module.css';
import { fieldId } from './path.ts';
import type { SchemaKind } from './prepare.ts';

export interface JsonEditorProps {
  readonly formId: string;
  readonly kind: SchemaKind;
  readonly draft: FormDraft;
  readonly onChange: (draft: FormDraft) => void;
}

/** The id of the editor's textarea. */
export function editorId(formId: string): string {
  return fieldId(formId, ['json']);
}

/** The whole answer, or all arguments, as JSON. A plain textarea: nothing in it can lose a keystroke, and Tab leaves it. */
export function JsonEditor({ formId, kind, draft, onChange }: JsonEditorProps): ReactNode {
  const id = editorId(formId);
  const text = textOf(draft);
  const read = outgoing(draft);
  const error = read.ok ? undefined : read.reason;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {kind === 'question' ? 'Answer as JSON' : 'Arguments as JSON'}
      </label>
      <textarea
        id={id}
        className={styles.code}
        rows={Math.min(24, Math.max(6, text.split('\n').length + 1))}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}/error` : undefined}
        value={text}
        onChange={(event) => onChange(withText(draft, event.target.value))}
      />
      {error && (
        <p id={`${id}/error`} className={styles.errors}>
          {error.charAt(0).toUpperCase() + error.slice(1)}
        </p>
      )}
    </div>
  );
}
