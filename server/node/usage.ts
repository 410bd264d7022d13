/** A wrong command line: one line that says what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
