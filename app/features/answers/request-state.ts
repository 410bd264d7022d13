/** What is worth saying of a `requestState` beside its size; both are texts as they were sent. @param n the round, from 1 */
export function stateNews(state: string | undefined, before: string | undefined, n: number): string {
  if (n === 1) return state === undefined ? '' : ': it is kept as it is, and goes to this server only';
  if (state === before) return state === undefined ? '' : ', the same as in the round before';
  if (before === undefined) return ', new in this round';
  return state === undefined ? ': the server has dropped it' : ', another one than in the round before';
}

/** How a retry sent a `requestState` back. */
export function echoOf(state: string | undefined, sent: string | undefined): string {
  if (state === sent)
    return state === undefined ? 'there was no requestState to echo' : 'requestState echoed as it came ✓';
  if (sent === undefined) return 'requestState was not sent back, which the protocol requires';
  return state === undefined
    ? 'it sent a requestState that nobody had asked for'
    : 'requestState was changed on the way back, which the protocol forbids';
}
