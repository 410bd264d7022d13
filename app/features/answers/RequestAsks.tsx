import { type ReactNode, useMemo, useState } from 'react';
import { askedResult, type Conversation } from '../../engine/derive/conversations.ts';
import { resultSeq } from '../../engine/derive/result-text.ts';
import { type Engine, type JsonObject, JsonTree, type Prepared, prettyJson } from '../../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Code } from '../../ui/Code.tsx';
import { rawAt } from '../../ui/result.ts';
import { Empty } from '../../ui/Section.tsx';
import { CallAgain, type Retried } from './CallAgain.tsx';
import { Rounds } from './Rounds.tsx';
import styles from './rounds.module.css';
import { useConversation } from './useConversations.ts';

export interface RequestAsksProps {
  readonly engine: Engine;
  readonly conversation: Conversation;
  readonly onShow: (exchange: string) => void;
  readonly onTask: (taskId: string) => void;
  /** Draws the result; without it the result is shown as JSON. */
  readonly draw?: ((result: JsonObject) => ReactNode) | undefined;
}

/** The same for a request that another view has sent: by the exchange that was answered with questions. */
export function ExchangeAsks(
  props: Omit<RequestAsksProps, 'conversation'> & { readonly exchange: string },
): ReactNode {
  const conversation = useConversation(props.engine, props.exchange);
  return conversation === undefined ? null : <RequestAsks {...props} conversation={conversation} />;
}

/** A request that was answered with questions, as the log has it: the round to answer, or what has come of it. */
export function RequestAsks(props: RequestAsksProps): ReactNode {
  const { engine, conversation, onShow } = props;
  const last = conversation.rounds.at(-1);
  const [retry, setRetry] = useState<{ readonly of: string; readonly is: Retried }>();
  // Read once a round: what is drawn from it is drawn again only when it changes.
  const of = last?.exchange;
  const round = useMemo(() => (of === undefined ? undefined : readAsked(engine, of)), [engine, of]);
  if (last === undefined || round === undefined) return null;
  const over = conversation.state === 'over' ? last.retry : undefined;
  if (over !== undefined) return <Over {...props} exchange={over} />;
  const { asked, result, body } = round;
  if (/\[secret:\d+ length=\d+\]/.test(asked.text + body))
    return (
      <Empty title="It cannot be answered from here">
        The recording holds placeholders where there were secrets, and they would be sent instead. Answer it
        where it was asked for, or compose the request.
      </Empty>
    );
  const again = async (request: Prepared): Promise<'over' | 'goes-on'> => {
    const now = (is: Retried): void => setRetry({ of: last.exchange, is });
    now({ kind: 'calling' });
    const answer =
      request.method === 'tools/call' ? await engine.call(request) : await engine.request(request);
    const problem = !answer.ok
      ? answer.problem
      : 'kind' in answer.value && answer.value.kind === 'other'
        ? (answer.value as { readonly problem: Extract<Retried, { kind: 'failed' }>['problem'] }).problem
        : undefined;
    now(problem === undefined ? { kind: 'not-yet' } : { kind: 'failed', problem });
    if (!answer.ok || problem !== undefined) return 'goes-on';
    const asks =
      'kind' in answer.value
        ? answer.value.kind === 'input_required'
        : answer.value.resultType === 'input_required';
    return asks ? 'goes-on' : 'over';
  };
  return (
    <CallAgain
      key={last.exchange}
      engine={engine}
      asked={asked}
      exchange={last.exchange}
      result={result}
      body={body}
      round={conversation.rounds.length}
      retry={retry?.of === last.exchange ? retry.is : { kind: 'not-yet' }}
      onAgain={again}
      show={<Button onClick={() => onShow(last.exchange)}>Show the message</Button>}
    />
  );
}

/** A request that was answered with questions, and the answer, as the log has them. */
function readAsked(engine: Engine, id: string) {
  const exchange = engine.world().exchangeById.get(id);
  const seq = resultSeq(exchange);
  if (exchange === undefined || seq === undefined) return undefined;
  const body = engine.log.bodyText(seq);
  const result = askedResult(body);
  if (result === undefined) return undefined;
  const { endpoint, method, requestSeq } = exchange;
  const { headers } = engine.log.read(requestSeq);
  const text = engine.log.bodyText(requestSeq);
  const asked: Prepared = { endpoint, method, id: exchange.rpcId ?? 0, headers: headers ?? [], text };
  return { asked, result, body };
}

/** What the server gave once it had its answers. */
function Over(props: RequestAsksProps & { readonly exchange: string }): ReactNode {
  const { engine, conversation, exchange, onShow, onTask } = props;
  const found = engine.world().exchangeById.get(exchange);
  const [taskId] = found?.taskIds ?? [];
  const seq = resultSeq(found);
  const result = seq === undefined ? undefined : askedResult(engine.log.bodyText(seq));
  return (
    <section className={styles.rounds} aria-label="What came of it">
      <h2 tabIndex={-1}>
        {taskId === undefined
          ? 'Answered: the server gave its result'
          : 'Answered: the server made a task of it'}
      </h2>
      <Rounds engine={engine} conversation={conversation} current="" />
      {taskId === undefined && result !== undefined && props.draw?.(result)}
      {taskId === undefined && props.draw === undefined && (
        <Code label="The result" text={prettyJson(resultOf(engine, exchange))} />
      )}
      <div className={styles.actions}>
        {taskId !== undefined && (
          <Button variant="primary" onClick={() => onTask(taskId)}>
            Show the task
          </Button>
        )}
        <Button onClick={() => onShow(exchange)}>Show the message</Button>
      </div>
    </section>
  );
}

function resultOf(engine: Engine, id: string): string {
  const exchange = engine.world().exchangeById.get(id);
  const seq = exchange && resultSeq(exchange);
  const read = JsonTree.read(seq === undefined ? '' : engine.log.bodyText(seq));
  return (read.ok ? rawAt(read.tree, ['result']) : undefined) ?? '';
}
