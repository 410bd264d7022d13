import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Engine } from '../../engine/index.ts';
import { history, observation, question } from '../tasks/history.suite.ts';
import { AnswerTab } from './AnswerTab.tsx';
import { asking, PROBLEM, show, stub } from './answering.suite.ts';

// The form is a chunk of its own; here it is loaded beforehand.
beforeAll(() => import('../../forms/index.ts'));
beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('of many questions the first ones have a form, and the others get theirs when they come near the view', async () => {
  const watched = new Map<Element, (entries: { isIntersecting: boolean }[]) => void>();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #tell: (entries: { isIntersecting: boolean }[]) => void;
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        this.#tell = tell;
      }
      observe(element: Element): void {
        watched.set(element, this.#tell);
      }
      disconnect(): void {}
    },
  );
  const questions = Array.from({ length: 200 }, (_, i) => question({ key: `k${i}` }));
  show(stub().engine, history([observation(5514, { status: 'input_required' })], { questions }));
  const found = (selector: string) => document.querySelectorAll(selector);
  expect(found('[role="group"][aria-label^="Question k"]')).toHaveLength(200);
  await waitFor(() => expect(found('form')).toHaveLength(10), { timeout: 8_000 });
  const [eleventh] = watched.values();
  act(() => eleventh?.([{ isIntersecting: true }]));
  await waitFor(() => expect(found('form')).toHaveLength(11), { timeout: 8_000 });
  expect(found('form')[10]?.getAttribute('aria-label')).toBe('Answer to k10');
});

test('a question without a form is shown as the very text that came', () => {
  const { engine } = stub();
  const text = '{"method":"sampling/createMessage","params":{"n":9007199254740993,"t":1.0,"t":2}}';
  const log = { bodyText: () => `{"jsonrpc":"2.0","id":1,"result":{"inputRequests":{"ask":${text}}}}` };
  const asked = question({ key: 'ask', method: 'sampling/createMessage', params: { n: 1 } });
  show(
    { ...engine, log } as unknown as Engine,
    history([observation(5514, { status: 'input_required' })], { questions: [asked] }),
  );
  const shown = screen.getByRole('group', { name: 'The question as it came' }).textContent ?? '';
  expect(shown.replace(/\s/g, '')).toContain(text);
});

describe('answering', () => {
  test('R31 R39 what is previewed is what is sent, with Mcp-Name from params.taskId', async () => {
    const { engine, sent, update } = stub();
    show(engine, asking);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('radio', { name: 'Yes' }));
    const preview = screen.getByRole('group', { name: 'The tasks/update that will be sent' });
    expect(preview.textContent).toContain('Mcp-Name: tsk_7f3a00000000e19d = params.taskId ✓');
    expect(preview.textContent).toContain('"approved": true');
    const shown = /"id": (\d+)/.exec(preview.textContent ?? '')?.[1];
    await user.click(screen.getByRole('button', { name: 'Send answer' }));
    await waitFor(() =>
      expect(sent).toEqual([{ approve_outline: { action: 'accept', content: { approved: true } } }]),
    );
    expect(update.mock.calls[0]?.[0].id).toBe(Number(shown));
  });

  test('R47 decline and cancel are answers of their own, and the preview tells them before', async () => {
    const { engine, sent } = stub();
    show(engine, asking);
    const user = userEvent.setup();
    const decline = await screen.findByRole('button', { name: 'Decline' });
    await user.hover(decline);
    expect(screen.getByRole('group', { name: 'The tasks/update that will be sent' }).textContent).toContain(
      '"decline"',
    );
    await user.click(decline);
    await user.click(screen.getByRole('button', { name: 'Cancel question' }));
    expect(sent).toEqual([
      { approve_outline: { action: 'decline' } },
      { approve_outline: { action: 'cancel' } },
    ]);
  });

  test('R45 the answers of several forms go in one update, as previewed, once all of them are fit', async () => {
    const { engine, sent, update } = stub();
    const questions = ['first', 'second'].map((key) => question({ key }));
    show(engine, history([observation(5514, { status: 'input_required' })], { questions }));
    const user = userEvent.setup();
    const all = screen.getByRole('button', { name: 'Send all 2 answers' });
    const yes = await screen.findAllByRole('radio', { name: 'Yes' });
    await user.click(yes[0] as HTMLElement);
    const preview = () =>
      screen.getByRole('group', { name: 'The tasks/update that will be sent' }).textContent ?? '';
    expect(preview(), 'the form that has the focus').not.toContain('"second"');
    await user.click(all);
    expect(sent, 'a form that is not filled in holds them all back').toEqual([]);
    await user.click(yes[1] as HTMLElement);
    expect(sent, 'and filling it in sends nothing by itself').toEqual([]);
    await user.hover(all);
    expect(preview()).toMatch(/"first".*"second"/s);
    const id = /"id": (\d+)/.exec(preview())?.[1];
    await user.click(all);
    const accept = { action: 'accept', content: { approved: true } };
    await waitFor(() => expect(sent).toEqual([{ first: accept, second: accept }]));
    expect(update.mock.calls[0]?.[0].id).toBe(Number(id));
    expect(preview(), 'an id is used once').not.toContain(`"id": ${id},`);
  });

  test('a sent answer leaves the focus at its question, and one question has no button for all', async () => {
    const { engine, sent } = stub();
    show(engine, asking);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('radio', { name: 'Yes' }));
    expect(screen.queryByRole('button', { name: /^Send all/ })).toBeNull();
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(document.activeElement?.textContent).toBe('Approve the generated report outline?');
  });

  test('a draft survives leaving the tab and a poll that asks again', async () => {
    const { engine } = stub();
    const first = show(engine, asking);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('radio', { name: 'No' }));
    first.rerender(
      <AnswerTab
        engine={engine}
        task={{ ...asking, questions: [question()] }}
        server={undefined}
        onShow={() => {}}
        onState={() => {}}
      />,
    );
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'No' }).checked).toBe(true);
    first.unmount();
    show(engine, asking);
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'No' })).checked).toBe(true);
  });

  test('a failed send keeps the answer and offers to send it again', async () => {
    const { engine, sent } = stub(false);
    const view = show(engine, asking);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('radio', { name: 'Yes' }));
    await user.click(screen.getByRole('button', { name: 'Send answer' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    const failed = { ...asking, questions: [question({ state: 'send-failed', problem: PROBLEM })] };
    view.rerender(
      <AnswerTab engine={engine} task={failed} server={undefined} onShow={() => {}} onState={() => {}} />,
    );
    expect(screen.getByRole('alert').textContent).toContain('Nothing answered.');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Yes' }).checked).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toEqual(sent[0]);
  });

  test('a task that ends meanwhile says so, and what was typed is kept', async () => {
    const { engine } = stub();
    const view = show(engine, asking);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('radio', { name: 'Yes' }));
    const ended = { ...asking, status: 'cancelled' as const, questions: [question({ state: 'gone' })] };
    await act(async () =>
      view.rerender(
        <AnswerTab engine={engine} task={ended} server={undefined} onShow={() => {}} onState={() => {}} />,
      ),
    );
    expect(screen.getByText(/The task has ended meanwhile: cancelled/)).toBeTruthy();
    expect(sessionStorage.length).toBe(1);
    expect(screen.getByRole('group', { name: 'What you typed' }).textContent).toContain('"approved": true');
    expect(screen.queryByRole('button', { name: 'Send answer' })).toBeNull();
  });
});
