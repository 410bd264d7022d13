import { isObject, type JsonObject, own, ownString, sameJson } from '../../../server/protocol/json.ts';
import { isLegalTransition, isTerminal, type TaskSnapshot } from '../../../server/protocol/task.ts';
import type { TaskState } from './folded.ts';
import type { Observation, Question } from './model.ts';
import { changedPaths } from './paths.ts';

/** Where a snapshot came from. `sentAt`: mono of the request that it answers (for a push: of its listen). */
export interface Seen {
  readonly seq: number;
  readonly exchange: string;
  readonly mono: number;
  readonly wall: number;
  readonly via: 'handle' | 'poll' | 'push';
  readonly sentAt: number;
  readonly problems?: readonly string[];
}

/**
 * Adds what a server said about a task. The newest word counts, even an illegal one (it is marked); only an answer that crossed a
 * newer one on its way (older revision or time, and asked for before the newer one came) is marked stale and changes nothing.
 */
export function observe(task: TaskState, snapshot: TaskSnapshot, seen: Seen): TaskState {
  const stale = isStale(task, snapshot, seen);
  const { problems, changed } = stale ? staleNews(task, snapshot) : news(task, snapshot);
  const observation: Observation = {
    seq: seen.seq,
    exchange: seen.exchange,
    mono: seen.mono,
    wall: seen.wall,
    via: seen.via,
    status: snapshot.status,
    statusMessage: snapshot.statusMessage,
    ttlMs: snapshot.ttlMs,
    pollIntervalMs: snapshot.pollIntervalMs,
    revision: snapshot.revision,
    changed: changed.length === 0 ? NONE : changed,
    problems: both(seen.problems, problems),
    ...(own(own(snapshot.raw, 'result'), 'isError') === true ? { toolError: true as const } : {}),
    ...(stale ? { stale: true } : {}),
  };
  const observations = task.observations.push(observation);
  const pushCount = task.pushCount + (seen.via === 'push' ? 1 : 0);
  if (stale) return { ...task, observations, pushCount };
  return {
    ...task,
    observations,
    pushCount,
    latest: observation,
    status: snapshot.status,
    createdAt: snapshot.createdAt ?? task.createdAt,
    lastUpdatedAt: snapshot.lastUpdatedAt,
    ttlMs: snapshot.ttlMs,
    pollIntervalMs: snapshot.pollIntervalMs,
    segmentList: segments(task, snapshot, seen.mono),
    questionDict: questions(task, snapshot, seen),
    raw: snapshot.raw,
    gone: undefined,
  };
}

/** What an observer should notice about an answer, in a few words. */
export function noteOf(observation: Observation | undefined): string {
  if (observation === undefined) return '';
  const { changed, problems } = observation;
  const news = changed.length === 0 ? ['no change'] : changed;
  return [news.join(', '), ...problems].join('; ');
}

/** Shared, because most observations have neither news nor problems. */
const NONE: readonly string[] = [];

function both(a: readonly string[] | undefined, b: readonly string[]): readonly string[] {
  if (a === undefined || a.length === 0) return b.length === 0 ? NONE : b;
  return [...a, ...b];
}

function isStale(task: TaskState, snapshot: TaskSnapshot, seen: Seen): boolean {
  const { latest } = task;
  if (latest === undefined || seen.via === 'handle' || seen.sentAt >= latest.mono) return false;
  if (latest.revision !== undefined && snapshot.revision !== undefined)
    return snapshot.revision < latest.revision;
  const before = task.lastUpdatedAt === undefined ? Number.NaN : Date.parse(task.lastUpdatedAt);
  const now = snapshot.lastUpdatedAt === undefined ? Number.NaN : Date.parse(snapshot.lastUpdatedAt);
  return now < before;
}

function staleNews(task: TaskState, snapshot: TaskSnapshot): { problems: string[]; changed: string[] } {
  const than =
    task.latest?.revision === undefined ? '' : ` (revision ${snapshot.revision} < ${task.latest.revision})`;
  return {
    problems: [...snapshot.problems, `older than what was seen before${than}: it crossed on the way`],
    changed: [],
  };
}

