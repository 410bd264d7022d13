import { useEffect, useRef, useState, useTransition } from 'react';

/** The page follows once nothing was typed for so long: drawing all of it between two keys would hold the second one up. ms */
const PAUSE = 250;

/**
 * A text that is typed here and kept elsewhere (in the address). What is typed counts at once; the page follows when it has time, so that
 * a key never waits for it.
 */
export function useLook(kept: string, keep: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(kept);
  const [, start] = useTransition();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // What was sent and has not come back: it comes late, and must not take away what was typed since.
  const sent = useRef<string[]>([]);
  useEffect(() => {
    const at = sent.current.lastIndexOf(kept);
    if (at >= 0) sent.current.splice(0, at + 1);
    // Not from here: a step back, or a link.
    else setText(kept);
  }, [kept]);
  return [
    text,
    (next) => {
      if (next === text) return;
      sent.current.push(next);
      setText(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => start(() => keep(next)), PAUSE);
    },
  ];
}
