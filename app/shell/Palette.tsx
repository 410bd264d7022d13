import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Dialog } from '../ui/Dialog.tsx';
import { group } from '../ui/format.ts';
import styles from './palette.module.css';

export interface PaletteItem {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** The focus goes where the command leads, not back to where it was. */
  readonly movesFocus?: boolean;
  readonly run: () => void;
}

export interface PaletteProps {
  readonly items: readonly PaletteItem[];
  readonly onClose: () => void;
}

/** Entries that are drawn: of thousands nobody reads more, and typing narrows them. */
const MOST = 100;

/** Everything that can be done, found by typing parts of its name. */
export function Palette({ items, onClose }: PaletteProps): ReactNode {
  const id = useId();
  const goesBack = useRef(true);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = items.filter((item) =>
    words.every((word) => `${item.label} ${item.hint ?? ''}`.toLowerCase().includes(word)),
  );
  const found = matches.slice(0, MOST);
  const at = Math.min(active, Math.max(0, found.length - 1));
  const choose = (item: PaletteItem | undefined): void => {
    if (item === undefined) return;
    goesBack.current = item.movesFocus !== true;
    onClose();
    item.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: found.length - 1 }[event.key];
    if (to !== undefined) setActive(Math.min(found.length - 1, Math.max(0, to)));
    else if (event.key === 'Enter') choose(found[at]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Commands" bare goesBack={() => goesBack.current} onClose={onClose}>
      <input
        className={styles.input}
        role="combobox"
        aria-label="Command"
        aria-expanded="true"
        aria-controls={`${id}list`}
        aria-activedescendant={found[at] === undefined ? undefined : `${id}${found[at].id}`}
        aria-autocomplete="list"
        placeholder="Type a command"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      {found.length === 0 ? (
        <p className={styles.none}>No command has this name.</p>
      ) : (
        <div className={styles.list} id={`${id}list`} role="listbox" aria-label="Commands" tabIndex={-1}>
          {found.map((item, i) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keys
            <div
              key={item.id}
              id={`${id}${item.id}`}
              className={styles.option}
              role="option"
              aria-selected={i === at}
              tabIndex={-1}
              onPointerMove={() => setActive(i)}
              onClick={() => choose(item)}
            >
              {item.label}
              {item.hint !== undefined && <span className={styles.hint}>{item.hint}</span>}
            </div>
          ))}
        </div>
      )}
      {matches.length > found.length && (
        <p className={styles.none}>
          The first {found.length} of {group(matches.length)}. Type more of the name.
        </p>
      )}
    </Dialog>
  );
}
