import { useEffect, useState, useTransition } from 'react';

/**
 * A text that is typed here and kept elsewhere (in the address). What is typed counts at once; the page follows when it has time, so that
 * a key never waits for it.
 */
export function useLook(kept: string, keep: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(kept);
  const [pending, start] = useTransition();
  useEffect(() => {
    // Not by us: a step back, or a link.
    if (!pending) setText(kept);
  }, [kept, pending]);
  return [
    text,
    (next) => {
      setText(next);
      start(() => keep(next));
    },
  ];
}
