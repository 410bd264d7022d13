import type { ReactNode } from 'react';
import type { AskedRound, Conversation } from '../../engine/derive/conversations.ts';
import { type Engine, prettyJson } from '../../engine/index.ts';
import { Code } from '../../ui/Code.tsx';
import { bytes, offset } from '../../ui/format.ts';
import { visible } from '../../ui/label.ts';
import { echoOf, stateNews } from './request-state.ts';
import styles from './rounds.module.css';
import { paramText } from './sent-text.ts';

export interface RoundsProps {
  readonly engine: Engine;
  readonly conversation: Conversation;
  /** The exchange whose answer is drawn in full below; the rounds before it are told here. */
  readonly current: string;
}

/** The rounds of a request as one conversation: what was asked, what was answered, and how `requestState` went to and fro. */
export function Rounds({ engine, conversation, current }: RoundsProps): ReactNode {
  const { rounds } = conversation;
  const at = rounds.findIndex(({ exchange }) => exchange === current);
  const shown = at < 0 ? rounds : rounds.slice(0, at + 1);
  return (
    <ol aria-label="Rounds so far" className={styles.conversation}>
      {shown.map((round, i) => (
        <li key={round.exchange}>
          <Round engine={engine} round={round} before={shown[i - 1]} n={i + 1} />
        </li>
      ))}
    </ol>
  );
}

interface RoundProps {
  readonly engine: Engine;
  readonly round: AskedRound;
  readonly before: AskedRound | undefined;
  readonly n: number;
}

function Round({ engine, round, before, n }: RoundProps): ReactNode {
  const { exchangeById } = engine.world();
  const asked = exchangeById.get(round.exchange);
  const retry = round.retry === undefined ? undefined : exchangeById.get(round.retry);
  const answers = retry && paramText(engine, retry, 'inputResponses');
  const size = round.state === undefined ? undefined : new TextEncoder().encode(round.state).length;
  return (
    <>
      <p>
        <b>Round {n}</b>: request {idText(asked?.rpcId)} at {offset(asked?.sentAt ?? round.mono)} s was
        answered with{' '}
        {round.keys.length === 0
          ? 'no question'
          : round.keys.map((key, i) => (
              <span key={key}>
                {i > 0 && ', '}
                <code>{visible(key)}</code>
              </span>
            ))}
        .
      </p>
      <p className={styles.dim}>
        requestState: {size === undefined ? 'none' : `${bytes(size)}, opaque`}
        {stateNews(round.state, before?.state, n)}
      </p>
      {retry !== undefined && (
        <p className={styles.dim}>
          Answered by request {idText(retry.rpcId)}
          {retry.state === 'failed' || retry.problem !== undefined ? ', which came to nothing' : ''};{' '}
          {echoOf(round.state, paramText(engine, retry, 'requestState'))}.
        </p>
      )}
      {answers !== undefined && (
        <details>
          <summary>The answers of round {n}</summary>
          <Code label={`The answers of round ${n}`} text={prettyJson(answers)} />
        </details>
      )}
    </>
  );
}

function idText(id: string | number | undefined): string {
  return id === undefined ? '' : JSON.stringify(id);
}
