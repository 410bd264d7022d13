import { Fragment, lazy, type ReactNode } from 'react';
import { type Engine, JsonTree, prettyJson } from '../../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Guard } from '../../ui/Guard.tsx';
import { shortId } from '../../ui/label.ts';
import { ProblemCard } from '../../ui/ProblemCard.tsx';
import { type ResultLeads, ResultView } from '../../ui/ResultView.tsx';
import { member, resultParts } from '../../ui/result.ts';
import { ResultTypeTag } from '../../ui/Status.tsx';
import type { AskedRounds, Called } from './called.ts';
import styles from './tools.module.css';

const CallNews = lazy(() => import('./CallNews.tsx').then((m) => ({ default: m.CallNews })));

export interface CallResultProps {
  readonly engine: Engine;
  readonly called: Called;
  readonly onAgain: AskedRounds['onAgain'];
  /** Draws what the server asks before it goes on. */
  readonly rounds: (asked: AskedRounds) => ReactNode;
  readonly onShow: (exchange: string) => void;
  readonly onTask: (taskId: string) => void;
  readonly leads: ResultLeads | undefined;
  /** The answer of an exchange, as sent. */
  readonly bodyOf: (exchange: string) => string;
}

/** The outcome of a call. Only what the protocol calls a result is shown as one; anything else is a problem. */
export function CallResult(props: CallResultProps): ReactNode {
  const { called, onShow, onTask, bodyOf } = props;
  if (called.kind === 'not-yet') return null;
  if (called.kind === 'calling') {
    return (
      <div className={styles.outcome}>
        <p role="status">The request is out. A tool that is no task answers when it is done.</p>
        <Guard fallback={null}>
          <CallNews engine={props.engine} rpcId={called.request.id} />
        </Guard>
      </div>
    );
  }
  const { answer } = called;
  const { exchange } = answer;
  const show = exchange !== undefined && <Button onClick={() => onShow(exchange)}>Show the message</Button>;
  if (!answer.ok) return <ProblemCard problem={answer.problem}>{show}</ProblemCard>;
  const outcome = answer.value;
  const legacy = props.engine.world().exchangeById.get(answer.exchange)?.legacy === true;
  if (outcome.kind === 'other') return <ProblemCard problem={outcome.problem}>{show}</ProblemCard>;
  if (outcome.kind === 'input_required')
    return (
      <Fragment key={answer.exchange}>
        {props.rounds({
          asked: called.request,
          exchange: answer.exchange,
          result: outcome.result,
          body: bodyOf(answer.exchange),
          round: called.round,
          retry: called.retry,
          onAgain: props.onAgain,
          show,
        })}
      </Fragment>
    );
  return (
    <section className={styles.outcome} aria-label="Outcome of the call" role="status">
      {outcome.kind === 'task' && (
        <>
          <h2>
            <ResultTypeTag type="task" /> The server made a task of it: {shortId(outcome.taskId)}
          </h2>
          <div className={styles.actions}>
            <Button variant="primary" onClick={() => onTask(outcome.taskId)}>
              Show the task
            </Button>
            {show}
          </div>
        </>
      )}
      {outcome.kind === 'result' && (
        <>
          <h2>
            {'resultType' in outcome.result && <ResultTypeTag type="complete" />} Answered at once, without a
            task
          </h2>
          {!('resultType' in outcome.result) && !legacy && (
            <p className={styles.bad}>It has no resultType, which the protocol requires: read as complete.</p>
          )}
          <Guard fallback={null}>
            <CallNews engine={props.engine} rpcId={called.request.id} />
          </Guard>
          <Result text={bodyOf(answer.exchange)} leads={props.leads} />
          <div className={styles.actions}>{show}</div>
        </>
      )}
    </section>
  );
}

/** The result within the text of an answer, losslessly. */
function Result(props: { readonly text: string; readonly leads: ResultLeads | undefined }): ReactNode {
  const { text, leads } = props;
  const read = JsonTree.read(text);
  const tree = read.ok ? read.tree : undefined;
  const result = member(tree, 0, 'result');
  if (tree === undefined || result === undefined) return null;
  return <ResultView parts={resultParts(tree, result)} pretty={prettyJson} leads={leads} />;
}
