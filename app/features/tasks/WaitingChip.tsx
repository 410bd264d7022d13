import type { ReactNode } from 'react';
import { Chip } from '../../ui/Bar.tsx';

export interface WaitingChipProps {
  /** How many tasks wait for the person; with none there is no chip. */
  readonly waiting: number;
  readonly onWaiting: () => void;
}

/** How many tasks wait for the person; leads to the next question. */
export function WaitingChip({ waiting, onWaiting }: WaitingChipProps): ReactNode {
  if (waiting === 0) return null;
  return (
    <Chip tone="input" title="Go to the next question that waits for you (w)" onClick={onWaiting}>
      {waiting} waiting for you
    </Chip>
  );
}
