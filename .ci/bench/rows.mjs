/** A task as the store takes it; `over` replaces fields. */
export function rowFor(taskId, over = {}) {
  return {
    taskId,
    owner: { tenant: 'public', principal: 'guest' },
    status: 'working',
    statusMessage: 'Preparing report outline.',
    createdAt: 1_785_240_000_000,
    lastUpdatedAt: 1_785_240_000_000,
    ttlMs: 900_000,
    pollIntervalMs: 1_000,
    operation: { method: 'tools/call', params: { name: 'generate_report', arguments: { size: 'large' } } },
    next: { tool: 'generate_report', toolVersion: 1, step: 'outline', state: { size: 'large' } },
    wakeAt: null,
    result: null,
    error: null,
    issued: {},
    outstanding: [],
    answers: {},
    cancelRequestedAt: null,
    revision: 1,
    epoch: 0,
    lease: null,
    ...over,
  };
}

export function eventFor({ taskId, revision, lastUpdatedAt, status }, kind) {
  return { taskId, revision, at: lastUpdatedAt, kind, from: null, to: status, mono: 0, bootId: 'bench' };
}
