import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useFocusAsked } from './useFocusAsked.ts';

afterEach(cleanup);

const onFocused = vi.fn();

function Panel({ asked, form, tool }: { asked: boolean; form: boolean; tool: boolean }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useFocusAsked(box, asked ? 'panel' : undefined, tool, onFocused);
  return (
    <>
      <button type="button">elsewhere</button>
      <div ref={box}>
        <h2 tabIndex={-1}>Task</h2>
        {form && (
          <form>
            <fieldset>
              <input aria-label="Size" />
            </fieldset>
          </form>
        )}
      </div>
    </>
  );
}

test('without being asked it leaves the focus alone', () => {
  render(<Panel asked={false} form tool />);
  expect(document.activeElement).toBe(document.body);
});

test('asked for a tool it waits for the form, and goes to its first field', async () => {
  onFocused.mockClear();
  const { rerender } = render(<Panel asked form={false} tool />);
  expect(document.activeElement).toBe(document.body);
  expect(onFocused).not.toHaveBeenCalled();
  rerender(<Panel asked form tool />);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Size' })));
  expect(onFocused).toHaveBeenCalledOnce();
});

test('a person who goes elsewhere meanwhile is left there', async () => {
  onFocused.mockClear();
  const { rerender } = render(<Panel asked form={false} tool />);
  const elsewhere = screen.getByRole('button', { name: 'elsewhere' });
  act(() => elsewhere.focus());
  rerender(<Panel asked form tool />);
  await waitFor(() => expect(onFocused).toHaveBeenCalledOnce());
  expect(document.activeElement).toBe(elsewhere);
});

test('asked for a task it goes to the heading', () => {
  render(<Panel asked form tool={false} />);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Task' }));
});

function Asked(): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useFocusAsked(box, { question: 'b"] *' }, false, onFocused);
  return (
    <div ref={box}>
      {['a', 'b"] *'].map((key) => (
        <div key={key} data-question={key}>
          <h2 tabIndex={-1}>{`Question ${key}`}</h2>
        </div>
      ))}
    </div>
  );
}

test('asked for a question it goes to the heading of that question, whatever its key is', async () => {
  onFocused.mockClear();
  render(<Asked />);
  expect(document.activeElement?.textContent).toBe('Question b"] *');
  expect(onFocused).toHaveBeenCalledOnce();
});
