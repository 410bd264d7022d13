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

/** Coloured JSON text whose `_meta`, the same on every request, is folded until it is asked for. */
export function FoldedCode({ text, label }: CodeProps): ReactNode {
  if (text.length > PART) return <Code text={text} label={label} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it may scroll, so the keyboard must reach it
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <pre className={styles.code} tabIndex={0} role="group" aria-label={label}>
      <FoldedBody body={text} />
    </pre>
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

/** The lines of the `_meta` member within laid out text, if it has one that spans lines. */
function metaLines(lines: readonly string[]): readonly [first: number, last: number] | undefined {
  const first = lines.findIndex((line) => /^ +"_meta": \{$/.test(line));
  const indent = /^ +/.exec(lines[first] ?? '')?.[0];
  if (first < 0 || indent === undefined) return undefined;
  const last = lines.findIndex((line, i) => i > first && (line === `${indent}}` || line === `${indent}},`));
  return last < 0 ? undefined : [first, last];
}

/** A body whose `_meta`, the same on every request, is folded until it is asked for. */
function FoldedBody({ body }: { readonly body: string }): ReactNode {
  const [open, setOpen] = useState(false);
  const lines = body.split('\n');
  const meta = metaLines(lines);
  if (meta === undefined) return <Coloured text={body} />;
  const [first, last] = meta;
  const head = lines.slice(0, first).join('\n');
  const inner = lines.slice(first + 1, last).join('\n');
  const tail = lines.slice(last).join('\n');
  return (
    <>
      <Coloured text={`${head}\n${lines[first] ?? ''}`} />
      <button type="button" className={styles.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'fold' : 'version, client, capabilities…'}
      </button>
      <Coloured text={open ? `\n${inner}\n${tail}` : ` ${tail.trimStart()}`} />
    </>
  );
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
      <FoldedBody body={body} />
    </pre>
  );
}
