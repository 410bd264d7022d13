import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import { cx } from '../../ui/cx.ts';
import { useMedia } from '../../ui/live.ts';
import { placeIn } from './quiet.ts';
import type { Row } from './row.ts';
import { COLUMNS, TrafficRow } from './TrafficRow.tsx';
import styles from './traffic.module.css';

export interface TrafficGridProps {
  readonly rows: readonly Row[];
  /** Key of the selected row. */
  readonly selected: string | undefined;
  readonly hovered: string | undefined;
  /** Task whose messages are marked. */
  readonly taskId: string | undefined;
  readonly onSelect: (row: Row) => void;
  /** Enter: the reader wants to go into the message. */
  readonly onOpen: (row: Row) => void;
  /** Opens or closes a run of polls without news. */
  readonly onToggle: (row: Row) => void;
  readonly onHover: (row: Row | undefined) => void;
  /** The reader is at the end, and new rows are followed. */
  readonly atEnd: boolean;
  readonly onAtEnd: (atEnd: boolean) => void;
}

const WIDE = COLUMNS.map((name) => !['Time', 'Method', 'What', 'Task status'].includes(name));

/** The wire as a grid: only the rows in view exist. It stays at the end only while the reader is there. */
export function TrafficGrid(props: TrafficGridProps): ReactNode {
  const { rows, selected, atEnd } = props;
  const id = useId();
  const narrow = useMedia('(max-width: 900px)');
  const height = narrow ? 40 : 23;
  const scroll = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<string>();
  const refocus = useRef(false);
  const measured = useRef({ content: 0, box: 0 });
  const indexOf = (key: string | undefined): number =>
    key === undefined ? -1 : rows.findLastIndex((row) => row.key === key || placeIn(row, key) !== undefined);
  const activeIndex = indexOf(active ?? selected);
  const rangeExtractor = useCallback(
    (range: Range) => {
      const shown = defaultRangeExtractor(range);
      // The row with the keyboard is kept, or scrolling away would drop the focus.
      return activeIndex < 0 || shown.includes(activeIndex)
        ? shown
        : [...shown, activeIndex].sort((a, b) => a - b);
    },
    [activeIndex],
  );
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => height,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
    rangeExtractor,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new height means new places
  useEffect(() => virtual.measure(), [height]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows are what it follows
  useEffect(() => {
    if (atEnd && scroll.current !== null) scroll.current.scrollTop = scroll.current.scrollHeight;
  }, [rows.length, atEnd]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new selection scrolls, never new rows
  useEffect(() => {
    const index = indexOf(selected);
    if (index >= 0) virtual.scrollToIndex(index, { align: 'auto' });
    setActive(selected);
  }, [selected]);
  useEffect(() => {
    if (!refocus.current || active === undefined) return;
    refocus.current = false;
    scroll.current
      ?.querySelector<HTMLElement>(`[data-row="${CSS.escape(rows[activeIndex]?.key ?? active)}"]`)
      ?.focus({ preventScroll: true });
  });

  const go = (index: number): void => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))];
    if (row === undefined) return;
    refocus.current = true;
    setActive(row.key);
    virtual.scrollToIndex(rows.indexOf(row), { align: 'auto' });
    // Of a run the newest answer is shown; the rows of an open one are there to be chosen themselves.
    const latest = row.quiet?.members.find(({ exchange }) => exchange === row.exchange);
    if (row.quiet?.open !== true) props.onSelect(latest ?? row);
  };
  const { onSelect, onToggle } = props;
  const onClick = useCallback(
    (row: Row) => {
      if (row.quiet === undefined) onSelect(row);
      else {
        setActive(row.key);
        onToggle(row);
      }
    },
    [onSelect, onToggle],
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor((scroll.current?.clientHeight ?? 0) / height) - 1);
    const step = new Map([
      ['ArrowDown', activeIndex + 1],
      ['ArrowUp', activeIndex - 1],
      ['PageDown', activeIndex + page],
      ['PageUp', activeIndex - page],
      ['Home', 0],
      ['End', rows.length - 1],
    ]).get(event.key);
    const row = rows[activeIndex];
    const opens = { ArrowRight: false, ArrowLeft: true, Enter: row?.quiet?.open }[event.key];
    if (step !== undefined) go(step);
    else if (row?.quiet !== undefined && opens === row.quiet.open) onClick(row);
    else if (event.key === 'Enter' && row !== undefined) props.onOpen(row);
    else return;
    event.preventDefault();
  };
  const firstFocusable = activeIndex >= 0 ? activeIndex : rows.length - 1;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtual list cannot be a table
    <div
      className={styles.grid}
      role="grid"
      tabIndex={-1}
      aria-label="Messages on the wire"
      aria-rowcount={rows.length + 1}
      aria-colcount={COLUMNS.length}
      onKeyDown={onKeyDown}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div className={cx(styles.row, styles.head)} role="row" aria-rowindex={1} tabIndex={-1}>
        {COLUMNS.map((name, i) => (
          // biome-ignore lint/a11y/useSemanticElements: see above
          <div
            key={name}
            role="columnheader"
            tabIndex={-1}
            className={cx(WIDE[i] === true && styles.wide, (name === 'ms' || name === 'Bytes') && styles.num)}
          >
            {name}
          </div>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div
        className={styles.scroll}
        ref={scroll}
        role="rowgroup"
        onScroll={(event) => {
          const box = event.currentTarget;
          const { content, box: before } = measured.current;
          measured.current = { content: box.scrollHeight, box: box.clientHeight };
          const isEnd = box.scrollHeight - box.scrollTop - box.clientHeight < height;
          // A window of another size scrolls by itself; only a reader leaves the end.
          if (atEnd && !isEnd && (content !== box.scrollHeight || before !== box.clientHeight))
            box.scrollTop = box.scrollHeight;
          else props.onAtEnd(isEnd);
        }}
      >
        <div className={styles.space} role="presentation" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            return (
              <TrafficRow
                key={item.key}
                id={`${id}${row.key}`}
                narrow={narrow}
                row={row}
                index={item.index}
                top={item.start}
                selected={row.key === selected || placeIn(row, selected) !== undefined}
                place={placeIn(row, selected)}
                hovered={row.exchange.id === props.hovered || placeIn(row, props.hovered) !== undefined}
                mine={props.taskId !== undefined && row.exchange.taskIds.includes(props.taskId)}
                focusable={item.index === firstFocusable}
                onClick={onClick}
                onHover={props.onHover}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}
