import { lazy, type ReactNode } from 'react';
import type { Engine, TaskHistory } from '../../engine/index.ts';
import { Guard } from '../../ui/Guard.tsx';
import { useHeldOf } from './useHeldOf.ts';

const HeldAsks = lazy(() => import('./HeldAsks.tsx').then((m) => ({ default: m.HeldAsks })));

export interface HeldOfTaskProps {
  readonly engine: Engine;
  readonly task: TaskHistory;
  /** What is shown where the session asks nothing for the task. */
  readonly children: ReactNode;
}

/** What a legacy server asks for a task in its session: there the questions of a task are requests of their own. */
export function HeldOfTask({ engine, task, children }: HeldOfTaskProps): ReactNode {
  const mine = useHeldOf(engine, task);
  if (mine.length === 0) return children;
  return (
    <Guard fallback={null}>
      {mine.map((request) => (
        <HeldAsks key={request.id} engine={engine} request={request} />
      ))}
    </Guard>
  );
}
