import { memo, type ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';
import { visible } from '../../ui/label.ts';
import { ResultTypeTag, StatusPill } from '../../ui/Status.tsx';
import type { Row } from './row.ts';
import { cellsOf } from './rows.ts';
import styles from './traffic.module.css';

export interface TrafficRowProps {
  readonly row: Row;
  readonly id: string;
  /** Position within the list, from 0. */
  readonly index: number;
  readonly top: number;
  readonly selected: boolean;
  /** `3 of 9`: which of the messages that the row stands for is the selected one. */
  readonly place: string | undefined;
  readonly hovered: boolean;
  /** It concerns the selected task. */
  readonly mine: boolean;
  /** The highlight marks it. */
  readonly lit: boolean;
  /** A person has pinned it. */
  readonly pinned: boolean;
  /** What a person wrote about it. */
  readonly remark: string | undefined;
  readonly focusable: boolean;
  /** The columns of class `wide` are not shown: the resultType stands below the method. */
  readonly narrow: boolean;
  readonly onClick: (row: Row) => void;
  readonly onToggle: (row: Row) => void;
  readonly onHover: (row: Row | undefined) => void;
}

/** Where the selected message stands in a folded row, and the row's own note; the number of messages is said once. */
export function withPlace(place: string | undefined, note: string): string {
  const [, all = ''] = place?.split(' of ') ?? [];
  const told = `${all} messages`;
  if (place !== undefined && note.startsWith(told)) return `message ${place}${note.slice(told.length)}`;
  return [place, note].filter((part) => part !== undefined && part !== '').join(', ');
}

/** One line of the traffic list. */
export const TrafficRow = memo(function TrafficRow(props: TrafficRowProps): ReactNode {
  const { row, place, remark } = props;
  const cells = cellsOf(row);
  const open = row.quiet?.open ?? row.op?.open;
  const note = [remark, withPlace(place, cells.note)]
    .filter((part) => part !== undefined && part !== '')
    .join(', ');
  const names = cx(
    styles.row,
    styles.at,
    row.exchange.method === 'tools/call' && row.frame === undefined && styles.call,
    row.level === 0 && row.frame !== undefined && styles.frame,
    row.level > 0 && styles.below,
    row.level > 1 && styles.deep,
    cells.failed && styles.failed,
    props.mine && styles.mine,
    props.lit && styles.lit,
    props.hovered && styles.hovered,
    props.selected && styles.chosen,
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table row cannot be placed by a virtual list
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys
    <div
      id={props.id}
      className={names}
      role="row"
      aria-rowindex={props.index + 2}
      aria-level={row.level + 1}
      aria-expanded={open}
      aria-selected={props.selected}
      tabIndex={props.focusable ? 0 : -1}
      data-row={row.key}
      style={{ transform: `translateY(${props.top}px)` }}
      onClick={() => props.onClick(row)}
      onPointerEnter={() => props.onHover(row)}
      onPointerLeave={() => props.onHover(undefined)}
    >
      <Cell at={1} className={styles.dim}>
        {cells.time}
      </Cell>
      <Cell at={2} className={cx(styles.wide, styles.dim)}>
        {cells.dir}
      </Cell>
      <Cell at={3} className={styles.method} title={cells.method}>
        {open === undefined ? (
          cells.method
        ) : (
          // The row has the keys; this tells what they do, and has the click.
          <button
            type="button"
            className={styles.opens}
            tabIndex={-1}
            aria-expanded={open}
            onClick={(event) => {
              event.stopPropagation();
              props.onToggle(row);
            }}
          >
            {cells.method}
          </button>
        )}
        {props.narrow && cells.resultType !== undefined && (
          <span className={styles.under}>
            <ResultTypeTag type={cells.resultType} />
          </span>
        )}
      </Cell>
      <Cell at={4} title={row.exchange.name === undefined ? undefined : visible(row.exchange.name)}>
        {cells.what}
      </Cell>
      <Cell at={5} className={cx(styles.wide, isErrorStatus(cells.http) && styles.error)}>
        {cells.http === '' && row.frame === undefined ? '—' : cells.http}
      </Cell>
      <Cell at={6} className={cx(styles.wide, cells.rpcError !== undefined && styles.error)}>
        {cells.rpc}
      </Cell>
      {cells.reason !== undefined ? (
        <Cell
          at={7}
          className={cx(styles.reason, cells.failed ? styles.error : styles.dim)}
          span={2}
          title={cells.reason}
        >
          {cells.reason}
        </Cell>
      ) : (
        <>
          <Cell at={7} className={styles.wide}>
            {cells.rpcError !== undefined ? (
              <span className={styles.error}>{cells.rpcError}</span>
            ) : cells.resultType !== undefined ? (
              <ResultTypeTag type={cells.resultType} />
            ) : row.frame === undefined ? (
              <Dash />
            ) : null}
          </Cell>
          <Cell at={8}>{cells.status === undefined ? <Dash /> : <StatusPill status={cells.status} />}</Cell>
        </>
      )}
      <Cell at={9} className={cx(styles.wide, styles.num)}>
        {cells.ms}
      </Cell>
      <Cell at={10} className={cx(styles.wide, styles.num, styles.dim)}>
        {cells.bytes}
      </Cell>
      <Cell at={11} className={cx(styles.wide, styles.note)} title={note}>
        {props.pinned && <span title="Pinned">★ </span>}
        {note}
      </Cell>
    </div>
  );
});

function isErrorStatus(http: string): boolean {
  return http.startsWith('4') || http.startsWith('5');
}

function Dash(): ReactNode {
  return <span className={styles.dim}>—</span>;
}

interface CellProps {
  /** Number of its column, from 1: some are not shown where there is no room. */
  readonly at: number;
  readonly className?: string | undefined;
  readonly title?: string | undefined;
  readonly span?: number;
  readonly children: ReactNode;
}

function Cell({ at, className, title, span, children }: CellProps): ReactNode {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the row
    <div
      role="gridcell"
      aria-colindex={at}
      aria-colspan={span}
      className={className}
      title={title}
      tabIndex={-1}
    >
      {children}
    </div>
  );
}
