import { type ReactNode, type RefObject, useMemo } from 'react';
import type { TaskHistory } from '../../engine/derive/model.ts';
import type { Engine, InputResponses, Prepared } from '../../engine/index.ts';
import { Empty, Section } from '../../ui/Section.tsx';
import { EditableRequest } from './EditableRequest.tsx';

const NOTES = { 'Mcp-Name': '= params.taskId ✓' };

export interface PreviewProps {
  readonly engine: Engine;
  readonly task: TaskHistory;
  /** What would go out; undefined where nothing can. */
  readonly responses: InputResponses | undefined;
  /** Why nothing can be sent, in plain words. */
  readonly reason: string;
  /** What it is about, where that is not plain. */
  readonly about: string | undefined;
  /** What was typed as JSON goes out as it was typed. */
  readonly exactly: (prepared: Prepared, responses: InputResponses) => Prepared;
  /** The JSON-RPC id, kept while the text changes, so that what is shown is what is sent. */
  readonly id: RefObject<Prepared['id'] | undefined>;
  /** How many were sent from here: an id is used once. */
  readonly sends: number;
  /** Sends the request as it was edited. */
  readonly onSend: (edited: Prepared) => void;
}

/** The `tasks/update` as it would go out now: the same builder makes what is sent. */
export function Preview(props: PreviewProps): ReactNode {
  const { engine, task, id, sends } = props;
  const { endpoint, taskId } = task;
  const text = props.responses === undefined ? undefined : JSON.stringify(props.responses);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `sends` makes a new request after each sending
  const prepared = useMemo(() => {
    if (text === undefined) return undefined;
    const made = engine.prepareUpdate(endpoint, taskId, JSON.parse(text) as InputResponses, id.current);
    id.current = made.id;
    return made;
  }, [engine, endpoint, taskId, text, id, sends]);
  if (prepared === undefined || props.responses === undefined)
    return <Empty title="Nothing can be sent yet">{props.reason}</Empty>;
  const exact = props.exactly(prepared, props.responses);
  return (
    <>
      <Section title="Will be sent" side={props.about}>
        {null}
      </Section>
      <EditableRequest
        key={sends}
        engine={engine}
        label="The tasks/update that will be sent"
        prepared={exact}
        notes={NOTES}
        onSend={props.onSend}
      />
    </>
  );
}
