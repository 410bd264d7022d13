import { type ReactNode, useRef } from 'react';
import type { Engine } from '../../engine/index.ts';
import styles from './discover.module.css';

/** Lines that are shown; the recording has all of them. */
const MOST = 200;

interface Line {
  readonly seq: number;
  readonly from: string;
  readonly text: string;
}

export interface ProcessOutputProps {
  readonly engine: Engine;
  readonly endpoint: string;
}

/** What a server on stdio wrote beside its messages: standard error, and lines on standard output that are no messages. */
export function ProcessOutput({ engine, endpoint }: ProcessOutputProps): ReactNode {
  const { log } = engine;
  const read = useRef<{ at: number; lines: readonly Line[] }>({ at: 0, lines: [] });
  // Another recording.
  if (log.length < read.current.at) read.current = { at: 0, lines: [] };
  const { current } = read;
  for (; current.at < log.length; current.at += 1) {
    const { kind, endpoint: of, data } = log.read(current.at);
    if (kind !== 'note' || of !== endpoint || typeof data?.from !== 'string') continue;
    current.lines = [...current.lines, { seq: current.at, from: data.from, text: String(data.text) }].slice(
      -MOST,
    );
  }
  return (
    <section className={styles.field} aria-label="Process output">
      <div>
        <h2>Process output</h2>
        <span className={styles.path}>standard error, and noise on standard output</span>
      </div>
      <div>
        {current.lines.length === 0 ? (
          <p className={styles.why}>The process has written nothing but messages.</p>
        ) : (
          <pre className={styles.output}>
            {current.lines.map(({ seq, from, text }) => (
              <span key={seq}>
                {from === 'stdout' ? 'stdout, no message: ' : ''}
                {text}
                {'\n'}
              </span>
            ))}
          </pre>
        )}
        {current.lines.some(({ from }) => from === 'stdout') && (
          <p className={styles.why}>
            Standard output is for messages alone: a server that logs there breaks clients that are stricter.
          </p>
        )}
      </div>
    </section>
  );
}
