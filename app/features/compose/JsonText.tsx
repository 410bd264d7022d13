import type { EditorView } from '@codemirror/view';
import { type ReactNode, useEffect, useRef } from 'react';
import styles from './compose.module.css';
import { openEditor } from './editor.ts';

export interface JsonTextProps {
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly onSubmit: () => void;
}

/** Text as it is typed, character for character: what stands in it is what is sent. */
export function JsonText(props: JsonTextProps): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  /** Texts that were handed on and have not come back yet: while a person types, the page is a little behind. */
  const handedOn = useRef<string[]>([]);
  const isReplacing = useRef(false);
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const parent = host.current;
    if (parent === null) return undefined;
    const { text, label } = latest.current;
    const opened = openEditor({
      ...{ parent, text, label },
      onChange: (next) => {
        if (isReplacing.current) return;
        handedOn.current.push(next);
        latest.current.onChange(next);
      },
      onSubmit: () => latest.current.onSubmit(),
    });
    view.current = opened;
    // From outside of its shadow root the page cannot see that something is being typed: its single-letter keys must not hear it.
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!event.ctrlKey && !event.metaKey && event.key !== 'Escape') event.stopPropagation();
    };
    parent.addEventListener('keydown', onKeyDown);
    return () => {
      parent.removeEventListener('keydown', onKeyDown);
      opened.destroy();
    };
  }, []);
  useEffect(() => {
    const now = view.current;
    const known = handedOn.current.lastIndexOf(props.text);
    handedOn.current.splice(0, known + 1);
    // Only a text from elsewhere takes the place of what is typed.
    if (now === undefined || known >= 0 || now.state.sliceDoc() === props.text) return;
    isReplacing.current = true;
    now.dispatch({ changes: { from: 0, to: now.state.doc.length, insert: props.text } });
    isReplacing.current = false;
  }, [props.text]);
  return <div ref={host} className={styles.editor} />;
}
