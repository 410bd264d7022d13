import { lazy, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { type Engine, prettyJson, requestLine, type World } from '../../engine/index.ts';
import { SchemaForm } from '../../forms/light.ts';
import { Button } from '../../ui/Button.tsx';
import { FoldedCode } from '../../ui/Code.tsx';
import { Guard } from '../../ui/Guard.tsx';
import { visible } from '../../ui/label.ts';
import { Empty } from '../../ui/Section.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { BreakChoice, Must } from './BreakChoice.tsx';
import styles from './compose.module.css';
import { aboutOf, asAsked, type ComposeDraft, formKey, fromText, loadDraft, saveDraft } from './draft.ts';
import type { Facts } from './facts.ts';
import { HeaderRows } from './HeaderRows.tsx';
import { methodsOf, remarkOf } from './methods.ts';
import { Outcome } from './Outcome.tsx';
import { useMessage } from './useMessage.ts';
import { useSending } from './useSending.ts';

const JsonText = lazy(() => import('./JsonText.tsx').then((m) => ({ default: m.JsonText })));

export interface ComposePageProps {
  readonly engine: Engine;
  readonly world: World;
  readonly endpoint: string | undefined;
  /** What is known of the server. */
  readonly facts: Facts;
  /** What the address asks for: a method, `tools/call` and a tool, or `message` and an exchange's id. */
  readonly about: string | undefined;
  readonly onAbout: (about: string) => void;
  readonly onShow: (exchange: string) => void;
  readonly onTask: (taskId: string) => void;
}

/** Any message to the server in use: built by a form or written as text, whole or with one thing broken on purpose. */
export function ComposePage(props: ComposePageProps): ReactNode {
  if (props.endpoint === undefined)
    return <Empty title="Not connected">Connect to a server to compose a message to it.</Empty>;
  return <Composer key={props.endpoint} {...props} endpoint={props.endpoint} />;
}

/** `message 3f.12`: the exchange that an address names. */
function messageNamed(about: string | undefined): string | undefined {
  return about?.startsWith('message ') === true ? about.slice('message '.length) : undefined;
}

function Composer(props: ComposePageProps & { readonly endpoint: string }): ReactNode {
  const { engine, world, endpoint, facts, about, onAbout } = props;
  const id = useId();
  const again = messageNamed(about);
  const source = again === undefined ? undefined : world.exchangeById.get(again);
  const sourceText = source === undefined ? undefined : engine.log.bodyText(source.requestSeq);
  const asked = (now: ComposeDraft): ComposeDraft =>
    again === undefined
      ? asAsked(now, about)
      : // What was edited of it already is kept over a reload.
        sourceText === undefined || now.from === again
        ? now
        : { ...fromText(sourceText, now), from: again };
  const [draft, setDraft] = useState<ComposeDraft>(() => asked(loadDraft(endpoint)));
  useEffect(() => saveDraft(endpoint, draft), [endpoint, draft]);
  // An address that changes while the view is shown leads to what it says.
  const shown = useRef(about);
  useEffect(() => {
    if (shown.current === about) return;
    shown.current = about;
    setDraft(asked);
  });
  const change = (next: Partial<ComposeDraft>): void => {
    // A call of no tool would have an empty Mcp-Name.
    const calls = next.method === 'tools/call' && draft.tool === '';
    const whole = { ...draft, ...(calls && { tool: facts.tools[0]?.name ?? '' }), ...next };
    setDraft(whole);
    if (next.method === undefined && next.tool === undefined) return;
    shown.current = aboutOf(whole);
    onAbout(aboutOf(whole));
  };

  const { method, tool: toolName } = draft;
  const isCall = method === 'tools/call';
  const tool = facts.tools.find(({ name }) => name === toolName);
  const sending = useSending(engine);
  const composed = useMessage(engine, world, endpoint, facts, draft, sending.nextId);
  const { generation, schema, form, out, built, around, broken, message } = composed;
  const wrong = message?.rows.find(({ problem }) => problem !== undefined)?.problem;
  const canSend = message !== undefined && wrong === undefined && !sending.isOut;
  const send = (): void => {
    if (message !== undefined && canSend) void sending.send(message.prepared, broken, around);
  };
  const remark = remarkOf(method, generation, facts.discovery);

  return (
    <section
      aria-label="Compose a message"
      className={styles.page}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
        event.preventDefault();
        send();
      }}
    >
      <div className={styles.inner}>
        <h1>Compose a message</h1>
        <div className={styles.columns}>
          <div>
            {sourceText !== undefined && draft.from === again && draft.text !== sourceText && (
              <Button onClick={() => setDraft((now) => ({ ...fromText(sourceText, now), from: again }))}>
                Back to the text as it was sent
              </Button>
            )}
            {again !== undefined && source === undefined && (
              <p className={styles.bad} role="note">
                This recording has no message {visible(again)}, so there is nothing of it to edit.
              </p>
            )}
            <div className={styles.field}>
              <label htmlFor={`${id}method`}>Method</label>
              <input
                id={`${id}method`}
                list={`${id}methods`}
                value={method}
                autoComplete="off"
                spellCheck={false}
                onChange={(event) => change({ method: event.target.value, mode: 'form' })}
              />
              <datalist id={`${id}methods`}>
                {methodsOf(generation).map((name) => (
                  <option key={name} value={name} />
                ))}
              </datalist>
              {remark !== '' && <p className={styles.why}>{remark}</p>}
            </div>
            {isCall && draft.mode === 'form' && (
              <div className={styles.field}>
                <label htmlFor={`${id}tool`}>Tool</label>
                <select
                  id={`${id}tool`}
                  value={toolName}
                  onChange={(event) => change({ tool: event.target.value })}
                >
                  {tool === undefined && (
                    <option value={toolName}>{toolName === '' ? 'Choose a tool' : visible(toolName)}</option>
                  )}
                  {facts.tools.map(({ name, excluded }, i) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a server may list a name twice
                    <option key={i} value={name}>
                      {visible(name)}
                      {excluded === undefined ? '' : ' (excluded)'}
                    </option>
                  ))}
                </select>
              </div>
            )}
            <p className={styles.caption} aria-hidden="true">
              Write it as
            </p>
            <Segmented
              label="Write it as"
              value={draft.mode}
              options={[
                { value: 'form', label: 'Form' },
                { value: 'text', label: 'Text of the message' },
              ]}
              onChange={(mode) =>
                change(mode === 'text' ? { mode, text: prettyJson(built ?? draft.text) } : { mode })
              }
            />
            {draft.mode === 'form' ? (
              <Guard fallback={<Empty busy title="Loading the form" />}>
                <SchemaForm
                  key={formKey(draft)}
                  id={`${id}form`}
                  label={isCall ? `Arguments of ${visible(toolName)}` : `Params of ${visible(method)}`}
                  schema={schema ?? { type: 'object' }}
                  value={form}
                  onChange={(next) => change({ forms: { ...draft.forms, [formKey(draft)]: next } })}
                />
              </Guard>
            ) : (
              <Guard fallback={<Empty busy title="Loading the editor" />}>
                <JsonText
                  label="Text of the message"
                  text={draft.text}
                  onChange={(next) => setDraft((now) => ({ ...now, text: next }))}
                  onSubmit={send}
                />
              </Guard>
            )}
            <BreakChoice chosen={broken} around={around} onChoose={(next) => change({ broken: next })} />
          </div>
          <div>
            <h2>Will be sent</h2>
            {message === undefined ? (
              <Empty title="Nothing can be sent yet">{out.ok ? '' : out.reason}</Empty>
            ) : (
              <>
                <p className={styles.line}>{requestLine(endpoint)}</p>
                <HeaderRows message={message} draft={draft} onChange={change} />
                {draft.mode === 'text' && message.prepared.text === draft.text ? (
                  <p className={styles.why}>The body is the text of the message, as it stands there.</p>
                ) : (
                  <FoldedCode
                    label="The body that will be sent"
                    text={draft.mode === 'text' ? message.prepared.text : prettyJson(message.prepared.text)}
                  />
                )}
              </>
            )}
            <Must chosen={broken} around={around} />
            <div className={styles.actions}>
              <Button variant="primary" aria-disabled={!canSend} onClick={send}>
                {sending.isOut ? 'Waiting for the answer…' : 'Send'}
              </Button>
              {sending.isOut && <Button onClick={sending.stop}>Stop waiting</Button>}
              <span className={styles.why}>Ctrl+Enter</span>
            </div>
            {wrong !== undefined && (
              <p className={styles.bad} role="status">
                It cannot be sent: {wrong}.
              </p>
            )}
            {sending.came !== undefined && (
              <Outcome {...sending.came} onShow={props.onShow} onTask={props.onTask} />
            )}
          </div>
        </div>
      </div>
    </section>
  );
}
