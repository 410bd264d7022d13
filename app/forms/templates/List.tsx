import type { ArrayFieldItemTemplateProps, ArrayFieldTemplateProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import styles from '../forms.module.css';
import { useFormInfo } from '../info.ts';
import { fieldId } from '../path.ts';
import { Errors } from './Errors.tsx';
import { Need } from './FieldFrame.tsx';
import { labelOf, planOf } from './label.ts';

/** A list: its rows and a button that adds one. */
export function List(props: ArrayFieldTemplateProps): ReactNode {
  const { formId } = useFormInfo();
  const plan = planOf(props.schema);
  const { path } = props.fieldPathId;
  const id = fieldId(formId, path);
  const label = labelOf(path, plan?.title);
  const errors = props.rawErrors ?? [];
  return (
    <fieldset
      id={id}
      className={styles.group}
      aria-describedby={errors.length > 0 ? `${id}/errors` : undefined}
    >
      <legend>
        <span className={styles.label}>{label}</span> <Need path={path} required={props.required === true} />
      </legend>
      {plan?.description !== undefined && <p className={styles.description}>{plan.description}</p>}
      {plan?.hint !== undefined && <p className={styles.hint}>{plan.hint}</p>}
      {props.items.length > 0 && <div className={styles.fields}>{props.items}</div>}
      {Array.isArray(props.formData) && props.items.length === 0 && (
        <p className={styles.source}>an empty list will be sent</p>
      )}
      <Button onClick={props.onAddClick}>
        Add <span className="sr-only">to {label}</span>
      </Button>
      <Errors id={`${id}/errors`} messages={errors} />
    </fieldset>
  );
}

/** One row with the buttons that move and remove it. */
export function Row(props: ArrayFieldItemTemplateProps): ReactNode {
  const { buttonsProps: buttons, index } = props;
  const name = `item ${index + 1}`;
  return (
    <div className={styles.row}>
      <div className={styles.rowBody}>{props.children}</div>
      <div className={styles.rowButtons}>
        {buttons.hasMoveUp && (
          <Button size="icon" aria-label={`Move ${name} up`} onClick={buttons.onMoveUpItem}>
            ↑
          </Button>
        )}
        {buttons.hasMoveDown && (
          <Button size="icon" aria-label={`Move ${name} down`} onClick={buttons.onMoveDownItem}>
            ↓
          </Button>
        )}
        <Button size="icon" aria-label={`Remove ${name}`} onClick={buttons.onRemoveItem}>
          ×
        </Button>
      </div>
    </div>
  );
}
