import type { Exchange, FrameRef, List } from '../../engine/derive/model.ts';
import { bytes, millis, offset } from '../../ui/format.ts';
import { visible } from '../../ui/label.ts';
import { answered, type QuietRun, type Row } from './row.ts';

const known = new WeakMap<Exchange, readonly Row[]>();

/** The rows of one exchange. Frames get rows of their own on streams that say more than one thing. */
function rowsOf(exchange: Exchange): readonly Row[] {
  const found = known.get(exchange);
  if (found !== undefined) return found;
  const rows: Row[] = [{ key: exchange.id, exchange, frame: undefined, mono: exchange.sentAt }];
  if (exchange.method === 'subscriptions/listen' || exchange.frames.size > 1) {
    let n = 0;
    for (const frame of exchange.frames) {
      rows.push({ key: frameKey(exchange.id, n), exchange, frame, mono: frame.mono });
      n += 1;
    }
  }
  known.set(exchange, rows);
  return rows;
}

export function frameKey(exchange: string, n: number): string {
  return `${exchange}#${n}`;
}

/** All rows in the order of time; equal times keep the order of the log. */
export function flatRows(exchanges: List<Exchange>): Row[] {
  const rows: Row[] = [];
  let sorted = true;
  for (const exchange of exchanges) {
    for (const row of rowsOf(exchange)) {
      if (row.mono < (rows.at(-1)?.mono ?? 0)) sorted = false;
      rows.push(row);
    }
  }
  return sorted ? rows : rows.sort((a, b) => a.mono - b.mono);
}

/** The texts of a row's cells. */
export interface Cells {
  readonly time: string;
  readonly method: string;
  readonly what: string;
  readonly http: string;
  readonly resultType: string | undefined;
  /** A JSON-RPC error or an unreadable answer stands where a resultType would. */
  readonly rpcError: string | undefined;
  readonly status: string | undefined;
  readonly ms: string;
  readonly bytes: string;
  /** Why there is no usable answer, in plain words; it stands where resultType and status would. */
  readonly reason: string | undefined;
  readonly note: string;
  readonly failed: boolean;
  /** How many messages the row stands for, where it is more than one. */
  readonly count?: number;
}

export function cellsOf(row: Row): Cells {
  const { exchange, frame } = row;
  if (frame !== undefined) return frameCells(row, frame);
  if (row.quiet !== undefined) return quietCells(row, row.quiet);
  const { outcome } = exchange;
  const isError = outcome?.kind === 'error' || outcome?.kind === 'malformed';
  const failed = exchange.state === 'failed' || isError || exchange.problem !== undefined;
  return {
    time: offset(exchange.sentAt),
    method: nameOf(exchange),
    what: whatOf(exchange),
    http: exchange.httpStatus === undefined ? '' : String(exchange.httpStatus),
    resultType: outcome?.resultType,
    rpcError: outcome?.kind === 'error' ? `error ${outcome.code ?? ''}` : isError ? 'malformed' : undefined,
    status: exchange.method === 'subscriptions/listen' ? undefined : exchange.taskStatus,
    ms: exchange.endAt === undefined ? '' : millis(exchange.endAt - exchange.sentAt),
    bytes: exchange.bytes === 0 ? '' : bytes(exchange.bytes),
    reason: reasonOf(exchange),
    note: noteOf(exchange),
    failed,
  };
}

/** The JSON-RPC method, or what the exchange is a step of. */
export function nameOf({ method, step }: Exchange): string {
  return method === '' ? (step ?? '') : method;
}

/** The latest answer stands for all: they are alike. */
function quietCells(row: Row, { members }: QuietRun): Cells {
  const polls = answered(members);
  const latest: Row = { ...row, quiet: undefined };
  const told = polls.filter(({ exchange }) => !exchange.own).length;
  return {
    ...cellsOf(latest),
    time: offset(row.mono),
    method: `tasks/get ×${polls.length}`,
    ms: '',
    bytes: bytes(polls.reduce((sum, { exchange }) => sum + exchange.bytes, 0)),
    note:
      told === 0 ? 'no change' : `no change · ${told === polls.length ? '' : `${told} `}sent by another tab`,
    count: polls.length,
  };
}

function frameCells(row: Row, frame: FrameRef): Cells {
  return {
    time: offset(frame.mono),
    method: frame.comment ? ': comment' : (frame.method ?? 'response'),
    what: frame.taskId === undefined ? '' : shorter(frame.taskId),
    http: '',
    resultType: frame.method === undefined && !frame.comment ? row.exchange.outcome?.resultType : undefined,
    rpcError: undefined,
    status: frame.status,
    ms: '',
    bytes: '',
    reason: undefined,
    note: frame.comment ? 'keeps the stream alive' : `on stream ${String(row.exchange.rpcId ?? '')}`,
    failed: false,
  };
}

function whatOf(exchange: Exchange): string {
  if (exchange.method === 'subscriptions/listen') {
    const n = exchange.taskIds.length;
    return n === 0 ? 'changes' : n === 1 ? '1 task' : `${n} tasks`;
  }
  const { name } = exchange;
  // What an answer of the endpoint has named is somewhere else.
  if (exchange.step !== undefined && exchange.url !== exchange.endpoint) return new URL(exchange.url).host;
  if (name === undefined) return '';
  return exchange.taskIds.includes(name) ? shorter(name) : visible(name);
}

/** An id in a narrow column: its end tells ids apart, since the beginning of many kinds of id is the time or a prefix. */
function shorter(id: string): string {
  return id.length > 10 ? `${visible(id.slice(0, 4))}…${visible(id.slice(-4))}` : visible(id);
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

/** Failed rows say why in plain words, across the columns that nothing was said for. */
function reasonOf(exchange: Exchange): string | undefined {
  const said = exchange.outcome !== undefined || exchange.taskStatus !== undefined;
  return said ? undefined : exchange.problem?.message;
}

function noteOf(exchange: Exchange): string {
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
