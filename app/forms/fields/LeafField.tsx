import type { FieldProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import type { JsonValue } from '../../../server/protocol/json.ts';
import { planOf } from '../templates/label.ts';
import { BooleanControl } from './BooleanControl.tsx';
import { ChoiceControl, ChoicesControl } from './ChoiceControls.tsx';
import type { ControlProps } from './control.ts';
import { DateControl, DateTimeControl } from './DateControls.tsx';
import { JsonControl } from './JsonControl.tsx';
import { NumberControl } from './NumberControl.tsx';
import { TextControl } from './TextControl.tsx';

/** Every leaf of the form: the control that its plan names. To rjsf they all are strings, see renderSchema(). */
export function LeafField(props: FieldProps): ReactNode {
  const plan = planOf(props.schema);
  if (plan?.shape !== 'leaf') return null;
  const { leaf } = plan;
  const control: ControlProps = {
    value: props.formData as JsonValue | undefined,
    onChange: (value) => props.onChange(value, props.fieldPathId.path),
  };
  switch (leaf.kind) {
    case 'boolean':
      return <BooleanControl {...control} />;
    case 'number':
      return <NumberControl {...control} integer={leaf.integer} />;
    case 'choice':
      return <ChoiceControl {...control} choices={leaf.choices} />;
    case 'choices':
      return <ChoicesControl {...control} choices={leaf.choices} />;
    case 'json':
      return <JsonControl {...control} />;
    case 'text':
      if (leaf.format === 'date') return <DateControl {...control} />;
      if (leaf.format === 'date-time') return <DateTimeControl {...control} />;
      return <TextControl {...control} format={leaf.format} long={leaf.long} />;
  }
}
