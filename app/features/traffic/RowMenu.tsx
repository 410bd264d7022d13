import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import styles from './menu.module.css';

export interface MenuItem {
  readonly label: string;
  readonly run: () => void;
}

export interface RowMenuProps {
  readonly label: string;
  /** Where it was asked for, px within the window. */
  readonly at: { readonly x: number; readonly y: number };
  readonly items: readonly MenuItem[];
  readonly onClose: () => void;
}

/** What can be done with a cell and its row. The first entry has the focus; whoever opens it takes the focus back. */
export function RowMenu({ label, at, items, onClose }: RowMenuProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const menu = box.current;
    menu?.querySelector<HTMLElement>('button')?.focus();
    const { right = 0, bottom = 0, width = 0, height = 0 } = menu?.getBoundingClientRect() ?? {};
    // It stays within the window.
    if (menu !== null && right > innerWidth) menu.style.left = `${Math.max(0, innerWidth - width - 4)}px`;
    if (menu !== null && bottom > innerHeight) menu.style.top = `${Math.max(0, innerHeight - height - 4)}px`;
    const leave = (event: PointerEvent): void => {
      if (!(event.target instanceof Node && menu?.contains(event.target) === true)) onClose();
    };
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  }, [onClose]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const all = [...(box.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const now = all.indexOf(document.activeElement as HTMLElement);
    const to = new Map([
      ['ArrowDown', (now + 1) % all.length],
      ['ArrowUp', (now - 1 + all.length) % all.length],
      ['Home', 0],
      ['End', all.length - 1],
    ]).get(event.key);
    if (event.key === 'Escape' || event.key === 'Tab') onClose();
    else if (to !== undefined) all[to]?.focus();
    else if (event.key !== 'Enter' && event.key !== ' ') return;
    event.stopPropagation();
    if (event.key !== 'Enter' && event.key !== ' ') event.preventDefault();
  };
  return (
    <div
      ref={box}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className={styles.menu}
      style={{ left: at.x, top: at.y }}
      onKeyDown={onKeyDown}
    >
      {items.map((item) => (
        <button
          key={item.label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={styles.item}
          onClick={(event) => {
            event.stopPropagation();
            onClose();
            item.run();
          }}
        >
          {item.label}
        </button>
      ))}
    </div>
  );
}
