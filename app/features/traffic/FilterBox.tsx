import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { Filter } from '../../engine/derive/filter/term.ts';
import { cx } from '../../ui/cx.ts';
import { echo } from './echo.ts';
import styles from './filter.module.css';
import { type Suggestion, suggest } from './suggest.ts';

export interface FilterBoxProps {
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  /** The text as it was read. */
  readonly filter: Filter;
  readonly inputRef?: RefObject<HTMLInputElement | null>;
  readonly valuesOf: (field: string) => readonly string[];
  readonly onText: (text: string) => void;
  /** Escape, where there is nothing left to clear. */
  readonly onLeave?: () => void;
}

/** A filter being written, with what may come next. */
export function FilterBox(props: FilterBoxProps): ReactNode {
  const { text, valuesOf, onText } = props;
  const id = useId();
  const own = useRef<HTMLInputElement>(null);
  const input = props.inputRef ?? own;
  const caretTo = useRef<number>(undefined);
  const [asked, setAsked] = useState(false);
  const [caret, setCaret] = useState(0);
  const [active, setActive] = useState(-1);
  const { from, to, items } = asked ? suggest(text, caret, valuesOf) : NOTHING;
  const open = items.length > 0;
  useEffect(() => {
    if (caretTo.current === undefined) return;
    input.current?.setSelectionRange(caretTo.current, caretTo.current);
    setCaret(caretTo.current);
    caretTo.current = undefined;
  });
  const type = (next: string, at: number): void => {
    onText(next);
    setCaret(at);
    setActive(-1);
  };
  const take = (item: Suggestion): void => {
    const put = item.goesOn ? item.text : `${item.text} `;
    caretTo.current = from + put.length;
    type(text.slice(0, from) + put + text.slice(to).replace(/^ /, item.goesOn ? ' ' : ''), caretTo.current);
    setAsked(item.goesOn);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const chosen = items[active];
    if (event.key === 'ArrowDown' && !open) {
      setCaret(input.current?.selectionStart ?? text.length);
      setAsked(true);
      setActive(0);
    } else if (open && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((active + step + items.length + (active < 0 && step < 0 ? 1 : 0)) % items.length);
    } else if (open && chosen !== undefined && (event.key === 'Enter' || event.key === 'Tab')) take(chosen);
    else if (event.key === 'Enter' && open) setAsked(false);
    else if (event.key === 'Escape' && open) setAsked(false);
    else if (event.key === 'Escape' && text !== '') type('', 0);
    else if (event.key === 'Escape' && props.onLeave !== undefined) props.onLeave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={styles.box}>
      <input
        ref={input}
        className={styles.input}
        type="search"
        role="combobox"
        aria-label={props.label}
        aria-expanded={open}
        aria-controls={`${id}list`}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 && open ? `${id}${active}` : undefined}
        aria-invalid={props.filter.bad.length > 0}
        aria-describedby={`${id}said`}
        autoComplete="off"
        spellCheck={false}
        placeholder={props.placeholder}
        value={text}
        onChange={(event) => {
          setAsked(true);
          type(event.target.value, event.target.selectionStart ?? event.target.value.length);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setAsked(false)}
      />
      <span id={`${id}said`} className="sr-only">
        {props.filter.bad.map(({ message }) => message).join(' ')} {echo(props.filter)}
      </span>
      <div
        id={`${id}list`}
        role="listbox"
        aria-label={`${props.label}: what may come next`}
        className={cx(styles.list, !open && styles.none)}
      >
        {items.map((item, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus
          <div
            key={item.text}
            id={`${id}${i}`}
            role="option"
            aria-selected={i === active}
            className={cx(styles.option, i === active && styles.active)}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(item)}
          >
            <code>{item.text}</code>
            <span>{item.meaning}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

const NOTHING = { from: 0, to: 0, items: [] as readonly Suggestion[] };

export interface FilterSaidProps {
  readonly label: string;
  readonly text: string;
  readonly filter: Filter;
  /** What the filter does here. */
  readonly children?: ReactNode;
}

/** What a filter means, and what of it means nothing. */
export function FilterSaid({ label, text, filter, children }: FilterSaidProps): ReactNode {
  return (
    // It stays when it is empty: a reader of the screen is told only of changes of what is there.
    <div className={cx(styles.said, text.trim() === '' && styles.quiet)}>
      {filter.terms.length > 0 && (
        <span>
          {label} {echo(filter)}
        </span>
      )}
      {filter.bad.map(({ from, to, message }) => (
        <span key={from} className={styles.bad}>
          Character {from + 1}, <code>{text.slice(from, to)}</code>: {message}
        </span>
      ))}
      {children}
    </div>
  );
}
