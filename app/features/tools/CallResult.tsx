import type { ReactNode } from 'react';
import { type Answered, type CallOutcome, JsonTree, prettyJson } from '../../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Code } from '../../ui/Code.tsx';
import { shortId } from '../../ui/label.ts';
import { ProblemCard } from '../../ui/ProblemCard.tsx';
import { ResultView } from '../../ui/ResultView.tsx';
import { member, resultParts } from '../../ui/result.ts';
import { ResultTypeTag } from '../../ui/Status.tsx';
import styles from './tools.module.css';

/** What has come of the Call button. */
export type Called =
  | { readonly kind: 'not-yet' }
  | { readonly kind: 'calling' }
  | { readonly kind: 'called'; readonly answer: Answered<CallOutcome> };

export interface CallResultProps {
  readonly called: Called;
  readonly onShow: (exchange: string) => void;
  readonly onTask: (taskId: string) => void;
  /** The answer of an exchange, as sent. */
  readonly bodyOf: (exchange: string) => string;
}

/** The outcome of a call. Only what the protocol calls a result is shown as one; anything else is a problem. */
export function CallResult({ called, onShow, onTask, bodyOf }: CallResultProps): ReactNode {
  if (called.kind === 'not-yet') return null;
  if (called.kind === 'calling') {
    return (
      <p className={styles.outcome} role="status">
        The request is out. A tool that is no task answers when it is done.
      </p>
    );
  }
  const { answer } = called;
  const { exchange } = answer;
  const show = exchange !== undefined && <Button onClick={() => onShow(exchange)}>Show the message</Button>;
  if (!answer.ok) return <ProblemCard problem={answer.problem}>{show}</ProblemCard>;
  const outcome = answer.value;
  if (outcome.kind === 'other') return <ProblemCard problem={outcome.problem}>{show}</ProblemCard>;
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
          {!('resultType' in outcome.result) && (
            <p className={styles.bad}>It has no resultType, which the protocol requires: read as complete.</p>
          )}
          <Result text={bodyOf(answer.exchange)} />
          <div className={styles.actions}>{show}</div>
        </>
      )}
      {outcome.kind === 'input_required' && (
        <>
          <h2>
            <ResultTypeTag type="input_required" /> The server asks before it goes on
          </h2>
          <p className={styles.description}>
            It wants the call again with answers, before any task is made. This inspector shows the question
            but cannot retry the call yet.
          </p>
          <Code label="The result as it came" text={prettyJson(bodyOf(answer.exchange))} />
          <div className={styles.actions}>{show}</div>
        </>
      )}
    </section>
  );
}

/** The result within the text of an answer, losslessly. */
function Result({ text }: { readonly text: string }): ReactNode {
  const read = JsonTree.read(text);
  const tree = read.ok ? read.tree : undefined;
  const result = member(tree, 0, 'result');
  if (tree === undefined || result === undefined) return null;
  return <ResultView parts={resultParts(tree, result)} pretty={prettyJson} />;
}
