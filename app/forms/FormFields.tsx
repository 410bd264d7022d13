import Form from '@rjsf/core';
import type { RJSFSchema } from '@rjsf/utils';
import { type ReactNode, useMemo } from 'react';
import { type JsonObject, sameJson } from '../../server/protocol/json.ts';
import { collect } from './collect.ts';
import { LeafField } from './fields/LeafField.tsx';
import styles from './forms.module.css';
import { FormInfoContext } from './info.ts';
import type { PlacedProblem } from './place.ts';
import type { RootPlan } from './plan.ts';
import { errorTree, rjsfValidator } from './rjsf-validator.ts';
import { FieldFrame } from './templates/FieldFrame.tsx';
import { Group } from './templates/Group.tsx';
import { List, Row } from './templates/List.tsx';

export interface FormFieldsProps {
  readonly formId: string;
  readonly plan: RootPlan;
  readonly render: JsonObject;
  readonly initial: JsonObject;
  readonly data: JsonObject;
  readonly problems: readonly PlacedProblem[];
  readonly onChange: (data: JsonObject) => void;
}

const TEMPLATES = {
  FieldTemplate: FieldFrame,
  ObjectFieldTemplate: Group,
  ArrayFieldTemplate: List,
  ArrayFieldItemTemplate: Row,
};
const FIELDS = { StringField: LeafField };
/** rjsf fills in nothing: what an untouched form holds is decided in defaults.ts. */
const STATE = {
  constAsDefaults: 'never',
  emptyObjectFields: 'skipDefaults',
  requiredBooleanDefault: 'skip',
  arrayMinItems: { populate: 'never' },
} as const;

/** The fields of a planned form, drawn by rjsf with templates and one field of ours. */
export function FormFields(props: FormFieldsProps): ReactNode {
  const { formId, plan, initial, data } = props;
  const info = useMemo(() => ({ formId, initial }), [formId, initial]);
  const errors = useMemo(
    () => errorTree(props.problems.map((problem) => ({ ...problem, path: problem.field }))),
    [props.problems],
  );
  return (
    <FormInfoContext value={info}>
      <Form
        tagName="div"
        className={styles.rjsf ?? 'fields'}
        idPrefix={formId}
        idSeparator="/"
        schema={props.render as RJSFSchema}
        formData={data}
        validator={rjsfValidator}
        noValidate
        showErrorList={false}
        extraErrors={errors}
        templates={TEMPLATES}
        fields={FIELDS}
        experimental_defaultFormStateBehavior={STATE}
        onChange={(event) => {
          const next = collect(plan, event.formData, data);
          if (!sameJson(next, data)) props.onChange(next);
        }}
      >
        {/* An empty child keeps rjsf from drawing a submit button of its own. */}
        <span hidden />
      </Form>
    </FormInfoContext>
  );
}
