import type { FieldTemplateProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { type JsonValue, sameJson } from '../../../server/protocol/json.ts';
import styles from '../forms.module.css';
import { FrameContext, useFormInfo } from '../info.ts';
import { fieldId, type Path, valueAt } from '../path.ts';
import { Errors } from './Errors.tsx';
import { labelOf, planOf } from './label.ts';

/** Whether a field has to be filled, in words. Rows have no such mark: they exist because someone added them. */
export function Need({ path, required }: { readonly path: Path; readonly required: boolean }): ReactNode {
  if (typeof path.at(-1) === 'number') return null;
  return (
    <span className={required ? styles.required : styles.optional}>{required ? 'required' : 'optional'}</span>
  );
}

/** The frame of every field: label, what it is for, where its value comes from, and what is wrong with it. */
export function FieldFrame(props: FieldTemplateProps): ReactNode {
  const { fieldPathId, formData, rawErrors = [], children } = props;
  const { formId, initial } = useFormInfo();
  const plan = planOf(props.schema);
  const { path } = fieldPathId;
  if (plan?.shape !== 'leaf') return children;

  const id = fieldId(formId, path);
  const label = labelOf(path, plan.title);
  const source = origin(valueAt(initial, path), formData as JsonValue | undefined);
  const notes = [
    { id: `${id}/description`, text: plan.description, className: styles.description },
    { id: `${id}/hint`, text: plan.hint, className: styles.hint },
    { id: `${id}/source`, text: source, className: styles.source },
  ].filter((note) => note.text !== undefined && note.text !== '');
  const described = [...notes.map((note) => note.id), ...(rawErrors.length > 0 ? [`${id}/errors`] : [])];
  const isGroup = plan.leaf.kind === 'boolean' || plan.leaf.kind === 'choices';
  const labelProps = { id: `${id}/label`, className: styles.label };
  return (
    <div className={styles.field} data-field={JSON.stringify(path)}>
      <div className={styles.labelRow}>
        {isGroup ? (
          <span {...labelProps}>{label}</span>
        ) : (
          <label {...labelProps} htmlFor={id}>
            {label}
          </label>
        )}
        {typeof path.at(-1) === 'string' && label !== path.at(-1) && <code>{path.at(-1)}</code>}
        <Need path={path} required={props.required === true} />
      </div>
      {notes.map(
        (note) =>
          note.className !== styles.source && (
            <p key={note.id} id={note.id} className={note.className}>
              {note.text}
            </p>
          ),
      )}
      <FrameContext
        value={{
          id,
          labelId: `${id}/label`,
          describedBy: described.length > 0 ? described.join(' ') : undefined,
          invalid: rawErrors.length > 0,
          required: props.required === true && typeof path.at(-1) === 'string',
        }}
      >
        {children}
      </FrameContext>
      {source !== undefined && (
        <p id={`${id}/source`} className={styles.source}>
          {source}
        </p>
      )}
      <Errors id={`${id}/errors`} messages={rawErrors} />
    </div>
  );
}

/** Where a value comes from, when that is not plain to see. */
function origin(declared: JsonValue | undefined, value: JsonValue | undefined): string | undefined {
  if (declared === undefined) return value === '' ? 'an empty text will be sent' : undefined;
  if (sameJson(declared, value)) return 'default from the server';
  const text = typeof declared === 'string' ? declared : JSON.stringify(declared);
  return `the server's default was ${text === '' ? 'an empty text' : text}`;
}
