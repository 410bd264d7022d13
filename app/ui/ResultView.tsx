import type { ReactNode } from 'react';
import { Code } from './Code.tsx';
import styles from './result.module.css';
import type { ResultParts } from './result.ts';

export interface ResultViewProps {
  readonly parts: ResultParts;
  /** Lays JSON text out. */
  readonly pretty: (json: string) => string;
}

/** A tool's result: its texts, its structured content, and blocks of other kinds as JSON. All of it is text, never markup. */
export function ResultView({ parts, pretty }: ResultViewProps): ReactNode {
  return (
    <div className={styles.result}>
      {parts.isError && (
        <p className={styles.error}>
          The tool says that it failed (isError: true). The protocol itself worked.
        </p>
      )}
      {parts.empty && <p className={styles.kind}>The result has no content and no structuredContent.</p>}
      {parts.texts.map((text, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity but their place
        <Text key={i} text={text} />
      ))}
      {parts.structured !== undefined && <Json kind="structuredContent" text={pretty(parts.structured)} />}
      {parts.others.map(({ type, json }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Json key={i} kind={`content of type ${type}, shown as JSON`} text={pretty(json)} />
      ))}
    </div>
  );
}

/** Characters of a text that are laid out: tens of megabytes would block the page for half a minute. */
const MOST_TEXT = 100_000;

function Text({ text }: { readonly text: string }): ReactNode {
  return (
    <>
      <p className={styles.text}>{text.length > MOST_TEXT ? text.slice(0, MOST_TEXT) : text}</p>
      {text.length > MOST_TEXT && (
        <p className={styles.kind}>
          The first {MOST_TEXT.toLocaleString('en')} of {text.length.toLocaleString('en')} characters. The
          message has them all.
        </p>
      )}
    </>
  );
}

function Json({ kind, text }: { readonly kind: string; readonly text: string }): ReactNode {
  return (
    <div>
      <p className={styles.kind}>{kind}</p>
      <div className={styles.json}>
        <Code label={kind} text={text} />
      </div>
    </div>
  );
}
