import { describe, expect, test } from 'vitest';
import { newRow, T0 } from '../stores/samples.suite.ts';
import { legacyResult, legacyTask, progressNotification, statusNotification } from './task-view.ts';

describe('a task in the words of 2025-11-25', () => {
  test("R67 R85: a tool's own failure is failed here and completed on the current surface, over one row", () => {
    const result = { content: [{ type: 'text', text: 'disk full' }], isError: true };
    const row = newRow('t', { status: 'completed', statusMessage: null, result });
    expect(legacyTask(row)).toMatchObject({
      status: 'failed',
      statusMessage: 'Tool execution failed: disk full',
    });
    expect(legacyTask({ ...row, statusMessage: 'No.' }).statusMessage).toBe('No.');
    expect(legacyTask({ ...row, result: { content: [], isError: true } }).statusMessage).toBe(
      'Tool execution failed.',
    );
    expect(legacyTask({ ...row, result: { ...result, isError: false } })).not.toHaveProperty('statusMessage');
    expect(legacyTask({ ...row, result: { ...result, isError: false } }).status).toBe('completed');
  });

  test('R85: the old names, null for no limit, and no interval where there is none', () => {
    expect(legacyTask(newRow('t', { ttlMs: null, pollIntervalMs: null }))).toEqual({
      taskId: 't',
      status: 'working',
      statusMessage: 'Preparing report outline.',
      createdAt: new Date(T0).toISOString(),
      lastUpdatedAt: new Date(T0).toISOString(),
      ttl: null,
    });
  });

  test('the revision is told where the lab is on, and nowhere else', () => {
    const row = newRow('t', { revision: 4 });
    expect(statusNotification(row, true)).toMatchObject({
      params: { _meta: { 'dev.taskscope/revision': 4 } },
    });
    expect(statusNotification(row, false).params).not.toHaveProperty('_meta');
    expect(progressNotification(row, 'p').params).toMatchObject({ progress: 3, progressToken: 'p' });
  });

  test('R85: a result loses what only the current revision has, and nothing else', () => {
    const server = { 'io.modelcontextprotocol/serverInfo': { name: 'x' } };
    expect(
      legacyResult({ resultType: 'complete', ttlMs: 1, cacheScope: 'public', tools: [], _meta: server }),
    ).toEqual({ tools: [] });
    expect(legacyResult({ content: [], _meta: { ...server, mine: 1 } })).toEqual({
      content: [],
      _meta: { mine: 1 },
    });
  });
});
