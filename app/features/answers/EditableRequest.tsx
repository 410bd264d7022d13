import { type ReactNode, useId, useState } from 'react';
import { parseJson } from '../../../server/protocol/json.ts';
import { type Engine, type Prepared, prettyJson, requestLine } from '../../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import { RequestText } from '../../ui/Code.tsx';
import styles from './answers.module.css';

export interface EditableRequestProps {
  readonly engine: Engine;
  /** The accessible name of the text. */
  readonly label: string;
  /** What goes out if nothing is edited. */
  readonly prepared: Prepared;
  /** Remarks beside headers, by name. */
  readonly notes?: Readonly<Record<string, string>>;
  /** Sends the request with the edited text. Undefined where nothing can be sent now. */
  readonly onSend: ((edited: Prepared) => void) | undefined;
}

/**
 * A request as it will go out, headers and body. Its body can be taken over as text, edited and sent as it then is, right or wrong; the
 * headers stay those of the request as it was built.
 */
export function EditableRequest(props: EditableRequestProps): ReactNode {
  const { engine, label, prepared, notes = {}, onSend } = props;
  const [text, setText] = useState<string>();
  const id = useId();
  const headers = engine.outgoing(prepared).map(([name, value]) => ({
    name,
    value,
    note: notes[name] === undefined ? undefined : { text: notes[name], ok: true },
  }));
  if (text === undefined)
    return (
      <>
        <RequestText
          label={label}
          start={requestLine(prepared.endpoint)}
          headers={headers}
          body={prettyJson(prepared.text)}
        />
        {onSend !== undefined && (
          <p className={styles.edit}>
            <Button variant="ghost" onClick={() => setText(prettyJson(prepared.text))}>
              Edit this request as JSON
            </Button>
          </p>
        )}
      </>
    );
  const parsed = parseJson(text);
  return (
    <div className={styles.editing}>
      <label htmlFor={id}>The request as JSON</label>
      <textarea
        id={id}
        className={styles.text}
        rows={Math.min(30, text.split('\n').length + 1)}
        spellCheck={false}
        value={text}
        aria-describedby={`${id}-said`}
        onChange={(event) => setText(event.target.value)}
      />
      <p id={`${id}-said`} className={styles.dim} role="status">
        {parsed.ok
          ? 'It goes out as it stands here, whatever the form says. The headers stay as they are.'
          : 'This is no JSON. It is sent as it stands all the same, if you say so.'}
      </p>
      <div className={styles.actions}>
        <Button
          variant={parsed.ok ? 'primary' : 'danger'}
          disabled={onSend === undefined}
          onClick={() => {
            onSend?.({ ...prepared, text });
            setText(undefined);
          }}
        >
          {parsed.ok ? 'Send as edited' : 'Send anyway'}
        </Button>
        <Button onClick={() => setText(undefined)}>Drop the edit</Button>
      </div>
    </div>
  );
}
