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
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const parent = host.current;
    if (parent === null) return undefined;
    const { text, label } = latest.current;
    const opened = openEditor({
      ...{ parent, text, label },
      onChange: (next) => latest.current.onChange(next),
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
    if (now === undefined || now.state.sliceDoc() === props.text) return;
    now.dispatch({ changes: { from: 0, to: now.state.doc.length, insert: props.text } });
  }, [props.text]);
  return <div ref={host} className={styles.editor} />;
}
