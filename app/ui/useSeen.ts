import { type RefObject, useEffect, useState } from 'react';

/** So far before it comes into view, px, an element counts as seen. */
const AHEAD = 800;

/**
 * Whether an element has been near the view once: what is costly inside is made then, and stays.
 * @param atOnce true counts it as seen from the start, as does a platform that cannot tell
 */
export function useSeen(element: RefObject<Element | null>, atOnce: boolean): boolean {
  const [seen, setSeen] = useState(atOnce || typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (seen || element.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
      },
      { rootMargin: `${AHEAD}px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [seen, element]);
  return seen;
}
