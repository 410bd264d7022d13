import type { ReactNode } from 'react';
import { ownString } from '../../../server/protocol/json.ts';
import { newsOf } from '../../engine/derive/news.ts';
import type { Engine, JsonObject } from '../../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import { News } from '../../ui/News.tsx';
import { ProblemCard } from '../../ui/ProblemCard.tsx';
import { Empty } from '../../ui/Section.tsx';
import styles from './resources.module.css';
import type { Asked } from './useAsking.ts';

export interface AnswerProps {
  readonly engine: Engine;
  readonly asked: Asked;
  readonly onShow: (exchange: string) => void;
  /** The result, where it is one. */
  readonly children: (result: JsonObject) => ReactNode;
  readonly rounds: DrawRounds;
}

/** Draws what the server asks before it answers, by the exchange that was answered so, and in the end its result. */
export type DrawRounds = (exchange: string, draw: (result: JsonObject) => ReactNode) => ReactNode;

/** What came of a request: its result, what the server said beside it, or the problem. */
export function Answer({ engine, asked, onShow, children, rounds }: AnswerProps): ReactNode {
  if (asked.kind === 'not-yet') return null;
  if (asked.kind === 'asking') return <Empty busy title="Waiting for the answer" />;
  const { answer } = asked;
  const exchange =
    answer.exchange === undefined ? undefined : engine.world().exchangeById.get(answer.exchange);
  const show = exchange !== undefined && (
    <Button onClick={() => onShow(exchange.id)}>Show the message</Button>
  );
  if (!answer.ok) return <ProblemCard problem={answer.problem}>{show}</ProblemCard>;
  const news = exchange === undefined ? [] : newsOf(exchange, (seq) => engine.log.bodyText(seq));
  return (
    <section aria-label="The answer" className={styles.answer}>
      {news.length > 0 && <News label="Said beside the answer" items={news} />}
      {ownString(answer.value, 'resultType') === 'input_required'
        ? rounds(answer.exchange, children)
        : children(answer.value)}
      <div className={styles.actions}>{show}</div>
    </section>
  );
}
