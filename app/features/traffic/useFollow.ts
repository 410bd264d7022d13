import { type RefObject, type UIEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';

/** Whether the list stays at its end as messages come, and why it does not. */
export interface Follow {
  readonly atEnd: boolean;
  /** Why it stopped, in words; undefined while it follows. */
  readonly why: string | undefined;
  /** What is about to scroll the list, if it leaves the end. */
  readonly because: (what: 'select') => void;
  readonly left: (isEnd: boolean) => void;
  readonly resume: () => void;
}

export function useFollowing(): Follow {
  const [why, setWhy] = useState<string>();
  const cause = useRef<'select'>(undefined);
  const because = useCallback((what: 'select') => {
    cause.current = what;
  }, []);
  const left = useCallback((isEnd: boolean) => {
    const words = cause.current === undefined ? 'you scrolled up' : 'a message further up is selected';
    if (!isEnd) cause.current = undefined;
    setWhy((before) => (isEnd ? undefined : (before ?? words)));
  }, []);
  const resume = useCallback(() => setWhy(undefined), []);
  return useMemo(
    () => ({ atEnd: why === undefined, why, because, left, resume }),
    [why, because, left, resume],
  );
}

/** Keeps a list at its end while the reader is there. @returns what the list does when it scrolls */
export function useFollow(
  scroll: RefObject<HTMLDivElement | null>,
  { atEnd, left }: Follow,
  length: number,
  height: number,
): (event: UIEvent<HTMLDivElement>) => void {
  const measured = useRef({ content: 0, box: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows are what it follows
  useEffect(() => {
    if (atEnd && scroll.current !== null) scroll.current.scrollTop = scroll.current.scrollHeight;
  }, [length, atEnd]);
  return (event) => {
    const box = event.currentTarget;
    const { content, box: before } = measured.current;
    measured.current = { content: box.scrollHeight, box: box.clientHeight };
    const isEnd = box.scrollHeight - box.scrollTop - box.clientHeight < height;
    // A window of another size scrolls by itself; only a reader leaves the end.
    if (atEnd && !isEnd && (content !== box.scrollHeight || before !== box.clientHeight))
      box.scrollTop = box.scrollHeight;
    else left(isEnd);
  };
}
