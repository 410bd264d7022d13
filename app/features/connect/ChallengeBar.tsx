import type { ReactNode } from 'react';
import type { Challenge } from '../../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './connect.module.css';

export interface ChallengeBarProps {
  readonly challenge: Challenge;
  readonly onSignIn: () => void;
  readonly onShow: (exchange: string) => void;
}

/** Whether a refusal can be met by a sign-in: a 403 only where it says that the token allows too little. */
export function wantsSignIn(challenge: Challenge | undefined): challenge is Challenge {
  if (challenge === undefined) return false;
  return challenge.status === 401 || /error="?insufficient_scope/i.test(challenge.header);
}

/** A connected endpoint has refused a request for lack of a token or of rights. Nothing is sent again by itself. */
export function ChallengeBar({ challenge, onSignIn, onShow }: ChallengeBarProps): ReactNode {
  const more = challenge.status === 403;
  return (
    <section className={styles.strip} aria-label="The endpoint wants a sign-in">
      <div className={styles.ask}>
        <p role="status">
          {more
            ? 'The endpoint refused a request: the token does not allow it (403). More can be asked for; the request is then yours to send again.'
            : 'The endpoint refused a request: it wants a token, or a new one (401).'}
        </p>
        <Button variant="primary" onClick={onSignIn}>
          {more ? 'Ask for more' : 'Sign in'}
        </Button>
        <Button onClick={() => onShow(challenge.exchange)}>Show the message</Button>
      </div>
    </section>
  );
}
