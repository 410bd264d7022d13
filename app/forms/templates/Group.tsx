import type { ObjectFieldTemplateProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { isObject } from '../../../server/protocol/json.ts';
import styles from '../forms.module.css';
import { useFormInfo } from '../info.ts';
import { fieldId } from '../path.ts';
import { Errors } from './Errors.tsx';
import { Need } from './FieldFrame.tsx';
import { labelOf, planOf } from './label.ts';

/** A group of fields. Values that the form has no field for are named, so that nothing is sent unseen. */
export function Group(props: ObjectFieldTemplateProps): ReactNode {
  const { formId } = useFormInfo();
  const plan = planOf(props.schema);
  const { path } = props.fieldPathId;
  const id = fieldId(formId, path);
  const known = new Set(props.properties.map(({ name }) => name));
  const others = isObject(props.formData)
    ? Object.keys(props.formData).filter((name) => !known.has(name))
    : [];
  const body = (
    <>
      {props.properties.map(({ name, content }) => (
        <div key={name}>{content}</div>
      ))}
      {others.length > 0 && (
        <p className={styles.source}>
          Also sent, as written in JSON: <code>{others.join(', ')}</code>
        </p>
      )}
    </>
  );
  if (path.length === 0) return <div className={styles.fields}>{body}</div>;
  const errors = props.errorSchema?.__errors ?? [];
  return (
    <fieldset
      id={id}
      className={styles.group}
      aria-describedby={errors.length > 0 ? `${id}/errors` : undefined}
    >
      <legend>
        <span className={styles.label}>{labelOf(path, plan?.title)}</span>{' '}
        <Need path={path} required={props.required === true} />
      </legend>
      {plan?.description !== undefined && <p className={styles.description}>{plan.description}</p>}
      <Errors id={`${id}/errors`} messages={errors} />
      <div className={styles.fields}>{body}</div>
    </fieldset>
  );
}
