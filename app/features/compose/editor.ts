import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { EditorState, type Range } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  keymap,
  lineNumbers,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { tokens } from '../../ui/highlight.ts';

export interface EditorParts {
  readonly parent: HTMLElement;
  readonly text: string;
  /** The accessible name. */
  readonly label: string;
  readonly onChange: (text: string) => void;
  /** Ctrl+Enter. */
  readonly onSubmit: () => void;
}

/**
 * An editor for JSON text in a shadow root of its own: there CodeMirror adopts its styles, where in the document it would write style
 * elements, which the page's policy refuses. Tab leaves it, as it leaves every field.
 */
export function openEditor({ parent, text, label, onChange, onSubmit }: EditorParts): EditorView {
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' });
  return new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        EditorView.lineWrapping,
        coloured,
        look,
        replacing,
        keymap.of([
          {
            key: 'Mod-Enter',
            run: () => {
              onSubmit();
              return true;
            },
          },
          ...defaultKeymap,
          ...historyKeymap,
        ]),
        EditorView.contentAttributes.of({
          'aria-label': label,
          spellcheck: 'false',
          autocapitalize: 'off',
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.sliceDoc());
        }),
        // Line ends stay as they came: the text is what is sent.
        EditorState.lineSeparator.of('\n'),
      ],
    }),
  });
}

/** Longer text is not coloured: it would be cut into pieces again with each key. */
const MOST_COLOURED = 100_000;

const coloured = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = colours(view.state);
    }

    update(update: ViewUpdate): void {
      if (update.docChanged) this.decorations = colours(update.state);
    }
  },
  { decorations: ({ decorations }) => decorations },
);

function colours(state: EditorState): DecorationSet {
  if (state.doc.length > MOST_COLOURED) return Decoration.none;
  const ranges: Range<Decoration>[] = [];
  let at = 0;
  for (const { kind, text } of tokens(state.sliceDoc())) {
    if (kind !== 'other') ranges.push(Decoration.mark({ class: `json-${kind}` }).range(at, at + text.length));
    at += text.length;
  }
  return Decoration.set(ranges);
}

/**
 * Text that takes the place of other text: left to the browser, it would carry over the look of what was there by a style attribute, which
 * the page's policy refuses.
 */
const replacing = EditorView.domEventHandlers({
  beforeinput(event, view) {
    if (event.inputType !== 'insertText' || event.data === null || view.state.selection.main.empty)
      return false;
    event.preventDefault();
    view.dispatch(view.state.replaceSelection(event.data), { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

const look = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--code)', fontSize: '11.5px' },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-1px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55', maxHeight: '60vh', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': {
    backgroundColor: 'var(--code)',
    color: 'var(--faint)',
    borderRight: '1px solid var(--line-2)',
  },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    background: 'var(--sel)',
  },
  '.json-key': { color: 'var(--acc)' },
  '.json-string': { color: 'var(--done)' },
  '.json-number': { color: 'var(--input)' },
  '.json-word': { color: 'var(--failed)' },
  '.json-mark': { color: 'var(--faint)' },
});
