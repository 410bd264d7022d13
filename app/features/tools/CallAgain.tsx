import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import {
  asTyped,
  type Engine,
  type JsonObject,
  JsonTree,
  type Prepared,
  prepareRetry,
  prettyJson,
  type RetryAnswers,
  requestLine,
  type TypedText,
} from '../../engine/index.ts';
import { useAllFit } from '../../forms/useAllFit.ts';
import { Button } from '../../ui/Button.tsx';
import { RequestText } from '../../ui/Code.tsx';
import { ProblemCard } from '../../ui/ProblemCard.tsx';
import { rawAt } from '../../ui/result.ts';
import { Empty, Section } from '../../ui/Section.tsx';
import { ResultTypeTag } from '../../ui/Status.tsx';
import { AskedCard } from './AskedCard.tsx';
import { type AnswerDraft, readRound, retryAnswers } from './asked.ts';
import type { Retry, TypedAnswers } from './called.ts';
import styles from './rounds.module.css';
import tools from './tools.module.css';

/** From this round on the person is told that the server may never be content. */
const MANY_ROUNDS = 10;

export interface CallAgainProps {
  readonly engine: Engine;
  /** The request that was answered with input_required. */
  readonly asked: Prepared;
  readonly result: JsonObject;
  /** Text of the answer, whole. */
  readonly body: string;
  /** Counts from 1. */
  readonly round: number;
  readonly retry: Retry;
  /** What was typed for the questions of this tool, by their identity; kept over rounds and fresh calls. */
  readonly typed: TypedAnswers;
  readonly onAgain: (prepared: Prepared) => void;
  /** The button that shows the message. */
  readonly show: ReactNode;
}

/** What the server asks before it goes on, and the very call that answers it. Nothing here is sent without the button. */
export function CallAgain(props: CallAgainProps): ReactNode {
  const { engine, asked, result, body, round, retry, typed } = props;
  const id = useId();
  const { questions, left, remarks } = useMemo(() => readRound(result), [result]);
  const [drafts, setDrafts] = useState<readonly AnswerDraft[]>(() =>
    questions.map(({ identity, start }) => (typed.get(identity) as AnswerDraft | undefined) ?? start),
  );
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
    const [answers, typed] = JSON.parse(text) as [RetryAnswers, readonly TypedText[]];
    const made = prepareRetry(engine, asked, answers, rpcId.current);
    rpcId.current = made.id;
    // The state goes back as the very text that came, whatever it is.
    const state = stateText === undefined ? [] : [{ path: ['params', 'requestState'], text: stateText }];
    return asTyped(made, [...typed, ...state]);
  }, [engine, asked, text, stateText, sends]);

  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The last round's button is gone, and the focus with it.
    if (round > 1 && document.activeElement === document.body) heading.current?.focus();
  }, [round]);

  const hasForm = (i: number): boolean =>
    questions[i]?.schema !== undefined && drafts[i]?.action === 'accept';
  const formOf = (i: number): string => `${id}-${i}`;
  const allFit = useAllFit(() => {
    if (prepared === undefined || busy) return;
    rpcId.current = undefined;
    setSends((n) => n + 1);
    props.onAgain(prepared);
  });
  /** @param fit a form that has found its answer fit already */
  const ask = (fit?: number): void => {
    if (prepared === undefined || busy) return;
    allFit.ask(
      questions
        .map((_, i) => i)
        .filter((i) => i !== fit && hasForm(i))
        .map(formOf),
    );
  };
  const change = (i: number, draft: AnswerDraft): void => {
    allFit.changed(formOf(i));
    const question = questions[i];
    if (question !== undefined) typed.set(question.identity, draft);
    setDrafts((now) => now.map((old, at) => (at === i ? draft : old)));
  };
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
      <p className={tools.description}>
        {questions.length === 0
          ? 'It asks nothing: it wants the same call once more.'
          : 'Nothing has been made yet. The same call is made again, as a new request, with your answers.'}
      </p>
      {round >= MANY_ROUNDS && (
        <p className={tools.bad} role="note">
          This is round {round}. The server may ask without end; each round is sent by you alone, so you can
          stop here.
        </p>
      )}
      {remarks.map((remark) => (
        <p key={remark} className={tools.bad}>
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
          raw={question.schema === undefined ? rawOf(question.key) : ''}
          onChange={(draft) => change(i, draft)}
          onFit={() => {
            if (!allFit.fit(formOf(i))) ask(i);
          }}
        />
      ))}
      {left > 0 && (
        <p role="note">{left} more questions are not shown and stay unanswered. The message has them all.</p>
      )}
      {retry.kind === 'failed' && (
        <>
          <p role="status">
            The call with the answers came to nothing. What you typed is kept. Where the error says that the
            state has expired or is not valid, begin afresh with Call above: the same questions come with your
            answers in them.
          </p>
          <ProblemCard problem={retry.problem}>{null}</ProblemCard>
        </>
      )}
      <div className={tools.actions}>
        <Button variant="primary" aria-disabled={busy || prepared === undefined} onClick={() => ask()}>
          {busy ? 'Calling…' : questions.length === 0 ? 'Call again' : 'Call again with the answers'}
        </Button>
        {props.show}
      </div>
      <div className={styles.sent}>
        <Section title="Will be sent with the answers">{null}</Section>
        {prepared === undefined ? (
          <Empty title="Nothing can be sent yet">{out.ok ? '' : out.reason}</Empty>
        ) : (
          <RequestText
            label="The retry that will be sent"
            start={requestLine(asked.endpoint)}
            headers={engine.outgoing(prepared).map(([name, value]) => ({ name, value }))}
            body={prettyJson(prepared.text)}
          />
        )}
      </div>
    </section>
  );
}
