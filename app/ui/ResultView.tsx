import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Code } from './Code.tsx';
import styles from './result.module.css';
import type { ResultParts } from './result.ts';

export interface ResultViewProps {
  readonly parts: ResultParts;
  /** Lays JSON text out. */
  readonly pretty: (json: string) => string;
  readonly leads?: ResultLeads | undefined;
}

/** Where what a result names can be followed to; left out where nothing can be sent. */
export interface ResultLeads {
  /** Reads a resource. */
  readonly onRead: (uri: string) => void;
  /** Watches a task. */
  readonly onWatch: (taskId: string) => void;
}

/** A tool's result: its texts, its structured content, and blocks of other kinds as JSON. All of it is text, never markup. */
export function ResultView({ parts, pretty, leads }: ResultViewProps): ReactNode {
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
      {leads !== undefined && <Leads parts={parts} leads={leads} />}
      {parts.structured !== undefined && <Json kind="structuredContent" text={pretty(parts.structured)} />}
      {parts.others.map(({ type, json }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Json key={i} kind={`content of type ${type}, shown as JSON`} text={pretty(json)} />
      ))}
    </div>
  );
}

/** Ids of tasks offered at once; the result itself has them all. */
const MOST_TASKS = 12;

/** What the result is a handle to: resources to read, tasks to watch. */
function Leads({ parts, leads }: { readonly parts: ResultParts; readonly leads: ResultLeads }): ReactNode {
  const tasks = parts.tasks.slice(0, MOST_TASKS);
  if (parts.links.length === 0 && tasks.length === 0) return null;
  return (
    <ul className={styles.leads} aria-label="What the result names">
      {parts.links.map((uri) => (
        <li key={uri}>
          <Button onClick={() => leads.onRead(uri)} aria-label={`Read ${uri}`}>
            Read
          </Button>
          <code>{uri}</code>
        </li>
      ))}
      {tasks.map((id) => (
        <li key={id}>
          <Button onClick={() => leads.onWatch(id)} aria-label={`Watch ${id}`}>
            Watch
          </Button>
          <code>{id}</code>
        </li>
      ))}
      {parts.tasks.length > tasks.length && <li>and {parts.tasks.length - tasks.length} more tasks</li>}
    </ul>
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
