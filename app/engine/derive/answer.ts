import {
  isObject,
  type JsonObject,
  type JsonValue,
  own,
  ownString,
  parseJson,
} from '../../../server/protocol/json.ts';
import {
  isRequestId,
  type RequestId,
  type RpcMessage,
  readMessage,
} from '../../../server/protocol/jsonrpc.ts';
import { readLegacyTask, STATUS_NOTIFICATION } from '../../../server/protocol/legacy-task.ts';
import type { Problem } from '../../../server/protocol/problem.ts';
import type { Body } from '../../../server/protocol/recording.ts';
import { type ReadTask, readTask, type TaskSnapshot } from '../../../server/protocol/task.ts';
import { memberText } from '../json/member.ts';
import {
  emptyProblem,
  htmlProblem,
  nestedTaskProblem,
  notATaskProblem,
  notJsonProblem,
  notMessageProblem,
  redirectProblem,
  rpcProblem,
  statusProblem,
  tooDeepProblem,
  unknownResultTypeProblem,
  wrongIdProblem,
  wrongResultTypeProblem,
  wrongTaskProblem,
} from './answer-problems.ts';
import { legacyTaskIn } from './legacy-answer.ts';
import type { RpcOutcome } from './model.ts';

/** What is asked of an answer: the request it belongs to, and the HTTP around it. */
export interface Asked {
  readonly method: string;
  readonly rpcId: RequestId | undefined;
  /** What `Mcp-Name` mirrored; for task methods the task id. */
  readonly name: string | undefined;
  readonly httpStatus: number | undefined;
  /** The request was of a revision before 2026-07-28, whose results have no `resultType`. */
  readonly legacy?: boolean;
}

/**
 * What a response said. `problem` is set exactly where there is no usable answer. `task` is the snapshot that a handle or a
 * `tasks/get` carried. `note` is a remark on an answer that is usable all the same.
 */
export interface Answer {
  readonly outcome: RpcOutcome | undefined;
  readonly result: JsonObject | undefined;
  readonly task: TaskSnapshot | undefined;
  readonly problem: Problem | undefined;
  readonly note: string | undefined;
}

const MALFORMED: RpcOutcome = {
  kind: 'malformed',
  id: undefined,
  resultType: undefined,
  code: undefined,
  message: undefined,
};

/** Judges the whole body of a response that is no event stream. Never throws. */
export function readAnswer(asked: Asked, body: Body | null): Answer {
  const status = asked.httpStatus ?? 0;
  if (body !== null && 'base64' in body)
    return failed(notJsonProblem('its bytes are not UTF-8', ''), MALFORMED);
  const text = body?.text ?? '';
  // A page sees a redirect as status 0.
  if (status === 0 || (status >= 300 && status < 400)) return failed(redirectProblem(status), MALFORMED);
  const ok = status >= 200 && status < 300;
  if (text.trim() === '') return failed(ok ? emptyProblem(status) : statusProblem(status, ''), MALFORMED);
  const parsed = parseJson(text);
  if (!parsed.ok) {
    if (ok && parsed.reason.startsWith('nested')) return failed(tooDeepProblem(parsed.reason), MALFORMED);
    const html = /^\s*(<!doctype|<html|<head|<body)/i.test(text);
    if (html && ok) return failed(htmlProblem(status, text), MALFORMED);
    return failed(ok ? notJsonProblem(parsed.reason, text) : statusProblem(status, text), MALFORMED);
  }
  const answer = readResponse(asked, parsed.value, text);
  // An HTTP error whose body is no JSON-RPC error is an HTTP error, whatever the body says.
  if (!ok && answer.outcome?.kind !== 'error') return failed(statusProblem(status, text), MALFORMED);
  return answer;
}

/**
 * Judges a parsed value as the response to a request.
 * @param sent the text that `value` was read from
 */
export function readResponse(asked: Asked, value: JsonValue, sent: string): Answer {
  const read = readMessage(value);
  if (!read.ok) return failed(notMessageProblem(read.reason), MALFORMED);
  const { message } = read;
  if (message.kind !== 'result' && message.kind !== 'error')
    return failed(notMessageProblem(`a ${message.kind} stands where the response is expected`), MALFORMED);
  if (message.kind === 'error') {
    const { code, message: text } = message.error;
    const outcome: RpcOutcome = { kind: 'error', id: message.id, resultType: undefined, code, message: text };
    // An error may come without an id (it could not be read); another request's id is a mix-up.
    if (message.id !== undefined && message.id !== asked.rpcId)
      return failed(wrongIdProblem(asked.rpcId, message.id), { ...outcome, kind: 'malformed' });
    return failed(rpcProblem(message.error, asked.httpStatus, errorData(sent)), outcome);
  }
  return readResult(asked, message.id, message.result);
}

