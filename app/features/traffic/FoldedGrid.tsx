import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { foldQuiet, quietRuns, runOf } from './quiet.ts';
import type { Row } from './row.ts';
import { TrafficGrid, type TrafficGridProps } from './TrafficGrid.tsx';

export interface FoldedGridProps extends Omit<TrafficGridProps, 'rows' | 'onToggle'> {
  readonly all: readonly Row[];
  /** What the filter leaves of them. */
  readonly left: readonly Row[];
  /** Successive polls without news are one row. */
  readonly folds: boolean;
}

/** The grid with its runs of polls folded, and which of them are open. */
export function FoldedGrid({ all, left, folds, ...rest }: FoldedGridProps): ReactNode {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const runs = useMemo(() => quietRuns(all), [all]);
  const rows = useMemo(() => (folds ? foldQuiet(left, runs, opened) : left), [left, folds, runs, opened]);
  const onToggle = useCallback((row: Row) => {
    setOpened((before) => {
      const next = new Set(before);
      if (!next.delete(runOf(row))) next.add(runOf(row));
      return next;
    });
  }, []);
  return <TrafficGrid {...rest} rows={rows} onToggle={onToggle} />;
}
