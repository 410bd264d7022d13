import type { Exchange, FrameRef } from '../model.ts';

/** What an observer should notice of a message, in words. Nothing here is laid out: bodies and numbers have columns of their own. */
export function noteOf(exchange: Exchange): string {
  const parts: string[] = [];
  if (reasonOf(exchange) !== undefined) parts.push(...(exchange.note === undefined ? [] : [exchange.note]));
  else if (exchange.problem !== undefined) parts.push(exchange.problem.message);
  else if (exchange.outcome?.kind === 'error') parts.push(exchange.outcome.message ?? 'JSON-RPC error');
  if (exchange.note !== undefined && !parts.includes(exchange.note)) parts.push(byWeight(exchange.note));
  if (parts.length === 0 && exchange.state === 'open') parts.push('waiting for the answer');
  if (parts.length === 0 && exchange.state === 'streaming') parts.push('stream open');
  if (exchange.composed === true) parts.push('composed');
  if (!exchange.own) parts.push('sent by another tab');
  return parts.join(' · ');
}

export function frameNote(exchange: Exchange, frame: FrameRef): string {
  return frame.comment ? 'keeps the stream alive' : `on stream ${String(exchange.rpcId ?? '')}`;
}

/** Failed rows say why in plain words, across the columns that nothing was said for. */
export function reasonOf(exchange: Exchange): string | undefined {
  const said = exchange.outcome !== undefined || exchange.taskStatus !== undefined;
  return said ? undefined : exchange.problem?.message;
}

/** The JSON-RPC method, or what the exchange is a step of. */
export function nameOf({ method, step }: Exchange): string {
  return method === '' ? (step ?? '') : method;
}

export function frameName(frame: FrameRef): string {
  return frame.comment ? ': comment' : (frame.method ?? 'response');
}

/** The resultType of an answer, or `error` or `malformed` where it has none. */
export function typeOf({ outcome }: Exchange): string | undefined {
  return outcome?.kind === 'error' || outcome?.kind === 'malformed' ? outcome.kind : outcome?.resultType;
}

/** A request that is asked again by itself has not failed where only the page went (its reload, its end): nothing is wrong with the server. */
export function hasFailed({ state, outcome, problem, method }: Exchange): boolean {
  const once = ['tools/call', 'tasks/update', 'tasks/cancel'].includes(method);
  if (problem?.kind === 'network' && problem.code === 'cut' && !once) return false;
  return (
    state === 'failed' || outcome?.kind === 'error' || outcome?.kind === 'malformed' || problem !== undefined
  );
}

/** The paths of a note in the order in which they matter: the status has a column of its own. */
function byWeight(note: string): string {
  const weight = (path: string): number =>
    path.includes('inputRequests') || /^[+-] (result|error)/.test(path) ? 0 : path === 'status' ? 2 : 1;
  return note
    .split(', ')
    .sort((a, b) => weight(a) - weight(b))
    .join(', ');
}