/** The `data` of an error as it was sent; undefined where there is none. */
function errorData(text: string): string | undefined {
  const error = memberText(text, 'error');
  return error === undefined ? undefined : memberText(error, 'data');
}

function readResult(asked: Asked, id: RequestId, result: JsonObject): Answer {
  const raw = own(result, 'resultType');
  const resultType = typeof raw === 'string' ? raw : undefined;
  const outcome: RpcOutcome = { kind: 'result', id, resultType, code: undefined, message: undefined };
  const invalid = (problem: Problem): Answer => failed(problem, { ...outcome, kind: 'malformed' }, result);
  if (id !== asked.rpcId) return invalid(wrongIdProblem(asked.rpcId, id));
  if (raw !== undefined && raw !== 'complete' && raw !== 'task' && raw !== 'input_required')
    return invalid(unknownResultTypeProblem(raw));
  const isCall = asked.method === 'tools/call';
  if (isCall && raw === undefined && asked.legacy !== true && isObject(own(result, 'task')))
    return invalid(nestedTaskProblem());
  if (raw === undefined && asked.legacy === true) {
    const { task, problem } = legacyTaskIn(asked, result);
    if (problem !== undefined) return invalid(problem);
    return { outcome, result, task, problem: undefined, note: undefined };
  }
  const notes: string[] = raw === undefined ? ['no resultType: read as complete'] : [];
  if (resultType === 'task' && isCall) {
    const read = readTask(result);
    if (!read.ok) return invalid(notATaskProblem(read.reason));
    return { outcome, result, task: read.task, problem: undefined, note: undefined };
  }
  if (resultType === 'input_required' && isTaskMethod(asked.method))
    return invalid(wrongResultTypeProblem(asked.method, resultType));
  if (resultType === 'task' && asked.method !== 'tasks/get')
    return invalid(wrongResultTypeProblem(asked.method, resultType));
  if (asked.method === 'tasks/get') {
    const read = readTask(result);
    if (!read.ok) return invalid(notATaskProblem(read.reason));
    if (asked.name !== undefined && read.task.taskId !== asked.name)
      return invalid(wrongTaskProblem(asked.name, read.task.taskId));
    // The specification's examples once had "task" here: shown as a deviation, but the state is told plainly enough to use.
    if (resultType === 'task') notes.push('resultType is "task", must be "complete"');
    return { outcome, result, task: read.task, problem: undefined, note: notes.join('; ') || undefined };
  }
  return { outcome, result, task: undefined, problem: undefined, note: notes.join('; ') || undefined };
}

/** One SSE frame as read: the message where it is one, its method, and what it says of a task. */
export interface ReadFrame {
  readonly message: RpcMessage | undefined;
  readonly method: string | undefined;
  readonly taskId: string | undefined;
  readonly task: TaskSnapshot | undefined;
  /** Why the frame is unusable, where it is. */
  readonly reason: string | undefined;
}

/** The notifications that carry a task, of either generation. */
const TASK_NEWS: Readonly<Record<string, (params: unknown) => ReadTask>> = {
  'notifications/tasks': readTask,
  [STATUS_NOTIFICATION]: readLegacyTask,
};

/** Reads the data of one SSE frame. Never throws. */
export function readFrame(text: string): ReadFrame {
  const none = { message: undefined, method: undefined, taskId: undefined, task: undefined };
  const parsed = parseJson(text);
  if (!parsed.ok) return { ...none, reason: `not JSON: ${parsed.reason}` };
  const read = readMessage(parsed.value);
  if (!read.ok) return { ...none, reason: read.reason };
  const { message } = read;
  const method = message.kind === 'request' || message.kind === 'notification' ? message.method : undefined;
  const reads = message.kind === 'notification' ? TASK_NEWS[message.method] : undefined;
  if (reads === undefined || message.kind !== 'notification')
    return { ...none, message, method, reason: undefined };
  const task = reads(message.params);
  const taskId = ownString(message.params, 'taskId');
  return task.ok
    ? { message, method, taskId, task: task.task, reason: undefined }
    : { message, method, taskId, task: undefined, reason: task.reason };
}

/** Parsed parts of a request that the fold keeps; garbage reads as absent. */
export function readRequest(text: string): {
  readonly params: JsonObject | undefined;
  readonly id: RequestId | undefined;
} {
  const parsed = parseJson(text);
  const value = parsed.ok ? parsed.value : null;
  const params = own(value, 'params');
  const id = own(value, 'id');
  return { params: isObject(params) ? params : undefined, id: isRequestId(id) ? id : undefined };
}

function isTaskMethod(method: string): boolean {
  return method.startsWith('tasks/');
}

function failed(problem: Problem, outcome: RpcOutcome, result?: JsonObject): Answer {
  return { outcome, result, task: undefined, problem, note: undefined };
}
