import type { Exchange, FrameRef } from '../../engine/derive/model.ts';
import { frameName, frameNote, hasFailed, nameOf, noteOf, reasonOf } from '../../engine/derive/wire/note.ts';
import { bytes, count, millis, offset } from '../../ui/format.ts';
import { visible } from '../../ui/label.ts';
import type { Operation, QuietRun, Row } from './row.ts';

/** The texts of a row's cells. */
export interface Cells {
  readonly time: string;
  /** `→` asked by this side, `←` came on a stream. */
  readonly dir: string;
  readonly method: string;
  readonly what: string;
  readonly http: string;
  /** `result`, an error code, or `malformed`. */
  readonly rpc: string;
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
  if (row.op?.open === false) return operationCells(row, row.op);
  return plainCells(exchange);
}

function plainCells(exchange: Exchange): Cells {
  const { outcome } = exchange;
  const isError = outcome?.kind === 'error' || outcome?.kind === 'malformed';
  return {
    time: offset(exchange.sentAt),
    dir: '→',
    method: nameOf(exchange),
    what: whatOf(exchange),
    http: exchange.httpStatus === undefined ? '' : String(exchange.httpStatus),
    rpc: outcome?.kind === 'error' ? String(outcome.code ?? 'error') : (outcome?.kind ?? ''),
    resultType: outcome?.resultType,
    rpcError: outcome?.kind === 'error' ? `error ${outcome.code ?? ''}` : isError ? 'malformed' : undefined,
    status: exchange.method === 'subscriptions/listen' ? undefined : exchange.taskStatus,
    ms: exchange.endAt === undefined ? '' : millis(exchange.endAt - exchange.sentAt),
    bytes: exchange.bytes === 0 ? '' : bytes(exchange.bytes),
    reason: reasonOf(exchange),
    note: noteOf(exchange),
    failed: hasFailed(exchange),
  };
}

/** The latest answer stands for all: they are alike. */
function quietCells({ exchange, mono }: Row, { answered, told, bytes: size }: QuietRun): Cells {
  return {
    ...plainCells(exchange),
    time: offset(mono),
    method: `tasks/get ×${answered}`,
    ms: '',
    bytes: bytes(size),
    note: told === 0 ? 'no change' : `no change · ${told === answered ? '' : `${told} `}sent by another tab`,
    count: answered,
  };
}

/** How it began, where it stands, and how much it was. */
function operationCells({ exchange }: Row, op: Operation): Cells {
  const some = op.left < op.messages ? `${op.left} of ` : '';
  return {
    ...plainCells(exchange),
    ...(op.status === undefined ? {} : { status: op.status, reason: undefined }),
    ms: millis(op.ms),
    bytes: bytes(op.bytes),
    note: [
      `${some}${count(op.messages, 'message')}`,
      ...(op.failed === 0 ? [] : [`${op.failed} failed`]),
      ...(exchange.own ? [] : ['sent by another tab']),
    ].join(' · '),
    count: op.messages,
  };
}

function frameCells({ exchange }: Row, frame: FrameRef): Cells {
  return {
    time: offset(frame.mono),
    dir: '←',
    method: frameName(frame),
    what: frame.taskId === undefined ? '' : shorter(frame.taskId),
    http: '',
    rpc: '',
    resultType: frame.method === undefined && !frame.comment ? exchange.outcome?.resultType : undefined,
    rpcError: undefined,
    status: frame.status,
    ms: '',
    bytes: '',
    reason: undefined,
    note: frameNote(exchange, frame),
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
