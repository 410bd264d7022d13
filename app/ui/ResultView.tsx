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
        <p key={i} className={styles.text}>
          {text}
        </p>
      ))}
      {parts.structured !== undefined && <Json kind="structuredContent" text={pretty(parts.structured)} />}
      {parts.others.map(({ type, json }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Json key={i} kind={`content of type ${type}, shown as JSON`} text={pretty(json)} />
      ))}
    </div>
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
