import { memo, type ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';
import { visible } from '../../ui/label.ts';
import { ResultTypeTag, StatusPill } from '../../ui/Status.tsx';
import type { Row } from './row.ts';
import { cellsOf } from './rows.ts';
import styles from './traffic.module.css';

export const COLUMNS = [
  'Time',
  'Method',
  'What',
  'HTTP',
  'resultType',
  'Task status',
  'ms',
  'Bytes',
  'Note',
] as const;

export interface TrafficRowProps {
  readonly row: Row;
  readonly id: string;
  /** Position within the filtered list, from 0. */
  readonly index: number;
  readonly top: number;
  readonly selected: boolean;
  /** Which poll of the run that the row stands for is the selected one, from 0. */
  readonly place: number | undefined;
  readonly hovered: boolean;
  /** It concerns the selected task. */
  readonly mine: boolean;
  readonly focusable: boolean;
  /** The columns of class `wide` are not shown: the resultType stands below the method. */
  readonly narrow: boolean;
  readonly onClick: (row: Row) => void;
  readonly onHover: (row: Row | undefined) => void;
}

/** One line of the traffic list. */
export const TrafficRow = memo(function TrafficRow(props: TrafficRowProps): ReactNode {
  const { row, place } = props;
  const cells = cellsOf(row);
  const note = place === undefined ? cells.note : `${place + 1} of ${cells.count ?? 0}, ${cells.note}`;
  const names = cx(
    styles.row,
    styles.at,
    row.exchange.method === 'tools/call' && row.frame === undefined && styles.call,
    (row.frame !== undefined || row.inside === true) && styles.frame,
    cells.failed && styles.failed,
    props.mine && styles.mine,
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
      aria-selected={props.selected}
      tabIndex={props.focusable ? 0 : -1}
      data-row={row.key}
      style={{ transform: `translateY(${props.top}px)` }}
      onClick={() => props.onClick(row)}
      onPointerEnter={() => props.onHover(row)}
      onPointerLeave={() => props.onHover(undefined)}
    >
      <Cell className={styles.dim}>{cells.time}</Cell>
      <Cell className={styles.method} title={cells.method}>
        {row.quiet === undefined ? (
          cells.method
        ) : (
          // The row has the keys and the click; this tells what they do.
          <button type="button" className={styles.opens} tabIndex={-1} aria-expanded={row.quiet.open}>
            {cells.method}
          </button>
        )}
        {props.narrow && cells.resultType !== undefined && (
          <span className={styles.under}>
            <ResultTypeTag type={cells.resultType} />
          </span>
        )}
      </Cell>
      <Cell title={row.exchange.name === undefined ? undefined : visible(row.exchange.name)}>
        {cells.what}
      </Cell>
      <Cell className={cx(styles.wide, isErrorStatus(cells.http) && styles.error)}>
        {cells.http === '' && row.frame === undefined ? '—' : cells.http}
      </Cell>
      {cells.reason !== undefined ? (
        <Cell className={cx(styles.reason, styles.error)} span={2} title={cells.reason}>
          {cells.reason}
        </Cell>
      ) : (
        <>
          <Cell className={styles.wide}>
            {cells.rpcError !== undefined ? (
              <span className={styles.error}>{cells.rpcError}</span>
            ) : cells.resultType !== undefined ? (
              <ResultTypeTag type={cells.resultType} />
            ) : row.frame === undefined ? (
              <Dash />
            ) : null}
          </Cell>
          <Cell>{cells.status === undefined ? <Dash /> : <StatusPill status={cells.status} />}</Cell>
        </>
      )}
      <Cell className={cx(styles.wide, styles.num)}>{cells.ms}</Cell>
      <Cell className={cx(styles.wide, styles.num, styles.dim)}>{cells.bytes}</Cell>
      <Cell className={cx(styles.wide, styles.note)} title={note}>
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
  readonly className?: string | undefined;
  readonly title?: string | undefined;
  readonly span?: number;
  readonly children: ReactNode;
}

function Cell({ className, title, span, children }: CellProps): ReactNode {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the row
    <div role="gridcell" aria-colspan={span} className={className} title={title} tabIndex={-1}>
      {children}
    </div>
  );
}
