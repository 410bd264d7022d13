import {
  lazy,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { mirroredParams } from '../../../server/protocol/param-headers.ts';
import {
  asTyped,
  type Engine,
  type JsonObject,
  type ListedTool,
  type Prepared,
  prettyJson,
  requestLine,
} from '../../engine/index.ts';
import { outgoing, SchemaForm, startDraft } from '../../forms/light.ts';
import { RequestText } from '../../ui/Code.tsx';
import { Guard } from '../../ui/Guard.tsx';
import { visible } from '../../ui/label.ts';
import type { ResultLeads } from '../../ui/ResultView.tsx';
import { Empty, Section } from '../../ui/Section.tsx';
import { CallResult } from './CallResult.tsx';
import type { AskedRounds, Called } from './called.ts';
import { keptCalls } from './kept-calls.ts';
import styles from './tools.module.css';

export interface ToolCallProps {
  readonly engine: Engine;
  readonly endpoint: string;
  readonly tool: ListedTool;
  /** A handle was made: a task is on its way. */
  readonly onTask: (taskId: string) => void;
  readonly onShow: (exchange: string) => void;
  readonly leads?: ResultLeads | undefined;
  /** The answer of an exchange, as sent. */
  readonly bodyOf: (exchange: string) => string;
  /** Draws what the server asks before it goes on. */
  readonly rounds: (asked: AskedRounds) => ReactNode;
}

const TaskChoice = lazy(() => import('./TaskChoice.tsx').then((m) => ({ default: m.TaskChoice })));

const NO_SCHEMA: JsonObject = { type: 'object' };

/** The form of a tool beside the very request that it makes. */
export function ToolCall(props: ToolCallProps): ReactNode {
  return props.tool.excluded === undefined ? (
    <Call {...props} />
  ) : (
    <Excluded name={props.tool.title ?? props.tool.name} reason={props.tool.excluded} />
  );
}

/** A tool that a client must leave out (Streamable HTTP, "Schema Extension"): it is shown, with the reason, and not offered. */
function Excluded({ name, reason }: { readonly name: string; readonly reason: string }): ReactNode {
  return (
    <div className={styles.call}>
      <h2>{visible(name)}</h2>
      <p className={styles.bad} role="note">
        Excluded: {reason}.
      </p>
      <p className={styles.description}>
        A client must leave out a tool whose x-mcp-header annotations are not valid, because it could not
        mirror its parameters into headers. To see what the server does all the same, compose a tools/call.
      </p>
    </div>
  );
}

function Call(props: ToolCallProps): ReactNode {
  const { engine, endpoint, tool } = props;
  const schema = tool.inputSchema ?? NO_SCHEMA;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [at] = useState(() => {
    const here = { recording: engine.world().recording, endpoint, tool: tool.name };
    keptCalls.begin(here);
    return here;
  });
  const [start] = useState(() => startDraft(schema));
  const { draft = start, called } = useSyncExternalStore(keptCalls.subscribe, () => keptCalls.get(at));
  const setCalled = (next: Called): void => keptCalls.change(at, { called: next });
  const [sends, setSends] = useState(0);
  const [asTask, setAsTask] = useState(true);
  const session = engine.legacy(endpoint);
  const out = outgoing(draft);
  const args = out.ok ? (out.text ?? JSON.stringify(out.value)) : undefined;
  // The id is taken when the text changes, so that what is shown is what is sent.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `sends`: an id is used once, so each call makes a new request
  const prepared = useMemo(
    () =>
      args === undefined
        ? undefined
        : asTyped(
            engine.prepareCall(endpoint, tool.name, JSON.parse(args) as JsonObject, undefined, asTask),
            [{ path: ['params', 'arguments'], text: args }],
          ),
    [engine, endpoint, tool.name, args, sends, asTask],
  );

  // While the call is out the form is disabled, which takes the focus from it: it gets it back, unless it is used elsewhere.
  const focused = useRef<Element>(null);
  useEffect(() => {
    if (called.kind !== 'called' || document.activeElement !== document.body) return;
    if (focused.current instanceof HTMLElement) focused.current.focus();
  }, [called]);
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  // Who has gone elsewhere while the call was out is left there: the lane tells of the task.
  const lead = (taskId: string): void => {
    if (here.current) props.onTask(taskId);
  };
  const call = async (): Promise<void> => {
    if (prepared === undefined || isOut) return;
    focused.current = document.activeElement;
    setSends((n) => n + 1);
    setCalled({ kind: 'calling', request: prepared });
    const answer = await engine.call(prepared);
    setCalled({ kind: 'called', answer, request: prepared, round: 1, retry: { kind: 'not-yet' } });
    if (answer.ok && answer.value.kind === 'task') lead(answer.value.taskId);
  };
  const callAgain = async (request: Prepared): Promise<'over' | 'goes-on'> => {
    if (called.kind !== 'called' || called.retry.kind === 'calling') return 'goes-on';
    setCalled({ ...called, retry: { kind: 'calling' } });
    const answer = await engine.call(request);
    const problem = !answer.ok ? answer.problem : answer.value.kind === 'other' && answer.value.problem;
    if (problem) {
      // What was asked, and what was typed, stay; only the button calls once more.
      setCalled({ ...called, retry: { kind: 'failed', problem } });
      return 'goes-on';
    }
    setCalled({ kind: 'called', answer, request, round: called.round + 1, retry: { kind: 'not-yet' } });
    if (!answer.ok || answer.value.kind === 'input_required') return 'goes-on';
    if (answer.value.kind === 'task') lead(answer.value.taskId);
    return 'over';
  };
  const mirrored = useMemo(
    () =>
      new Map([
        ['Mcp-Name', 'name'],
        ...mirroredParams(schema).map(({ header, path }) => [header, `arguments.${path.join('.')}`] as const),
      ]),
    [schema],
  );
  const isOut = called.kind === 'calling' || (called.kind === 'called' && called.retry.kind === 'calling');
  // Then the next request is the call once more, with the answers: its preview stands beside the questions.
  const asks = called.kind === 'called' && called.answer.ok && called.answer.value.kind === 'input_required';
  // Wherever the focus is, unless it is in a form or dialog of its own: the form that is seen is the one that is meant.
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
      const other = (event.target as Element).closest?.('form, [role="dialog"]');
      const form = box.current?.querySelector('form');
      if (form === null || form === undefined || (other && !form.contains(other))) return;
      event.preventDefault();
      form.requestSubmit();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <div>
      <div className={styles.call} ref={box}>
        <h2>{visible(tool.title ?? tool.name)}</h2>
        {tool.description !== undefined && <p className={styles.description}>{tool.description}</p>}
        {tool.inputSchema === undefined && (
          <p className={styles.bad}>
            This tool has no inputSchema, which the protocol requires. Arguments can be written as JSON.
          </p>
        )}
        {session !== undefined && (
          <Guard fallback={null}>
            <TaskChoice session={session} tool={tool} asTask={asTask} onChange={setAsTask} />
          </Guard>
        )}
        <Guard fallback={<Empty busy title="Loading the form" />}>
          <SchemaForm
            id={id}
            label={`Arguments of ${visible(tool.name)}`}
            schema={schema}
            value={draft}
            onChange={(next) => keptCalls.change(at, { draft: next })}
            onSubmit={() => void call()}
            submitLabel={called.kind === 'calling' ? 'Calling…' : 'Call'}
            disabled={isOut}
            actions={<span className={styles.hint}>Ctrl+Enter</span>}
          />
        </Guard>
      </div>
      <CallResult
        engine={engine}
        called={called}
        onAgain={callAgain}
        rounds={props.rounds}
        onShow={props.onShow}
        onTask={props.onTask}
        leads={props.leads}
        bodyOf={props.bodyOf}
      />
      <Section title={asks ? 'A new call would send' : 'Will be sent'}>{null}</Section>
      {prepared === undefined ? (
        <Empty title="Nothing can be sent yet">{out.ok ? '' : out.reason}</Empty>
      ) : (
        <RequestText
          label={asks ? 'The request of a new call' : 'The request that will be sent'}
          start={requestLine(endpoint)}
          headers={engine.outgoing(prepared).map(([name, value]) => ({
            name,
            value,
            note: mirrored.has(name) ? { text: `= params.${mirrored.get(name)} ✓`, ok: true } : undefined,
          }))}
          body={prettyJson(prepared.text)}
        />
      )}
    </div>
  );
}