function news(task: TaskState, snapshot: TaskSnapshot): { problems: string[]; changed: string[] } {
  const before = task.raw;
  const problems = [...snapshot.problems];
  if (before === undefined)
    return { problems, changed: ['status', ...changedPaths({}, keysOnly(snapshot.raw))] };
  const changed = changedPaths(before, snapshot.raw);
  const from = task.status;
  if (from !== undefined && !isLegalTransition(from, snapshot.status))
    problems.push(`${from} → ${snapshot.status}: illegal, ${from} is final`);
  else if (from !== undefined && isTerminal(from)) {
    const rewritten = changed.filter((path) => /^[+-]? ?(result|error)$/.test(path));
    if (rewritten.length > 0) problems.push(`${rewritten.join(', ')} changed after the task had ended`);
  }
  if (changed.includes('createdAt')) problems.push('createdAt changed; a task is made once');
  if (
    task.latest?.revision !== undefined &&
    snapshot.revision !== undefined &&
    snapshot.revision < task.latest.revision
  )
    problems.push(`revision went back from ${task.latest.revision} to ${snapshot.revision}`);
  for (const [key, request] of entries(snapshot.inputRequests)) {
    const known = task.questionDict.get(key);
    if (known?.state === 'answered' || known?.state === 'gone')
      problems.push(
        `inputRequests.${key} is asked again after it had gone; keys are unique for a task's lifetime`,
      );
    else if (known !== undefined && !sameJson(known.params, paramsOf(request)))
      problems.push(`inputRequests.${key} changed while it was outstanding`);
  }
  return { problems, changed };
}

/** A first snapshot's news are its questions; that it has the other fields is none. */
function keysOnly(raw: JsonObject): JsonObject {
  const inputRequests = own(raw, 'inputRequests');
  return inputRequests === undefined ? {} : { inputRequests };
}

function segments(task: TaskState, snapshot: TaskSnapshot, mono: number): TaskState['segmentList'] {
  const list = task.segmentList;
  const last = list.last();
  if (last !== undefined && last.status === snapshot.status && last.to === undefined) return list;
  const closed =
    last === undefined || last.to !== undefined ? list : list.set(list.size - 1, { ...last, to: mono });
  return closed.push({ status: snapshot.status, from: mono, to: undefined });
}

/** R43: a key is one question however often it is listed. One that is no longer listed was answered by us, or is gone. */
function questions(task: TaskState, snapshot: TaskSnapshot, seen: Seen): TaskState['questionDict'] {
  let dict = task.questionDict;
  const listed = new Map(entries(snapshot.inputRequests));
  for (const [key, request] of listed) {
    const known = dict.get(key);
    const params = paramsOf(request);
    const method = ownString(request, 'method') ?? '';
    if (known === undefined)
      dict = dict.set(key, {
        key,
        method,
        params,
        firstSeq: seen.seq,
        textSeq: seen.seq,
        firstMono: seen.mono,
        firstWall: seen.wall,
        state: 'open',
        response: undefined,
        sentAt: undefined,
        updateExchange: undefined,
        problem: undefined,
      });
    else if (known.state === 'answered' || known.state === 'gone')
      dict = dict.set(key, { ...known, method, params, textSeq: seen.seq, state: 'open' });
    else if (!sameJson(known.params, params))
      dict = dict.set(key, { ...known, method, params, textSeq: seen.seq });
  }
  // Only what the snapshot before listed can vanish now: walking all questions each time would be quadratic.
  for (const [key] of entries(requestsOf(task.raw))) {
    const known = dict.get(key);
    if (known === undefined || listed.has(key)) continue;
    const state = withoutListing(known.state);
    if (state !== known.state) dict = dict.set(key, { ...known, state });
  }
  return dict;
}

function withoutListing(state: Question['state']): Question['state'] {
  if (state === 'acknowledged' || state === 'sending') return 'answered';
  return state === 'answered' ? 'answered' : 'gone';
}

function requestsOf(raw: JsonObject | undefined): JsonObject | undefined {
  const requests = own(raw, 'inputRequests');
  return isObject(requests) ? requests : undefined;
}

function entries(requests: JsonObject | undefined): [string, JsonObject][] {
  return Object.entries(requests ?? {}).map(([key, request]) => [key, isObject(request) ? request : {}]);
}

function paramsOf(request: JsonObject): JsonObject {
  const params = own(request, 'params');
  return isObject(params) ? params : {};
}
