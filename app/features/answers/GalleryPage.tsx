import { type ReactNode, useRef, useState } from 'react';
import { prettyJson } from '../../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Code } from '../../ui/Code.tsx';
import { Empty } from '../../ui/Section.tsx';
import { useSeen } from '../../ui/useSeen.ts';
import { AskedCard } from './AskedCard.tsx';
import { type AnswerDraft, type AskedQuestion, readRound, responseOf, responseText } from './asked.ts';
import { GALLERY, type GalleryQuestion } from './gallery-questions.ts';
import styles from './inbox.module.css';

export interface GalleryPageProps {
  readonly onAnswers: () => void;
}

/** One question of every kind, with the exact answer that it would get. Nobody asks, and nothing is sent. */
export function GalleryPage({ onAnswers }: GalleryPageProps): ReactNode {
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>One question of every kind</h1>
        <p>No server asks these, and nothing is sent: below each stands what its answer would be.</p>
        <Button variant="ghost" onClick={onAnswers}>
          Back to the answers
        </Button>
      </div>
      <ul className={styles.gallery} aria-label="Questions">
        {GALLERY.map((shown, i) => (
          <li key={shown.key}>
            <Shown shown={shown} early={i < 4} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Shown({ shown, early }: { readonly shown: GalleryQuestion; readonly early: boolean }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const seen = useSeen(box, early);
  const [question] = readRound({ inputRequests: { [shown.key]: shown.request } }).questions;
  return (
    <div ref={box} className={styles.shown}>
      <h2>{shown.shows}</h2>
      {question === undefined || !seen ? (
        <Empty busy title="The question comes when it is in view" />
      ) : (
        <GalleryCard question={question} raw={JSON.stringify(shown.request)} />
      )}
    </div>
  );
}

export interface GalleryCardProps {
  readonly question: AskedQuestion;
  /** The question as it came. */
  readonly raw: string;
}

/** A question, and the entry of `inputResponses` that would answer it. */
export function GalleryCard({ question, raw }: GalleryCardProps): ReactNode {
  const [draft, setDraft] = useState<AnswerDraft>(question.start);
  const out = responseOf(question, draft);
  return (
    <>
      <AskedCard
        id={`gallery-${question.key}`}
        question={question}
        draft={draft}
        disabled={false}
        raw={raw}
        onChange={setDraft}
        onFit={() => undefined}
      />
      {out === undefined ? (
        <p className={styles.dim}>Nothing would be said of it.</p>
      ) : out.ok ? (
        <Code
          label={`What would answer ${question.key}`}
          text={prettyJson(responseText(question, draft) ?? '')}
        />
      ) : (
        <Empty title="Nothing could be sent">{out.reason}</Empty>
      )}
    </>
  );
}
