import type { ReactNode } from 'react';
import type { TaskHistory } from '../../engine/derive/model.ts';
import type { Engine } from '../../engine/index.ts';
import { Section } from '../../ui/Section.tsx';
import { KeyLedger } from './KeyLedger.tsx';
import { Snapshots } from './Snapshots.tsx';
import { StateMachine } from './StateMachine.tsx';
import { truthOf } from './truth-of.ts';
import { gapWords } from './words.ts';

export interface TaskStoryProps {
  readonly engine: Engine;
  readonly task: TaskHistory;
}

/** How a task came to where it is: its states, the gaps to what was true, its keys, its snapshots. */
export function TaskStory({ engine, task }: TaskStoryProps): ReactNode {
  const world = engine.world();
  const truth = truthOf(task, world, engine.mono());
  return (
    <>
      <Section title="States">
        <StateMachine task={task} />
        {truth !== undefined && (
          <p>
            {truth.gaps.length === 0
              ? 'As far as the lab told, what was seen is what was true.'
              : `Beside what was true: ${truth.gaps.map(gapWords).join('; ')}.`}
          </p>
        )}
      </Section>
      <KeyLedger task={task} world={world} />
      <Snapshots engine={engine} task={task} />
    </>
  );
}
