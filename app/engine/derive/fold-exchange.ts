import { isLegacyRequest } from '../../../server/protocol/era.ts';
import { headerValue, nameValue } from '../../../server/protocol/headers.ts';
import { isObject, own, ownString } from '../../../server/protocol/json.ts';
import { isRequestId } from '../../../server/protocol/jsonrpc.ts';
import type { Problem } from '../../../server/protocol/problem.ts';
import type { LogEvent } from '../../../server/protocol/recording.ts';
import { readListenFilter } from '../../../server/protocol/subscriptions.ts';
import { type Answer, readAnswer, readFrame, readRequest, readResponse } from './answer.ts';
import { noResponseProblem } from './answer-problems.ts';
import { onListenFrame } from './fold-push.ts';
import { taskAfterAnswer, taskAfterFailure, taskAfterRequest } from './fold-task.ts';
import { type FoldedExchange, type FoldedWorld, putEndpoint, putExchange } from './folded.ts';
import { Vector } from './vector.ts';

export function onRequest(world: FoldedWorld, event: LogEvent, mine: boolean): FoldedWorld {
  const { endpoint, exchange: id } = event;
  if (endpoint === null || id === null) return world;
  const text = event.body !== null && 'text' in event.body ? event.body.text : '';
  const { params, id: bodyId } = readRequest(text);
  const method = event.method ?? '';
  const name =
    nameValue(method, params) ?? (method === 'tasks/result' ? ownString(params, 'taskId') : undefined);
  const rpcId = own(event.data, 'id');
  const listened = method === 'subscriptions/listen' ? (readListenFilter(params)?.taskIds ?? []) : [];
  const step = ownString(event.data, 'step');
  const exchange: FoldedExchange = {
    id,
    ...(step === undefined ? {} : { step }),
    ...(own(event.data, 'composed') === true ? { composed: true as const } : {}),
    ...(isLegacyRequest(method, event.headers ?? []) ? { legacy: true as const } : {}),
    index: world.exchanges.size,
    endpoint,
    tab: event.tab,
    own: mine,
    url: ownString(event.data, 'url') ?? endpoint,
    method,
    name,
    rpcId: isRequestId(rpcId) ? rpcId : bodyId,
    // A notification asks for nothing, so nothing becomes of a task by it.
    taskIds: step !== undefined ? [] : method.startsWith('tasks/') && name !== undefined ? [name] : listened,
    causeSeq: event.cause,
    requestSeq: event.seq,
    sentAt: event.mono,
    headSeq: undefined,
    headAt: undefined,
    httpStatus: undefined,
    view: undefined,
    bodySeq: undefined,
    frames: Vector.empty(),
    endSeq: undefined,
    endAt: undefined,
    bytes: 0,
    outcome: undefined,
    taskStatus: undefined,
    state: 'open',
    problem: undefined,
    note: undefined,
  };
  const next = putExchange(world, exchange, text.length);
  return taskAfterRequest(next, event, exchange, params);
}

export function onHead(world: FoldedWorld, event: LogEvent): FoldedWorld {
  const exchange = exchangeOf(world, event);
  if (exchange === undefined) return world;
  const type = headerValue(event.headers ?? [], 'content-type') ?? '';
  return putExchange(world, {
    ...exchange,
    headSeq: event.seq,
    headAt: event.mono,
    httpStatus: event.status ?? undefined,
    view: event.view ?? undefined,
    state: /^text\/event-stream\b/i.test(type.trim()) ? 'streaming' : exchange.state,
  });
}

export function onBody(world: FoldedWorld, event: LogEvent): FoldedWorld {
  const exchange = exchangeOf(world, event);
  if (exchange === undefined) return world;
  const bytes = own(event.data, 'bytes');
  const size = typeof bytes === 'number' ? bytes : 0;
  // What is no JSON-RPC request has its status as its outcome, a refusal included: metadata are looked for at several places.
  if (exchange.step !== undefined)
    return putExchange(world, { ...exchange, bodySeq: event.seq, bytes: size, state: 'done' }, size);
  const answer = readAnswer(exchange, event.body);
  return onAnswer(world, event, { ...exchange, bodySeq: event.seq, bytes: size }, answer, size);
}

