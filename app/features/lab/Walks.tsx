import { type ReactNode, useState } from 'react';
import type { Engine } from '../../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './lab.module.css';
import { play } from './player.ts';
import type { LabSession, LabView } from './session.ts';
import { MEANINGS, type Walk } from './walk.ts';
import { WALKS } from './walk-data.ts';

export interface WalksProps {
  readonly engine: Engine;
  readonly lab: LabSession;
  readonly view: LabView;
  readonly endpoint: string;
  readonly onTask: (taskId: string) => void;
}

interface Playing {
  readonly walk: Walk;
  /** Steps done. */
  readonly done: number;
  readonly taskId: string | undefined;
  readonly problem: string | undefined;
  readonly busy: boolean;
}

/** Scenes and exercises, step by step; each can be left at any point. */
export function Walks({ engine, lab, view, endpoint, onTask }: WalksProps): ReactNode {
  const [playing, setPlaying] = useState<Playing>();
  if (playing === undefined)
    return (
      <section aria-label="Walks" className={styles.walk}>
        <h2>Walks</h2>
        {(['scene', 'exercise'] as const).map((kind) => (
          <div key={kind}>
            <h3>{kind === 'scene' ? 'Scenes' : 'Exercises'}</h3>
            <ul className={styles.list}>
              {WALKS.filter((walk) => walk.kind === kind).map((walk) => (
                <li key={walk.id}>
                  <Button
                    onClick={() =>
                      setPlaying({ walk, done: 0, taskId: undefined, problem: undefined, busy: false })
                    }
                  >
                    {walk.title}
                  </Button>{' '}
                  <span className={styles.why}>{walk.about}</span>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </section>
    );
  const { walk, done, taskId, problem, busy } = playing;
  const next = walk.steps[done];
  const goOn = async (): Promise<void> => {
    if (next === undefined) return;
    setPlaying({ ...playing, busy: true });
    const played = await play({ engine, lab, endpoint }, next.does ?? [], taskId);
    const went = played.problem === undefined ? 1 : 0;
    // Left meanwhile: what was sent stays, and the walk does not come back.
    setPlaying((now) =>
      now?.walk === walk
        ? { walk, done: done + went, taskId: played.taskId, problem: played.problem, busy: false }
        : now,
    );
  };
  return (
    <section aria-label={`Walk: ${walk.title}`} className={styles.walk}>
      <div className={styles.head}>
        <h2>{walk.title}</h2>
        {taskId !== undefined && <Button onClick={() => onTask(taskId)}>Show the task</Button>}
        <Button onClick={() => setPlaying(undefined)}>Leave the walk</Button>
      </div>
      <ol aria-live="polite">
        {walk.steps.slice(0, done).map((step, n) => (
          <li key={step.say} aria-current={n === done - 1 ? 'step' : undefined}>
            {step.say}
          </li>
        ))}
      </ol>
      {problem !== undefined && (
        <p className={styles.bad} role="alert">
          {problem}
        </p>
      )}
      <Button variant="primary" disabled={busy || next === undefined} onClick={() => void goOn()}>
        {next === undefined
          ? 'The walk is over'
          : done === 0
            ? 'Begin'
            : `Next: step ${done + 1} of ${walk.steps.length}`}
      </Button>
      {taskId !== undefined && (
        <ul className={styles.why} aria-label="What happened to the task">
          {view.transitions
            .filter((one) => one.taskId === taskId)
            .slice(-8)
            .map((one) => (
              <li key={one.seq}>
                <b>{one.kind.replace('_', ' ')}</b>: {MEANINGS[one.kind] ?? 'The task changed.'}
              </li>
            ))}
        </ul>
      )}
    </section>
  );
}
