import { EditorView } from '@codemirror/view';
import { act, cleanup, render } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { JsonText } from './JsonText.tsx';

// The editor measures where text lies, which this page without a layout cannot tell.
beforeAll(() => void Object.assign(Range.prototype, { getClientRects: () => [] }));
afterAll(() => void Reflect.deleteProperty(Range.prototype, 'getClientRects'));
afterEach(cleanup);

function shown(text: string) {
  const onChange = vi.fn();
  const element = (next: string) => (
    <JsonText label="Text" text={next} onChange={onChange} onSubmit={() => {}} />
  );
  const { container, rerender } = render(element(text));
  const content = container.firstElementChild?.shadowRoot?.querySelector<HTMLElement>('.cm-content');
  const view = content == null ? null : EditorView.findFromDOM(content);
  if (view === null) throw new Error('no editor');
  const type = (insert: string): void =>
    act(() => view.dispatch({ changes: { from: view.state.doc.length, insert } }));
  return { onChange, view, type, comesBack: (next: string) => rerender(element(next)) };
}

test('a page that is behind takes no keystroke away; a text from elsewhere takes the place of what stands there', () => {
  const { onChange, view, type, comesBack } = shown('{');
  type('a');
  type('b');
  comesBack('{a');
  expect(view.state.sliceDoc(), 'what came back is older than what is typed').toBe('{ab');
  comesBack('{ab');
  comesBack('other');
  expect(view.state.sliceDoc()).toBe('other');
  expect(onChange.mock.calls).toEqual([['{a'], ['{ab']]);
});

test('line ends, numbers and unknown characters stay as they came', () => {
  const text = '{\r\n\t"n": 9007199254740993, "é\\u0000": 1E400}\n';
  const { view, type, onChange } = shown(text);
  expect(view.state.sliceDoc()).toBe(text);
  type(' ');
  expect(onChange).toHaveBeenLastCalledWith(`${text} `);
});
