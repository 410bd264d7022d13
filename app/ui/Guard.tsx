import { Component, type ReactNode, Suspense } from 'react';
import { Button } from './Button.tsx';
import { ProblemCard } from './ProblemCard.tsx';

export interface GuardProps {
  /** Shown while the code of what is inside is on its way. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
  /** Loads the page anew; a test's own. A module that failed to load is not asked for again by the page that failed. */
  readonly reload?: () => void;
}

/**
 * Waits for the code of a part of the page. Where that does not come, or the part breaks while it is drawn, the part says so and what
 * to do, and the rest of the page goes on: without this React would take the whole page away.
 */
export class Guard extends Component<GuardProps, { readonly error: Error | undefined }> {
  override state: { readonly error: Error | undefined } = { error: undefined };

  static getDerivedStateFromError(thrown: unknown): { readonly error: Error } {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return <Suspense fallback={this.props.fallback}>{this.props.children}</Suspense>;
    return (
      <ProblemCard
        problem={{
          kind: 'page',
          code: 'part-failed',
          message: 'This part of the page could not be shown.',
          detail: error.message,
          next: 'Load the page again; nothing recorded is lost. If that fails, too, see whether the server that serves the page still runs.',
        }}
      >
        <Button onClick={this.props.reload ?? (() => location.reload())}>Load the page again</Button>
      </ProblemCard>
    );
  }
}
