import { render } from '@testing-library/react';
import { createElement } from 'react';
import { vi } from 'vitest';
import type { Engine, InputResponses, Prepared, TaskHistory } from '../../engine/index.ts';
import { history, observation, question, world } from '../tasks/history.suite.ts';
import { AnswerTab } from './AnswerTab.tsx';

export const asking = history([observation(5514, { status: 'input_required' })], { questions: [question()] });

/** An engine as far as answering goes: it remembers what was sent. */
export function stub(ok = true) {
  const sent: InputResponses[] = [];
  let id = 30;
  const engine = {
    clock: { now: () => 0, mono: () => 0, after: () => () => {} },
    mono: () => 18_604,
    world: () => world([]),
    log: { bodyText: () => '' },
    prepareUpdate: (
      endpoint: string,
      taskId: string,
      responses: InputResponses,
      given?: number,
    ): Prepared => {
      id = given ?? id + 1;
      const text = JSON.stringify({
        jsonrpc: '2.0',
        id,
        method: 'tasks/update',
        params: { taskId, inputResponses: responses },
      });
      const headers = [
        ['Mcp-Method', 'tasks/update'],
        ['Mcp-Name', taskId],
      ] as const;
      return { endpoint, method: 'tasks/update', id, headers, text };
    },
    outgoing: (prepared: Prepared) => prepared.headers,
    update: vi.fn(async (prepared: Prepared) => {
      sent.push(
        (JSON.parse(prepared.text) as { params: { inputResponses: InputResponses } }).params.inputResponses,
      );
      return ok
        ? { ok: true, value: {}, exchange: 'u', receivedAt: 0 }
        : { ok: false, problem: PROBLEM, exchange: 'u' };
    }),
  };
  return { engine: engine as unknown as Engine, sent, update: engine.update };
}

export const PROBLEM = {
  kind: 'network',
  code: 'refused',
  message: 'Nothing answered.',
  next: 'Send it again.',
} as const;

export function show(engine: Engine, task: TaskHistory) {
  return render(
    createElement(AnswerTab, { engine, task, server: 'taskscope-demo', onShow: () => {}, onState: () => {} }),
  );
}