export function onFrame(world: FoldedWorld, event: LogEvent): FoldedWorld {
  const exchange = exchangeOf(world, event);
  if (exchange === undefined) return world;
  const text = event.body !== null && 'text' in event.body ? event.body.text : '';
  const comment = own(event.data, 'comment') === true;
  // The first event of HTTP+SSE names a URL; it is no message (2024-11-05).
  const named = exchange.step !== undefined && own(event.data, 'event') === 'endpoint';
  const read = comment || named || text === '' ? undefined : readFrame(text);
  const frame = {
    seq: event.seq,
    mono: event.mono,
    method: read?.method,
    taskId: read?.taskId,
    status: read?.task?.status,
    comment,
  };
  const next: FoldedExchange = {
    ...exchange,
    frames: exchange.frames.push(frame),
    bytes: exchange.bytes + text.length,
    taskStatus: frame.status ?? exchange.taskStatus,
  };
  const bytes = text.length;
  if (read === undefined) return putExchange(world, next, bytes);
  if (read.reason !== undefined)
    return putExchange(
      world,
      { ...next, note: `frame ${next.frames.size} is unusable: ${read.reason}` },
      bytes,
    );
  const { message } = read;
  const isAnswer = message?.kind === 'result' || message?.kind === 'error';
  if (isAnswer && exchange.step === undefined && exchange.outcome === undefined) {
    const value: Parameters<typeof readResponse>[1] =
      message.kind === 'result'
        ? { jsonrpc: '2.0', id: message.id, result: message.result }
        : {
            jsonrpc: '2.0',
            ...(message.id === undefined ? {} : { id: message.id }),
            error: { ...message.error },
          };
    return onAnswer(world, event, next, readResponse(next, value, text), bytes);
  }
  return onListenFrame(world, event, next, read, bytes);
}

/** What the response says reaches the exchange, its endpoint and its task at once, in the event that carried it. */
function onAnswer(
  world: FoldedWorld,
  event: LogEvent,
  exchange: FoldedExchange,
  answer: Answer,
  bytes: number,
): FoldedWorld {
  const made = exchange.method === 'tools/call' ? answer.task?.taskId : undefined;
  const next: FoldedExchange = {
    ...exchange,
    outcome: answer.outcome,
    taskStatus: answer.task?.status ?? exchange.taskStatus,
    taskIds: made === undefined ? exchange.taskIds : [made],
    problem: answer.problem === undefined ? undefined : { ...answer.problem, exchange: exchange.id },
    note: answer.note ?? exchange.note,
  };
  const seen = endpointAfter(putExchange(world, next, bytes), event, next);
  return next.problem === undefined
    ? taskAfterAnswer(seen, event, next, answer)
    : taskAfterFailure(seen, event, next, next.problem);
}

function endpointAfter(world: FoldedWorld, event: LogEvent, exchange: FoldedExchange): FoldedWorld {
  const ok = exchange.problem === undefined;
  return putEndpoint(world, exchange.endpoint, event.seq, {
    lastProblem: exchange.problem,
    ...(ok && exchange.method === 'server/discover' ? { discoverExchange: exchange.id } : {}),
    ...(ok && exchange.method === 'tools/list' ? { toolsExchange: exchange.id } : {}),
  });
}

export function onEnd(world: FoldedWorld, event: LogEvent): FoldedWorld {
  const exchange = exchangeOf(world, event);
  if (exchange === undefined) return world;
  const bytes = own(event.data, 'bytes');
  const byUs = ownString(event.data, 'by') === 'us';
  const size = typeof bytes === 'number' ? bytes : exchange.bytes;
  const ended: FoldedExchange = { ...exchange, endSeq: event.seq, endAt: event.mono, bytes: size };
  if (exchange.outcome !== undefined || byUs || exchange.step !== undefined)
    return putExchange(world, { ...ended, state: exchange.problem === undefined ? 'done' : 'failed' });
  return failExchange(world, event, ended, noResponseProblem());
}

export function onFail(world: FoldedWorld, event: LogEvent): FoldedWorld {
  const exchange = exchangeOf(world, event);
  if (exchange === undefined) return world;
  const problem = isProblem(event.data) ? event.data : noResponseProblem();
  const ended = { ...exchange, endSeq: event.seq, endAt: event.mono };
  // A stream that breaks after its answer came has been answered.
  if (exchange.outcome !== undefined)
    return putExchange(world, { ...ended, state: exchange.problem === undefined ? 'done' : 'failed' });
  return failExchange(world, event, ended, problem);
}

function failExchange(
  world: FoldedWorld,
  event: LogEvent,
  ended: FoldedExchange,
  problem: Problem,
): FoldedWorld {
  const next: FoldedExchange = { ...ended, state: 'failed', problem: { ...problem, exchange: ended.id } };
  const seen = endpointAfter(putExchange(world, next), event, next);
  return taskAfterFailure(seen, event, next, next.problem ?? problem);
}

function exchangeOf(world: FoldedWorld, event: LogEvent): FoldedExchange | undefined {
  return event.exchange === null ? undefined : world.exchangeById.get(event.exchange);
}

function isProblem(value: unknown): value is Problem {
  return (
    isObject(value) && ['kind', 'code', 'message', 'next'].every((key) => typeof own(value, key) === 'string')
  );
}
