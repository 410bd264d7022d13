import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './status.module.css';
import tones from './tone.module.css';
import { toneOf, toneStatus } from './tone.ts';

/** The class that sets `--tone`, the colour of a status. */
export function toneClass(status: string | undefined): string | undefined {
  return tones[toneOf(status).colour];
}

/** The shape of a status, drawn in the current colour. Decorative: its text stands beside it. */
export function Glyph({ status }: { readonly status: string | undefined }): ReactNode {
  return (
    <svg className={styles.glyph} viewBox="0 0 10 10" aria-hidden="true">
      <path d={toneOf(status).shape} />
    </svg>
  );
}

/** A task's status: a filled, round pill with shape and text. Never used for anything else (R32). */
export function StatusPill(props: { readonly status: string; readonly toolError?: boolean }): ReactNode {
  const { status, toolError = false } = props;
  const shown = toneStatus(status, toolError);
  return (
    <span
      className={cx(styles.pill, toneClass(shown))}
      data-kind="task-status"
      title={
        toolError
          ? 'The task is completed; its result says isError: true, so the tool failed'
          : 'The status of the task, as this message tells it'
      }
    >
      <Glyph status={shown} />
      {shown}
    </span>
  );
}

/** The same without the fill, for running text and lane labels. */
export function StatusText(props: { readonly status: string; readonly children?: ReactNode }): ReactNode {
  return (
    <span className={cx(styles.plain, toneClass(props.status))} data-kind="task-status">
      <Glyph status={props.status} />
      {props.children ?? props.status}
    </span>
  );
}

const KNOWN: ReadonlySet<string> = new Set(['complete', 'task', 'input_required']);

/** An RPC's `resultType`: a dashed rectangle in type-writer type. Red where the type is none that the protocol knows (R32). */
export function ResultTypeTag({ type }: { readonly type: string }): ReactNode {
  return (
    <span
      className={cx(styles.tag, !KNOWN.has(type) && styles.odd)}
      data-kind="result-type"
      title="resultType: what kind of result this response carries. It says nothing about the task's status."
    >
      {type}
    </span>
  );
}
