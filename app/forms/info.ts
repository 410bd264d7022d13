import { createContext, useContext } from 'react';
import type { JsonObject } from '../../server/protocol/json.ts';

/** What every field of one form knows. A context of ours: rjsf compares its own by value on every keystroke. */
export interface FormInfo {
  readonly formId: string;
  /** The declared defaults. */
  readonly initial: JsonObject;
}

export const FormInfoContext = createContext<FormInfo>({ formId: 'form', initial: {} });

/** The form that a field stands in. */
export function useFormInfo(): FormInfo {
  return useContext(FormInfoContext);
}

/** What a field's frame (label, notes, errors) tells the control inside. Ids are of elements that exist. */
export interface Frame {
  readonly id: string;
  readonly labelId: string;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
  readonly required: boolean;
}

export const FrameContext = createContext<Frame>({
  id: '',
  labelId: '',
  describedBy: undefined,
  invalid: false,
  required: false,
});

/** The frame around a control. */
export function useFrame(): Frame {
  return useContext(FrameContext);
}

/** The attributes that every single control takes from its frame. */
export function controlProps(frame: Frame): {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
} {
  return {
    id: frame.id,
    'aria-describedby': frame.describedBy,
    'aria-invalid': frame.invalid || undefined,
    'aria-required': frame.required || undefined,
  };
}
