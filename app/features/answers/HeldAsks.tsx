import { type ReactNode, useId, useMemo, useState } from 'react';
import { type Engine, prettyJson } from '../../engine/index.ts';
import { useAllFit } from '../../forms/useAllFit.ts';
import { Button } from '../../ui/Button.tsx';
import { Code } from '../../ui/Code.tsx';
import { Empty, Section } from '../../ui/Section.tsx';
import { AskedCard } from './AskedCard.tsx';
import { type AnswerDraft, readRound, responseOf } from './asked.ts';
import { type HeldRequest, heldRequests } from './held-requests.ts';
import styles from './rounds.module.css';
import { typedAnswers } from './typed-answers.ts';

export interface HeldAsksProps {
  readonly engine: Engine;
  readonly request: HeldRequest;
}

const ENDED = {
  answered: 'Answered. The traffic shows the response that was posted.',
  gone: 'The server took the question back, or its session ended. No answer can reach it; what you typed is kept here.',
} as const;

/** A request of a legacy server, and the result that answers it. */
export function HeldAsks({ engine, request }: HeldAsksProps): ReactNode {
  const id = useId();
  const { method, params, state } = request;
  const [question] = useMemo(
    () => readRound({ inputRequests: { [method]: { method, params } } }).questions,
    [method, params],
  );
  const [typed] = useState(() =>
    typedAnswers({
      ...{ recording: engine.world().recording, endpoint: request.endpoint },
      ...{ method: 'held', name: String(request.id) },
    }),
  );
  const [draft, setDraft] = useState<AnswerDraft | undefined>(
    () => question && (typed.get(question.identity) ?? question.start),
  );
  const out = question && draft && responseOf(question, draft);
  const allFit = useAllFit(() => {
    if (out?.ok !== true) return;
    heldRequests(engine).answer(request.id, out.value);
    typed.clear();
  });
  if (question === undefined || draft === undefined) return null;
  const hasForm = question.kind === 'form' && draft.action === 'accept';
  const isOpen = state === 'open';
  return (
    <section className={styles.rounds} aria-label="What the server asks in its session">
      {state !== 'open' && (
        <p className={styles.note} role="status">
          {ENDED[state]}
        </p>
      )}
      <AskedCard
        id={id}
        question={question}
        draft={draft}
        disabled={!isOpen}
        mayLeave={false}
        raw={JSON.stringify({ method, params })}
        onChange={(next) => {
          allFit.changed(id);
          typed.set(question.identity, next);
          setDraft(next);
        }}
        onFit={() => {
          if (!allFit.fit(id)) allFit.ask([]);
        }}
      />
      {isOpen && (
        <div className={styles.actions}>
          <Button
            variant="primary"
            disabled={out?.ok !== true}
            onClick={() => allFit.ask(hasForm ? [id] : [])}
          >
            Send answer
          </Button>
          <Button onClick={() => heldRequests(engine).refuse(request.id)}>Refuse with an error</Button>
        </div>
      )}
      <Section title="The result that will be sent">{null}</Section>
      {out?.ok === true ? (
        <Code label="The result that will be sent" text={prettyJson(JSON.stringify(out.value))} />
      ) : (
        <Empty title="Nothing can be sent yet">{out?.reason}</Empty>
      )}
    </section>
  );
}
