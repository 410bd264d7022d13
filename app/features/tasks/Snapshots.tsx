import { type ReactNode, useState } from 'react';
import type { Observation, TaskHistory } from '../../engine/derive/model.ts';
import { type Engine, prettyJson } from '../../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Code } from '../../ui/Code.tsx';
import { offset } from '../../ui/format.ts';
import { visible } from '../../ui/label.ts';
import { Section } from '../../ui/Section.tsx';
import { StatusText } from '../../ui/Status.tsx';
import styles from './story.module.css';

/** So many are listed at first, newest first. */
const FIRST = 8;

export interface SnapshotsProps {
  readonly engine: Engine;
  readonly task: TaskHistory;
}

/** Each snapshot that told something new, with what it changed; one opens to its text. Those between told the same once more. */
export function Snapshots({ engine, task }: SnapshotsProps): ReactNode {
  const [all, setAll] = useState(false);
  const news = newsOf(task, all ? Number.POSITIVE_INFINITY : FIRST + 1);
  const shown = all ? news : news.slice(0, FIRST);
  if (shown.length === 0) return null;
  return (
    <Section title="Snapshots with news">
      {shown.map((o) => (
        <details key={o.seq} className={styles.snapshot}>
          <summary>
            <span className={styles.time}>{offset(o.mono)}</span> <StatusText status={o.status} /> {o.via}
            {o.changed.length > 0 && `: ${o.changed.map(visible).join(', ')}`}
            {o.stale === true && ' · older than what was seen before'}
            {o.problems.length > 0 && <span className={styles.bad}> {o.problems.join('; ')}</span>}
          </summary>
          <Snapshot engine={engine} seq={o.seq} />
        </details>
      ))}
      {news.length > shown.length && (
        <Button variant="ghost" onClick={() => setAll(true)}>
          Show all
        </Button>
      )}
    </Section>
  );
}

function Snapshot({ engine, seq }: { readonly engine: Engine; readonly seq: number }): ReactNode {
  return <Code label={`Snapshot of event ${seq}`} text={prettyJson(engine.log.bodyText(seq))} />;
}

/** The newest `most` observations that changed something, or are odd. */
function newsOf(task: TaskHistory, most: number): Observation[] {
  const out: Observation[] = [];
  for (let i = task.observations.size - 1; i >= 0 && out.length < most; i -= 1) {
    const o = task.observations.at(i);
    if (o !== undefined && (o.changed.length > 0 || o.problems.length > 0)) out.push(o);
  }
  return out;
}
