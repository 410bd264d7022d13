import type { ShownProblem } from './ProblemCard.tsx';

/** A problem on its way through code that throws (react-query). */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly problem: ShownProblem;
  readonly exchange: string | undefined;

  constructor(problem: ShownProblem, exchange: string | undefined) {
    super(problem.message);
    this.problem = problem;
    this.exchange = exchange;
  }
}

/** The problem that an error carries; anything else is a fault of this page and says so. */
export function problemOf(error: unknown): ShownProblem {
  if (error instanceof Failure) return error.problem;
  return {
    kind: 'page',
    code: 'unexpected',
    message: 'Something in this page went wrong.',
    detail: error instanceof Error ? error.message : String(error),
    next: 'Try again; if it stays, reload the page: the recording is kept.',
  };
}
