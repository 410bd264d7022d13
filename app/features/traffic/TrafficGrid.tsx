import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { cx } from '../../ui/cx.ts';
import { useMedia } from '../../ui/live.ts';
import { COLUMNS, type ColumnName, MEANINGS } from './columns.ts';
import type { Rows } from './lines.ts';
import type { Row } from './row.ts';
import { TrafficRow } from './TrafficRow.tsx';
import styles from './traffic.module.css';
import { type Follow, useFollow } from './useFollow.ts';

export interface TrafficGridProps {
  readonly rows: Rows;
  /** Key of the selected row. */
  readonly selected: string | undefined;
  readonly hovered: string | undefined;
  /** Task whose messages are marked. */
  readonly taskId: string | undefined;
  /** Slots that the highlight marks. */
  readonly lit: Uint8Array | undefined;
  readonly pinned: ReadonlySet<string>;
  readonly remarks: ReadonlyMap<string, string>;
  readonly follow: Follow;
  readonly onSelect: (row: Row) => void;
  /** Enter: the reader wants to go into the message. */
  readonly onOpen: (row: Row) => void;
  /** Opens or closes what a row stands for. */
  readonly onToggle: (row: Row) => void;
  readonly onHover: (row: Row | undefined) => void;
  /** The menu of a cell is asked for. */
  readonly onMenu: (row: Row, column: ColumnName, at: { readonly x: number; readonly y: number }) => void;
}

const WIDE = COLUMNS.map((name) => !['Time', 'Method', 'What', 'Task status'].includes(name));

/** The wire as a grid: only the rows in view exist. It stays at the end only while the reader is there. */
export function TrafficGrid(props: TrafficGridProps): ReactNode {
  const { rows, selected, onSelect, onToggle, follow } = props;
  const id = useId();
  const narrow = useMedia('(max-width: 900px)');
  const height = narrow ? 40 : 23;
  const scroll = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<string>();
  /** The cell of the active row that has the focus; undefined: the row itself. */
  const [column, setColumn] = useState<number>();
  const refocus = useRef(false);
  const activeIndex = rows.indexOf(active ?? selected);
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
    overscan: 8,
    rangeExtractor,
  });
  const onScroll = useFollow(scroll, follow, rows.length, height);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new height means new places
  useEffect(() => virtual.measure(), [height]);
  const show = (index: number): void => {
    follow.because('select');
    virtual.scrollToIndex(index, { align: 'auto' });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new selection scrolls, never new rows
  useEffect(() => {
    const index = rows.indexOf(selected);
    if (index >= 0) show(index);
    setActive(selected);
  }, [selected]);
  useEffect(() => {
    if (!refocus.current || active === undefined) return;
    refocus.current = false;
    const row = scroll.current?.querySelector<HTMLElement>(
      `[data-row="${CSS.escape(rows.at(activeIndex)?.key ?? active)}"]`,
    );
    // Where there is no room, some have no width.
    const cells = [...(row?.querySelectorAll<HTMLElement>('[role="gridcell"]') ?? [])].filter(
      ({ offsetWidth }) => offsetWidth > 0,
    );
    const cell = column === undefined ? undefined : cells[Math.min(column, cells.length - 1)];
    (cell ?? row)?.focus({ preventScroll: true });
  });

  const go = (index: number): void => {
    const at = Math.min(rows.length - 1, Math.max(0, index));
    const row = rows.at(at);
    if (row === undefined) return;
    refocus.current = true;
    setActive(row.key);
    show(at);
    // Of a run the newest answer is shown; the rows of an open one are there to be chosen themselves.
    if (row.quiet?.open !== true) onSelect(row);
  };
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
    const row = rows.at(activeIndex);
    if (step !== undefined) go(step);
    else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft')
      sideways(event.key === 'ArrowRight', row);
    else if (event.key === 'Enter' && row?.quiet !== undefined) onToggle(row);
    else if (event.key === 'Enter' && row !== undefined) props.onOpen(row);
    else return;
    event.preventDefault();
  };
  /** Opens and closes; from an open row on it goes through the cells. */
  const sideways = (right: boolean, row: Row | undefined): void => {
    if (row === undefined) return;
    const open = row.quiet?.open ?? row.op?.open;
    refocus.current = true;
    setActive(row.key);
    if (column !== undefined) {
      const next = column + (right ? 1 : -1);
      setColumn(next < 0 ? undefined : Math.min(next, COLUMNS.length - 1));
    } else if (right && open !== false) setColumn(0);
    else if (open === !right) onToggle(row);
    else if (!right && rows.parentOf(activeIndex) >= 0) go(rows.parentOf(activeIndex));
  };
  const onContextMenu = (event: MouseEvent): void => {
    if (!(event.target instanceof HTMLElement)) return;
    const cell = event.target.closest<HTMLElement>('[role="gridcell"]');
    const box = event.target.closest<HTMLElement>('[data-row]');
    const row = rows.at(rows.indexOf(box?.dataset.row));
    if (box === null || row === undefined) return;
    event.preventDefault();
    const name = COLUMNS[Number(cell?.ariaColIndex ?? 3) - 1] ?? 'Method';
    const { left, bottom } = (cell ?? box).getBoundingClientRect();
    const isPointer = event.clientX !== 0 || event.clientY !== 0;
    props.onMenu(row, name, isPointer ? { x: event.clientX, y: event.clientY } : { x: left, y: bottom });
  };
  const firstFocusable = activeIndex >= 0 ? activeIndex : rows.length - 1;
  return (
    <div
      className={styles.grid}
      role="treegrid"
      tabIndex={-1}
      aria-label="Messages on the wire"
      aria-rowcount={rows.length + 1}
      aria-colcount={COLUMNS.length}
      onKeyDown={onKeyDown}
      onContextMenu={onContextMenu}
      onFocus={(event) => {
        const key = event.target.closest<HTMLElement>('[data-row]')?.dataset.row;
        if (key !== undefined && key !== active) setActive(key);
      }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div className={cx(styles.row, styles.head)} role="row" aria-rowindex={1} tabIndex={-1}>
        {COLUMNS.map((name, i) => (
          // biome-ignore lint/a11y/useSemanticElements: see above
          <div
            key={name}
            role="columnheader"
            aria-colindex={i + 1}
            tabIndex={-1}
            title={MEANINGS[name]}
            className={cx(WIDE[i] === true && styles.wide, (name === 'ms' || name === 'Bytes') && styles.num)}
          >
            {name === 'Dir' ? <span className="sr-only">Dir</span> : name}
          </div>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div className={styles.scroll} ref={scroll} role="rowgroup" onScroll={onScroll}>
        <div className={styles.space} role="presentation" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows.at(item.index);
            if (row === undefined) return null;
            const place = rows.placeIn(row, selected);
            return (
              <TrafficRow
                key={row.key}
                id={`${id}${row.key}`}
                narrow={narrow}
                row={row}
                index={item.index}
                top={item.start}
                selected={row.key === selected || place !== undefined}
                place={place === undefined ? undefined : `${place.at + 1} of ${place.of}`}
                hovered={row.exchange.id === props.hovered || rows.placeIn(row, props.hovered) !== undefined}
                mine={props.taskId !== undefined && row.exchange.taskIds.includes(props.taskId)}
                lit={rows.isLit(row, props.lit)}
                pinned={props.pinned.has(row.key)}
                remark={props.remarks.get(row.key)}
                focusable={item.index === firstFocusable}
                onClick={onClick}
                onToggle={onToggle}
                onHover={props.onHover}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}
