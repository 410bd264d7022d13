import { type ReactNode, type RefObject, useCallback, useRef, useState } from 'react';
import { printTerm } from '../../engine/derive/filter/print.ts';
import type { Condition } from '../../engine/derive/filter/term.ts';
import type { Exchange, List } from '../../engine/derive/model.ts';
import { Bar } from '../../ui/Bar.tsx';
import { Button } from '../../ui/Button.tsx';
import { count, group, offset } from '../../ui/format.ts';
import { Empty } from '../../ui/Section.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { useStored } from '../../ui/stored.ts';
import type { ColumnName } from './columns.ts';
import { FilterBox, FilterSaid } from './FilterBox.tsx';
import { likeOf } from './like.ts';
import { NoteBox } from './NoteBox.tsx';
import { type MenuItem, RowMenu } from './RowMenu.tsx';
import type { Row } from './row.ts';
import { TrafficGrid } from './TrafficGrid.tsx';
import styles from './traffic.module.css';
import { useFollowing } from './useFollow.ts';
import { useLook } from './useLook.ts';
import { useMarks } from './useMarks.ts';
import { useWire } from './useWire.ts';

/** What the list shows and marks; it stands in the address. */
export interface Look {
  readonly filter: string;
  readonly highlight: string;
}

export interface TrafficViewProps extends Look {
  readonly exchanges: List<Exchange>;
  /** Text of an event's body; the same function as long as the log is the same. */
  readonly bodyOf: (seq: number) => string;
  readonly selected: string | undefined;
  readonly hovered: string | undefined;
  readonly taskId: string | undefined;
  readonly filterRef: RefObject<HTMLInputElement | null>;
  /** A stretch of time that nothing is shown beyond, mono ms. */
  readonly range: { readonly from: number; readonly to: number } | undefined;
  readonly onRange: (range: undefined) => void;
  readonly onLook: (look: Partial<Look>) => void;
  readonly onSelect: (row: Row) => void;
  readonly onOpen: (row: Row) => void;
  readonly onHover: (row: Row | undefined) => void;
}

type Mode = 'operations' | 'wire';
const MODES = [
  { value: 'operations', label: 'Operations' },
  { value: 'wire', label: 'Wire' },
] as const;

interface Asked {
  readonly row: Row;
  readonly column: ColumnName;
  readonly at: { readonly x: number; readonly y: number };
}

