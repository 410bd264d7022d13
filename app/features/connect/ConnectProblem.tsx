import type { ReactNode } from 'react';
import type { Problem } from '../../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import { ProblemCard } from '../../ui/ProblemCard.tsx';

export interface ConnectProblemProps {
  readonly url: string;
  readonly problem: Problem;
  readonly exchange: string | undefined;
  readonly onRetry: () => void;
  /** Left out where a sign-in is no answer to it. */
  readonly onSignIn: (() => void) | undefined;
  readonly onOptions: () => void;
  readonly onShow: (exchange: string) => void;
  readonly onDismiss: () => void;
}

/** Why connecting failed, and what can be done. */
export function ConnectProblem(props: ConnectProblemProps): ReactNode {
  const { problem, exchange } = props;
  return (
    <ProblemCard problem={problem}>
      {props.onSignIn !== undefined && (
        <Button variant="primary" onClick={props.onSignIn}>
          Sign in
        </Button>
      )}
      <Button variant={props.onSignIn === undefined ? 'primary' : 'plain'} onClick={props.onRetry}>
        Try again
      </Button>
      <Button onClick={props.onOptions}>Endpoint options</Button>
      {exchange !== undefined && <Button onClick={() => props.onShow(exchange)}>Show the message</Button>}
      <Button variant="ghost" onClick={props.onDismiss}>
        Dismiss
      </Button>
      <code>{props.url}</code>
    </ProblemCard>
  );
}
