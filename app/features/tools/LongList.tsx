import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { ListedTool } from '../../engine/index.ts';
import { ToolButton } from './ToolButton.tsx';
import styles from './tools.module.css';

export interface LongListProps {
  readonly tools: readonly ListedTool[];
  readonly selected: string | undefined;
  readonly onSelect: (tool: string) => void;
}

/** Height of an entry before it is measured, px. */
const ABOUT = 46;

/** Thousands of tools: only those in view exist. Tab reaches one of them, the arrow keys the others. */
export function LongList({ tools, selected, onSelect }: LongListProps): ReactNode {
  const scroll = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const refocus = useRef(false);
  const at = Math.min(active, tools.length - 1);
  const rangeExtractor = useCallback(
    (range: Range) => {
      const shown = defaultRangeExtractor(range);
      // The entry with the keyboard is kept, or scrolling away would drop the focus.
      return shown.includes(at) ? shown : [...shown, at].sort((a, b) => a - b);
    },
    [at],
  );
  const virtual = useVirtualizer({
    count: tools.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ABOUT,
    overscan: 6,
    rangeExtractor,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new selection scrolls, never a new list
  useEffect(() => {
    const index = tools.findIndex((tool) => tool.name === selected);
    if (index < 0) return;
    setActive(index);
    virtual.scrollToIndex(index, { align: 'auto' });
  }, [selected]);
  useEffect(() => {
    if (!refocus.current) return;
    refocus.current = false;
    scroll.current?.querySelector<HTMLElement>(`[data-index="${at}"] button`)?.focus({ preventScroll: true });
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor((scroll.current?.clientHeight ?? 0) / ABOUT) - 1);
    const to = new Map([
      ['ArrowDown', at + 1],
      ['ArrowUp', at - 1],
      ['PageDown', at + page],
      ['PageUp', at - page],
      ['Home', 0],
      ['End', tools.length - 1],
    ]).get(event.key);
    if (to === undefined) return;
    event.preventDefault();
    const next = Math.min(tools.length - 1, Math.max(0, to));
    refocus.current = true;
    setActive(next);
    virtual.scrollToIndex(next, { align: 'auto' });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the buttons inside
    <div className={styles.long} ref={scroll} onKeyDown={onKeyDown}>
      <ul className={styles.space} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const tool = tools[item.index];
          if (tool === undefined) return null;
          return (
            <li
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              aria-setsize={tools.length}
              aria-posinset={item.index + 1}
              style={{ transform: `translateY(${item.start}px)` }}
              onFocus={() => setActive(item.index)}
            >
              <ToolButton
                tool={tool}
                on={tool.name === selected}
                tabIndex={item.index === at ? 0 : -1}
                onClick={() => onSelect(tool.name)}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
