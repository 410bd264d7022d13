import { type ReactNode, useMemo, useState } from 'react';
import { Button } from './Button.tsx';
import styles from './code.module.css';
import { bytes } from './format.ts';
import { tokens } from './highlight.ts';

/** Characters shown at first, and added by each "show more": more would block the page. */
const PART = 60_000;

export interface CodeProps {
  readonly text: string;
  readonly label: string;
}

/** Coloured JSON text, character for character. Long text is shown in parts and says so. */
export function Code({ text, label }: CodeProps): ReactNode {
  const [shown, setShown] = useState(PART);
  const part = text.length > shown ? text.slice(0, shown) : text;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it may scroll, so the keyboard must reach it */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <pre className={styles.code} tabIndex={0} role="group" aria-label={label}>
        <Coloured text={part} />
      </pre>
      {part.length < text.length && (
        <p className={styles.more}>
          <Button onClick={() => setShown((n) => n * 2)}>
            Show more: {bytes(part.length)} of {bytes(text.length)} shown
          </Button>
        </p>
      )}
    </>
  );
}

function Coloured({ text }: { readonly text: string }): ReactNode {
  const pieces = useMemo(() => tokens(text), [text]);
  return pieces.map((token, i) =>
    token.kind === 'other' ? (
      token.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
      <span key={i} className={styles[token.kind]}>
        {token.text}
      </span>
    ),
  );
}

export interface RequestTextProps {
  readonly label: string;
  /** `POST /mcp`. */
  readonly start: string;
  readonly headers: readonly {
    readonly name: string;
    readonly value: string;
    readonly note?: { readonly text: string; readonly ok: boolean } | undefined;
  }[];
  readonly body: string;
}

/** A whole request as text: request line, headers with notes, body. */
export function RequestText({ label, start, headers, body }: RequestTextProps): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it may scroll, so the keyboard must reach it
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <pre className={styles.code} tabIndex={0} role="group" aria-label={label}>
      {start}
      {'\n'}
      {headers.map(({ name, value, note }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a header may be there twice
        <span key={`${i}${name}`}>
          <span className={styles.name}>{name}:</span> {value}
          {note !== undefined && <span className={note.ok ? styles.note : styles.bad}> {note.text}</span>}
          {'\n'}
        </span>
      ))}
      {'\n'}
      <Coloured text={body} />
    </pre>
  );
}