/** The traffic list: its filter, its highlight, and the choice between operations and the wire as it was. */
export function TrafficView(props: TrafficViewProps): ReactNode {
  const { onLook } = props;
  const [filter, setFilter] = useLook(props.filter, (text) => onLook({ filter: text }));
  const [highlight, setHighlight] = useLook(props.highlight, (text) => onLook({ highlight: text }));
  const [marks, setMarks] = useState(props.highlight !== '');
  const [quiet, setQuiet] = useStored('quiet-polls', 'folded');
  const [mode, setMode] = useStored('traffic', 'operations');
  const [asked, setAsked] = useState<Asked>();
  const section = useRef<HTMLElement>(null);
  const follow = useFollowing();
  const marked = useMarks();
  const [noting, setNoting] = useState<Asked>();
  const folds = quiet === 'folded';
  const operations = mode === 'operations';
  const wire = useWire({
    ...{
      filter,
      highlight,
      range: props.range,
      folds,
      operations,
      exchanges: props.exchanges,
      bodyOf: props.bodyOf,
    },
    pinned: marked.pinned,
    noted: marked.noted,
  });
  const { rows, size, hidden, valuesOf } = wire;
  const showsMarks = marks || highlight !== '';
  const leaveMarks = (): void => {
    setMarks(false);
    props.filterRef.current?.focus();
  };
  const onMenu = useCallback(
    (row: Row, column: ColumnName, at: Asked['at']) => setAsked({ row, column, at }),
    [],
  );
  const closeMenu = useCallback(() => {
    setAsked((was) => {
      if (was !== undefined)
        section.current
          ?.querySelector<HTMLElement>(`[data-row="${CSS.escape(was.row.key)}"]`)
          ?.focus({ preventScroll: true });
      return undefined;
    });
  }, []);
  const also = (text: string, condition: Condition, not: boolean): string =>
    `${text.trimEnd()} ${printTerm({ not, condition })}`.trimStart();
  const itemsFor = (which: Asked): MenuItem[] => {
    const { row, column } = which;
    const like = likeOf(row, column);
    const key = keyOf(row);
    const own: MenuItem[] = [
      { label: marked.pinned.has(key) ? 'Unpin' : 'Pin', run: () => marked.pin(key) },
      { label: marked.remarks.has(key) ? 'Change the note…' : 'Write a note…', run: () => setNoting(which) },
    ];
    if (like === undefined) return own;
    const said = (not: boolean): string => printTerm({ not, condition: like });
    return [
      { label: `Filter like this: ${said(false)}`, run: () => setFilter(also(filter, like, false)) },
      { label: `Hide such: ${said(true)}`, run: () => setFilter(also(filter, like, true)) },
      { label: `Highlight such: ${said(false)}`, run: () => setHighlight(also(highlight, like, false)) },
      ...own,
    ];
  };
  return (
    <section ref={section} className={styles.traffic} aria-label="Traffic">
      <Bar title="Traffic">
        <FilterBox
          label="Filter the traffic"
          placeholder="Filter: tasks/get status:working -http:200"
          text={filter}
          filter={wire.filter}
          inputRef={props.filterRef}
          valuesOf={valuesOf}
          onText={setFilter}
        />
        <Bar.Grow />
        <Button
          variant="ghost"
          pressed={showsMarks}
          title="Marks messages without hiding others"
          onClick={() => {
            if (showsMarks) setHighlight('');
            setMarks(!showsMarks);
          }}
        >
          Highlight
        </Button>
        <Button
          variant="ghost"
          pressed={folds}
          title="Successive polls of a task that brought nothing new are one row, which opens"
          onClick={() => setQuiet(folds ? 'listed' : 'folded')}
        >
          Fold polls
        </Button>
        <Segmented<Mode>
          label="What a row is"
          value={operations ? 'operations' : 'wire'}
          options={MODES}
          onChange={setMode}
        />
        {follow.why !== undefined && rows.length > 0 && (
          <Button title={`It does not follow: ${follow.why}.`} onClick={follow.resume}>
            Jump to latest ↓
          </Button>
        )}
      </Bar>
      <FilterSaid label="" text={filter} filter={wire.filter}>
        {props.range !== undefined && (
          <span>
            Only from {offset(props.range.from)} to {offset(props.range.to)} s, as chosen on the timeline.
          </span>
        )}
        <span role="status">{hidden > 0 ? `${group(hidden)} hidden by the filter` : ''}</span>
        {hidden > 0 && (
          <Button
            variant="ghost"
            className={styles.clear}
            onClick={() => {
              setFilter('');
              props.onRange(undefined);
            }}
          >
            Clear
          </Button>
        )}
      </FilterSaid>
      {showsMarks && (
        <div className={styles.marks}>
          <FilterBox
            label="Highlight in the traffic"
            placeholder="Highlight: is:failed"
            text={highlight}
            filter={wire.highlight}
            valuesOf={valuesOf}
            onText={setHighlight}
            onLeave={leaveMarks}
          />
          <FilterSaid label="Marked:" text={highlight} filter={wire.highlight} />
        </div>
      )}
      {follow.why !== undefined && rows.length > 0 && <Behind rows={rows.length} why={follow.why} />}
      {rows.length === 0 ? (
        <Empty title={size === 0 ? 'Nothing has crossed the wire yet' : 'The filter hides everything'}>
          {size === 0
            ? 'Every request and response will be listed here, with its headers and its very text.'
            : 'All messages are still recorded. Clear the filter to see them.'}
        </Empty>
      ) : (
        <TrafficGrid
          rows={rows}
          lit={wire.lit}
          pinned={marked.pinned}
          remarks={marked.remarks}
          follow={follow}
          selected={props.selected}
          hovered={props.hovered}
          taskId={props.taskId}
          onSelect={props.onSelect}
          onOpen={props.onOpen}
          onToggle={wire.onToggle}
          onHover={props.onHover}
          onMenu={onMenu}
        />
      )}
      {asked !== undefined && (
        <RowMenu
          label={`${asked.column} of this message`}
          at={asked.at}
          items={itemsFor(asked)}
          onClose={closeMenu}
        />
      )}
      {noting !== undefined && (
        <NoteBox
          at={noting.at}
          text={marked.remarks.get(keyOf(noting.row)) ?? ''}
          onClose={() => setNoting(undefined)}
          onSave={(said) => {
            marked.remark(keyOf(noting.row), said);
            setNoting(undefined);
          }}
        />
      )}
    </section>
  );
}

/** The message that a mark is put on: of a run the one that it shows. */
function keyOf(row: Row): string {
  return row.frame === undefined ? row.exchange.id : row.key;
}

/** Why the list stands still, and how much has come since. */
function Behind({ rows, why }: { readonly rows: number; readonly why: string }): ReactNode {
  const [since] = useState(rows);
  const more = rows - since;
  return (
    <p className={styles.behind}>
      The list does not follow: {why}.{more > 0 && ` ${count(more, 'new row')} below.`}
    </p>
  );
}
