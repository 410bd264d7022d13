import { lazy, type ReactNode, type RefObject, useMemo, useState } from 'react';
import type { Exchange, List } from '../../engine/derive/model.ts';
import { Bar } from '../../ui/Bar.tsx';
import { Button } from '../../ui/Button.tsx';
import { group } from '../../ui/format.ts';
import { Guard } from '../../ui/Guard.tsx';
import { Empty } from '../../ui/Section.tsx';
import { useStored } from '../../ui/stored.ts';
import { filtered, readFilter } from './filter.ts';
import type { Row } from './row.ts';
import { flatRows } from './rows.ts';
import styles from './traffic.module.css';

// Asked for as soon as this view is: a page that nothing has crossed yet does not wait for it.
const grid = import('./FoldedGrid.tsx');
const TrafficGrid = lazy(() => grid.then((m) => ({ default: m.FoldedGrid })));

/** The name of the choice whether polls without news are folded: `folded` or `listed`. */
export const QUIET_POLLS = 'quiet-polls';

export interface TrafficProps {
  readonly exchanges: List<Exchange>;
  readonly selected: string | undefined;
  readonly hovered: string | undefined;
  readonly taskId: string | undefined;
  readonly filterRef: RefObject<HTMLInputElement | null>;
  readonly onSelect: (row: Row) => void;
  readonly onOpen: (row: Row) => void;
  readonly onHover: (row: Row | undefined) => void;
}

/** The traffic list with its filter. */
export function Traffic(props: TrafficProps): ReactNode {
  const [filter, setFilter] = useState('');
  const all = useMemo(() => flatRows(props.exchanges), [props.exchanges]);
  const terms = useMemo(() => readFilter(filter), [filter]);
  const left = useMemo(() => filtered(all, terms), [all, terms]);
  const [quiet, setQuiet] = useStored(QUIET_POLLS, 'folded');
  const folds = quiet === 'folded';
  const [atEnd, setAtEnd] = useState(true);
  const hidden = all.length - left.length;
  return (
    <section className={styles.traffic} aria-label="Traffic">
      <Bar title="Traffic">
        <input
          ref={props.filterRef}
          className={styles.filter}
          type="search"
          aria-label="Filter the traffic"
          placeholder="Filter: tasks/get status:working -http:200"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || filter === '') return;
            event.stopPropagation();
            setFilter('');
          }}
        />
        <span role="status">{hidden > 0 ? `${group(hidden)} hidden by the filter` : ''}</span>
        {hidden > 0 && (
          <Button variant="ghost" onClick={() => setFilter('')}>
            Clear
          </Button>
        )}
        <Bar.Grow />
        <Button
          variant="ghost"
          pressed={folds}
          title="Successive polls of a task that brought nothing new are one row, which opens"
          onClick={() => setQuiet(folds ? 'listed' : 'folded')}
        >
          Fold polls
        </Button>
        {!atEnd && left.length > 0 && <Button onClick={() => setAtEnd(true)}>Jump to latest ↓</Button>}
      </Bar>
      {left.length === 0 ? (
        <Empty title={all.length === 0 ? 'Nothing has crossed the wire yet' : 'The filter hides everything'}>
          {all.length === 0
            ? 'Every request and response will be listed here, with its headers and its very text.'
            : 'All messages are still recorded. Clear the filter to see them.'}
        </Empty>
      ) : (
        <Guard fallback={<Empty busy title="Loading the list" />}>
          <TrafficGrid
            all={all}
            left={left}
            folds={folds}
            selected={props.selected}
            hovered={props.hovered}
            taskId={props.taskId}
            onSelect={props.onSelect}
            onOpen={props.onOpen}
            onHover={props.onHover}
            atEnd={atEnd}
            onAtEnd={setAtEnd}
          />
        </Guard>
      )}
    </section>
  );
}
