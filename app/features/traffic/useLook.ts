import { useEffect, useRef, useState, useTransition } from 'react';

/**
 * A text that is typed here and kept elsewhere (in the address). What is typed counts at once; the page follows when it has time, so that
 * a key never waits for it.
 */
export function useLook(kept: string, keep: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(kept);
  const [, start] = useTransition();
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
      start(() => keep(next));
    },
  ];
}
