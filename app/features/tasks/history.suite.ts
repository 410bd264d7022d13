import { newTask } from '../../engine/derive/folded.ts';
import type { Exchange, List, Observation, Question, TaskHistory, World } from '../../engine/index.ts';

// Made-up histories for tests of views.

export function listOf<T>(...items: readonly T[]): List<T> {
  return { size: items.length, at: (i) => items[i], [Symbol.iterator]: () => items[Symbol.iterator]() };
}

export const WALL = 1_785_240_000_000;

export function observation(mono: number, more: Partial<Observation> = {}): Observation {
  return {
    seq: Math.round(mono),
    exchange: `x${Math.round(mono)}`,
    mono,
    wall: WALL + mono,
    via: 'poll',
    status: 'working',
    statusMessage: undefined,
    ttlMs: 900_000,
    pollIntervalMs: 1000,
    revision: undefined,
    changed: [],
    problems: [],
    ...more,
  };
}

export function question(more: Partial<Question> = {}): Question {
  return {
    key: 'approve_outline',
    method: 'elicitation/create',
    params: {
      mode: 'form',
      message: 'Approve the generated report outline?',
      requestedSchema: {
        type: 'object',
        properties: { approved: { type: 'boolean' } },
        required: ['approved'],
      },
    },
    firstSeq: 5514,
    textSeq: 5514,
    firstMono: 5514,
    firstWall: WALL + 5514,
    state: 'open',
    response: undefined,
    sentAt: undefined,
    updateExchange: undefined,
    problem: undefined,
    ...more,
  };
}

export function history(observations: readonly Observation[], more: Partial<TaskHistory> = {}): TaskHistory {
  const latest = observations.at(-1);
  const endpoint = 'http://127.0.0.1:6280/mcp';
  const begin = { seq: 0, mono: observations[0]?.mono ?? 0, tool: 'generate_report' };
  return {
    ...newTask(endpoint, 'tsk_7f3a00000000e19d', begin),
    observations: listOf(...observations),
    segments: latest === undefined ? [] : [{ status: latest.status, from: 0, to: undefined }],
    questions: [],
    latest,
    status: latest?.status,
    createdAt: new Date(WALL).toISOString(),
    ttlMs: 900_000,
    pollIntervalMs: 1000,
    ...more,
  };
}

export function exchange(more: Partial<Exchange> = {}): Exchange {
  return {
    id: 'x1',
    index: 0,
    endpoint: 'http://127.0.0.1:6280/mcp',
    tab: 't',
    own: true,
    url: 'http://127.0.0.1:6280/mcp',
    method: 'tasks/get',
    name: 'tsk_7f3a00000000e19d',
    rpcId: 1,
    taskIds: ['tsk_7f3a00000000e19d'],
    causeSeq: null,
    requestSeq: 1,
    sentAt: 1004,
    headSeq: 2,
    headAt: 1005,
    httpStatus: 200,
    view: 'full',
    bodySeq: 3,
    frames: listOf(),
    endSeq: 4,
    endAt: 1006.1,
    bytes: 438,
    outcome: { kind: 'result', id: 1, resultType: 'complete', code: undefined, message: undefined },
    taskStatus: 'working',
    state: 'done',
    problem: undefined,
    note: undefined,
    ...more,
  };
}

export function world(
  tasks: readonly TaskHistory[],
  exchanges: readonly Exchange[] = [],
  more: Partial<World> = {},
): World {
  const byKey = new Map(tasks.map((task) => [`${task.endpoint} ${task.taskId}`, task]));
  const byId = new Map(exchanges.map((one) => [one.id, one]));
  return {
    upTo: 0,
    recording: 'r',
    startedWall: WALL,
    resumed: undefined,
    exchanges: listOf(...exchanges),
    exchangeById: { size: byId.size, get: (id) => byId.get(id), values: () => byId.values() },
    tasks: { size: byKey.size, get: (key) => byKey.get(key), values: () => byKey.values() },
    endpoints: { size: 0, get: () => undefined, values: () => [] },
    bytes: 0,
    faults: [],
    ...more,
  };
}
