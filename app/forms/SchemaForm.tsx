import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { type JsonObject, sameJson } from '../../server/protocol/json.ts';
import { Button } from '../ui/Button.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { type FullCheck, fullCheck } from './checker.ts';
import { type FormDraft, outgoing, withData } from './draft.ts';
import { ErrorSummary, focusField } from './ErrorSummary.tsx';
import { FormFields } from './FormFields.tsx';
import styles from './forms.module.css';
import { JsonEditor } from './JsonEditor.tsx';
import { type PlacedProblem, placed } from './place.ts';
import { type PreparedSchema, prepare, type SchemaKind } from './prepare.ts';
import { distinct, type FieldProblem } from './problem.ts';
import { Remarks } from './Remarks.tsx';
import { useChecks } from './useChecks.ts';
import { useVisible } from './useVisible.ts';

/** What a form says about the answer it hands over. */
export interface SubmitReport {
  readonly valid: boolean;
  readonly problems: readonly FieldProblem[];
}

export interface SchemaFormProps {
  /** Prefix of every id inside; unique on the page. */
  readonly id: string;
  /** As the server sent it. An equal schema in a new object (a poll) changes nothing. */
  readonly schema: JsonObject;
  /** `question`: remarks say where the schema leaves the elicitation subset. */
  readonly kind?: SchemaKind;
  /** The accessible name of the form. */
  readonly label: string;
  /** The draft; begin with `startDraft(schema)`. */
  readonly value: FormDraft;
  readonly onChange: (draft: FormDraft) => void;
  /** Called with exactly what is to be sent: valid, or not where the person chose to send it anyway. No handler, no button. */
  readonly onSubmit?: (value: JsonObject, report: SubmitReport) => void;
  readonly submitLabel?: string;
  /** The button stands elsewhere and calls `requestSubmit` of the form, so there is none in here. */
  readonly submitElsewhere?: boolean;
  /** Offers to send an answer that does not fit, after a first try. On unless false. */
  readonly sendAnyway?: boolean;
  /** Problems from elsewhere (the server's answer), shown at their fields until the parent takes them away. */
  readonly errors?: readonly FieldProblem[];
  readonly disabled?: boolean;
  /** More buttons, after the submit button. */
  readonly actions?: ReactNode;
  /** Told whenever what is wrong with the draft changes. */
  readonly onProblems?: (problems: readonly FieldProblem[]) => void;
  /** The check in the worker; tests bring their own. */
  readonly check?: FullCheck;
}

const NONE: readonly FieldProblem[] = [];

/** A form for a JSON Schema, with the same answer as JSON one switch away. */
export function SchemaForm(props: SchemaFormProps): ReactNode {
  const { id, value: draft, onChange, onSubmit, errors = NONE, onProblems } = props;
  const prepared = usePrepared(props.schema, props.kind ?? 'arguments');
  const { problems: own, checkFully } = useChecks(prepared, draft, props.check ?? fullCheck);
  const [attempted, setAttempted] = useState(false);
  const [isChecking, setChecking] = useState(false);
  const [notice, setNotice] = useState('');
  const latest = useRef(draft);
  latest.current = draft;

  const foreign = useMemo(() => placed(prepared.plan, errors, draft.data), [prepared, errors, draft.data]);
  const visible = useVisible(own, attempted);
  const isJson = draft.mode === 'json' || !prepared.plan;
  const out = outgoing(draft);
  const all = [...own, ...foreign];

  useEffect(() => onProblems?.(own), [own, onProblems]);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    event.stopPropagation();
    if (isChecking || props.disabled) return;
    setAttempted(true);
    const focus = (problem: PlacedProblem): void => focusField(id, isJson ? [] : problem.field);
    const [already] = own;
    if (already) {
      focus(already); // at once; what the worker has to add appears when it is done
      void checkFully();
      return;
    }
    setChecking(true);
    const found = await checkFully();
    setChecking(false);
    if (latest.current !== draft) {
      setNotice('The answer changed while it was being checked. Send it again.');
      return;
    }
    setNotice('');
    const [first] = found;
    if (first) focus(first);
    else if (out.ok) onSubmit?.(out.value, { valid: true, problems: [] });
  }

  return (
    <form
      id={id}
      aria-label={props.label}
      noValidate
      className={styles.form}
      onSubmit={(event) => void submit(event)}
      onBlur={(event) => {
        if (visible.leave(event.target)) void checkFully();
      }}
    >
      <fieldset disabled={props.disabled} className={styles.plain}>
        {prepared.refused !== undefined && (
          <p className={styles.notice}>
            There is no form for this schema: {prepared.refused}. Write the answer as JSON.
          </p>
        )}
        <Remarks remarks={prepared.remarks} />
        {attempted && all.length > 0 && <ErrorSummary formId={id} problems={all} />}
        {isJson || !prepared.plan || !prepared.render ? (
          <JsonEditor formId={id} kind={props.kind ?? 'arguments'} draft={draft} onChange={onChange} />
        ) : prepared.plan.fields.length === 0 ? (
          <p className={styles.hint}>Nothing to fill in.</p>
        ) : (
          <FormFields
            formId={id}
            plan={prepared.plan}
            render={prepared.render}
            initial={prepared.initial}
            data={draft.data}
            problems={[...visible.problems, ...foreign]}
            onChange={(data) => onChange(withData(draft, data))}
          />
        )}
        <div className={styles.actions}>
          {onSubmit && !props.submitElsewhere && (
            <Button type="submit" variant="primary" aria-disabled={isChecking || undefined}>
              {isChecking ? 'Checking…' : (props.submitLabel ?? 'Send')}
            </Button>
          )}
          {onSubmit && attempted && own.length > 0 && out.ok && props.sendAnyway !== false && (
            <Button
              variant="danger"
              onClick={() => onSubmit(out.value, { valid: false, problems: distinct(own) })}
            >
              Send anyway
            </Button>
          )}
          {props.actions}
          {prepared.plan && (
            <div className={styles.switch}>
              <Segmented
                label="Edit as"
                value={isJson ? 'json' : 'form'}
                options={[
                  { value: 'form', label: 'Form' },
                  { value: 'json', label: 'JSON' },
                ]}
                onChange={(mode) => {
                  if (mode === 'form' && !out.ok) setNotice(`The form cannot show this: ${out.reason}.`);
                  else {
                    setNotice('');
                    onChange({ ...draft, mode });
                  }
                }}
              />
            </div>
          )}
        </div>
        <p role="status" className={styles.status}>
          {notice}
        </p>
      </fieldset>
    </form>
  );
}

/** Prepares a schema once, and again only when it says something else. */
function usePrepared(schema: JsonObject, kind: SchemaKind): PreparedSchema {
  const [held, setHeld] = useState(() => ({ schema, kind, prepared: prepare(schema, kind) }));
  if (held.schema === schema && held.kind === kind) return held.prepared;
  // Only a schema within the limits is compared: the comparison recurses no deeper than the one that is held.
  const isSame = held.kind === kind && held.prepared.check !== undefined && sameJson(held.schema, schema);
  const next = { schema, kind, prepared: isSame ? held.prepared : prepare(schema, kind) };
  setHeld(next);
  return next.prepared;
}
