import { type ClipboardEvent, type DragEvent, type ReactNode, useRef, useState } from 'react';
import type { Problem } from '../../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { ProblemCard } from '../../ui/ProblemCard.tsx';
import styles from './recordings.module.css';

export interface ImportAreaProps {
  readonly problem: Problem | undefined;
  readonly busy: boolean;
  /** A text was dropped, pasted or chosen. */
  readonly onText: (text: string, name: string) => void;
}

/** Takes a recording or a HAR by drop, paste or choice. */
export function ImportArea({ problem, busy, onText }: ImportAreaProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = async (file: File | undefined): Promise<void> => {
    if (file !== undefined) onText(await file.text(), file.name.replace(/(\.taskscope)?\.\w+$/, ''));
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file !== undefined) void take(file);
    else {
      const text = event.dataTransfer.getData('text');
      if (text !== '') onText(text, 'Dropped');
    }
  };
  const onPaste = (event: ClipboardEvent): void => {
    // It may be many megabytes: it is taken as it is and never shown in a field.
    event.preventDefault();
    const [file] = event.clipboardData.files;
    if (file !== undefined) void take(file);
    else onText(event.clipboardData.getData('text'), 'Pasted');
  };
  return (
    <section aria-label="Import">
      <h2>Open a recording or a HAR</h2>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button and the field do the same for a keyboard */}
      <div
        className={cx(styles.drop, over && styles.over)}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <Button disabled={busy} onClick={() => input.current?.click()}>
          Choose a file…
        </Button>
        <input
          ref={input}
          className="sr-only"
          type="file"
          tabIndex={-1}
          aria-label="File of a recording or a HAR"
          accept=".ndjson,.har,.json,.jsonl,.txt"
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <input
          className={styles.paste}
          type="text"
          aria-label="Paste a recording or a HAR here"
          placeholder="or paste it here, or drop a file"
          value=""
          readOnly={busy}
          onChange={() => undefined}
          onPaste={onPaste}
        />
      </div>
      <p className={styles.why}>
        It is kept in this browser and marked as imported. Nothing of it is sent to anybody, and nothing that
        you record is lost.
      </p>
      {problem !== undefined && <ProblemCard problem={problem} />}
    </section>
  );
}
