import { type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { nameValue } from '../../../server/protocol/headers.ts';
import { isObject, type JsonValue, own, parseJson } from '../../../server/protocol/json.ts';
import {
  asTyped,
  type Engine,
  type JsonObject,
  JsonTree,
  type Prepared,
  type Problem,
  prepareRetry,
  type RetryAnswers,
  type TypedText,
} from '../../engine/index.ts';
import { useAllFit } from '../../forms/useAllFit.ts';
import { Button } from '../../ui/Button.tsx';
import { ProblemCard } from '../../ui/ProblemCard.tsx';
import { rawAt } from '../../ui/result.ts';
import { Empty, Section } from '../../ui/Section.tsx';
import { ResultTypeTag } from '../../ui/Status.tsx';
import { AskedCard } from './AskedCard.tsx';
import { type AnswerDraft, type AskedQuestion, readRound, retryAnswers } from './asked.ts';
import { EditableRequest } from './EditableRequest.tsx';
import { Rounds } from './Rounds.tsx';
import styles from './rounds.module.css';
import { typedAnswers } from './typed-answers.ts';
import { useConversation } from './useConversations.ts';

/** From this round on the person is told that the server may never be content. */
const MANY_ROUNDS = 10;
/** The last round that is answered from here. */
const MOST_ROUNDS = 50;

/** What has come of asking again with answers. */
export type Retried =
  | { readonly kind: 'not-yet' }
  | { readonly kind: 'calling' }
  | { readonly kind: 'failed'; readonly problem: Problem };

export interface CallAgainProps {
  readonly engine: Engine;
  /** The request that was answered with input_required. */
  readonly asked: Prepared;
  /** The exchange of it. */
  readonly exchange: string;
  readonly result: JsonObject;
  /** Text of the answer, whole. */
  readonly body: string;
  /** Counts from 1. */
  readonly round: number;
  readonly retry: Retried;
  /** Sends the retry. `over`: the server gave a result or a task, and what was typed is needed no more. */
  readonly onAgain: (prepared: Prepared) => Promise<'over' | 'goes-on'>;
  /** The button that shows the message. */
  readonly show: ReactNode;
}

/** What the server asks before it goes on, and the very call that answers it. Nothing here is sent without the button. */
export function CallAgain(props: CallAgainProps): ReactNode {
  const { engine, asked, exchange, result, body, round, retry } = props;
  const isCall = asked.method === 'tools/call';
  const again = isCall ? 'Call again' : 'Ask again';
  const id = useId();
  const { questions, left, remarks } = useMemo(() => readRound(result), [result]);
  const [typed] = useState(() =>
    typedAnswers({ ...asked, recording: engine.world().recording, name: nameOf(asked) }),
  );
  const [drafts, setDrafts] = useState<readonly AnswerDraft[]>(() =>
    questions.map(({ identity, start }) => typed.get(identity) ?? start),
  );
  const conversation = useConversation(engine, exchange);
  const known = conversation?.rounds.find((one) => one.exchange === exchange);
  const elsewhere =
    known?.retry !== undefined && retry.kind === 'not-yet' && conversation?.state !== 'failed';
  const isTooMany = round > MOST_ROUNDS;
  const out = retryAnswers(result, questions, drafts);
  const tree = useMemo(() => JsonTree.read(body), [body]);
  const stateText = tree.ok ? rawAt(tree.tree, ['result', 'requestState']) : undefined;
  const text = out.ok ? JSON.stringify([out.answers, out.typed ?? []]) : undefined;
  const [sends, setSends] = useState(0);
  const rpcId = useRef<Prepared['id']>(undefined);
  const busy = retry.kind === 'calling';
  // biome-ignore lint/correctness/useExhaustiveDependencies: `sends`: an id is used once, so each sending makes a new request
  const prepared = useMemo(() => {
    if (text === undefined) return undefined;
    const [answers, exact] = JSON.parse(text) as [RetryAnswers, readonly TypedText[]];
    const made = prepareRetry(engine, asked, answers, rpcId.current);
    rpcId.current = made.id;
    // The state goes back as the very text that came, whatever it is.
    const state = stateText === undefined ? [] : [{ path: ['params', 'requestState'], text: stateText }];
    return asTyped(made, [...exact, ...state]);
  }, [engine, asked, text, stateText, sends]);

  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The last round's button is gone, and the focus with it.
    if (round > 1 && document.activeElement === document.body) heading.current?.focus();
  }, [round]);

  const hasForm = (i: number): boolean => questions[i]?.kind === 'form' && drafts[i]?.action === 'accept';
  const formOf = (i: number): string => `${id}-${i}`;
  const send = async (request: Prepared): Promise<void> => {
    rpcId.current = undefined;
    setSends((n) => n + 1);
    if ((await props.onAgain(request)) === 'over') typed.clear();
  };
  const allFit = useAllFit(() => {
    if (prepared !== undefined && !busy && !isTooMany) void send(prepared);
  });
  /** @param fitting a form that has found its answer fit already */
  const ask = (fitting?: number): void => {
    if (prepared === undefined || busy || isTooMany) return;
    allFit.ask(
      questions
        .map((_, i) => i)
        .filter((i) => i !== fitting && hasForm(i))
        .map(formOf),
    );
  };
  const placeOf = (question: AskedQuestion): number => questions.indexOf(question);
  // The same functions at every render, so that a card is drawn again only when its own answer changes.
  const handlers = useRef({ change, fit });
  handlers.current = { change, fit };
  const onChange = useCallback(
    (draft: AnswerDraft, question: AskedQuestion) => handlers.current.change(draft, question),
    [],
  );
  const onFit = useCallback((question: AskedQuestion) => handlers.current.fit(question), []);
  function change(draft: AnswerDraft, question: AskedQuestion): void {
    const i = placeOf(question);
    allFit.changed(formOf(i));
    typed.set(question.identity, draft);
    setDrafts((now) => now.map((old, at) => (at === i ? draft : old)));
  }
  function fit(question: AskedQuestion): void {
    const i = placeOf(question);
    if (!allFit.fit(formOf(i))) ask(i);
  }
  const rawOf = (key: string): string =>
    (tree.ok ? rawAt(tree.tree, ['result', 'inputRequests', key]) : undefined) ?? '';
  return (
    <section
      className={styles.rounds}
      aria-label="What the server asks before it goes on"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        ask();
      }}
    >
      <h2 ref={heading} tabIndex={-1}>
        <ResultTypeTag type="input_required" /> Round {round}: the server asks before it goes on
      </h2>
      <p className={styles.note}>
        {questions.length === 0
          ? `It asks nothing: it wants the same ${isCall ? 'call' : 'request'} once more.`
          : isCall
            ? 'Nothing has been made yet. The same call is made again, as a new request, with your answers.'
            : 'Nothing was given yet. The same request is sent again, as a new one, with your answers.'}
      </p>
      {round >= MANY_ROUNDS && (
        <p className={styles.bad} role="note">
          This is round {round}. The server may ask without end; each round is sent by you alone, so you can
          stop here{isTooMany ? `: after ${MOST_ROUNDS} rounds none is sent from this form` : ''}.
        </p>
      )}
      {elsewhere && (
        <p className={styles.note} role="note">
          This round was answered elsewhere, in another view or by another request
          {conversation?.state === 'over' ? ', and the server gave its result' : ''}. What you typed is kept
          here; sent once more, the server may refuse it.
        </p>
      )}
      {conversation !== undefined && (
        <Rounds engine={engine} conversation={conversation} current={exchange} />
      )}
      {remarks.map((remark) => (
        <p key={remark} className={styles.bad}>
          {remark}
        </p>
      ))}
      {questions.map((question, i) => (
        <AskedCard
          key={question.key}
          id={formOf(i)}
          question={question}
          draft={drafts[i] ?? question.start}
          disabled={busy}
          raw={question.kind === 'form' ? '' : rawOf(question.key)}
          onChange={onChange}
          onFit={onFit}
        />
      ))}
      {left > 0 && (
        <p role="note">{left} more questions are not shown and stay unanswered. The message has them all.</p>
      )}
      {retry.kind === 'failed' && (
        <>
          <p role="status">
            The {isCall ? 'call' : 'request'} with the answers came to nothing. What you typed is kept. Where
            the error says that the state has expired or is not valid, begin afresh: the same questions come
            with your answers in them.
          </p>
          <ProblemCard problem={retry.problem}>{null}</ProblemCard>
        </>
      )}
      <div className={styles.actions}>
        <Button
          variant="primary"
          aria-disabled={busy || prepared === undefined || isTooMany}
          onClick={() => ask()}
        >
          {busy ? 'Sending…' : questions.length === 0 ? again : `${again} with the answers`}
        </Button>
        {props.show}
      </div>
      <div className={styles.sent}>
        <Section title="Will be sent with the answers">{null}</Section>
        {prepared === undefined ? (
          <Empty title="Nothing can be sent yet">{out.ok ? '' : out.reason}</Empty>
        ) : (
          <EditableRequest
            key={sends}
            engine={engine}
            label="The retry that will be sent"
            prepared={prepared}
            onSend={busy || isTooMany ? undefined : (edited) => void send(edited)}
          />
        )}
      </div>
    </section>
  );
}

/** The tool, prompt or resource that a request is about. */
function nameOf({ method, text }: Prepared): string | undefined {
  const params = own(readJson(text), 'params');
  return isObject(params) ? nameValue(method, params) : undefined;
}

function readJson(text: string): JsonValue {
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : null;
}
