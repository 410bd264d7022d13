import { type RefObject, useEffect, useState } from 'react';

/** So far before it comes into view, px, an element counts as seen. */
const AHEAD = 800;

/**
 * Whether an element has been near the view once: what is costly inside is made then, and stays. Where the platform cannot tell, at
 * once.
 */
export function useSeen(element: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(typeof IntersectionObserver === 'undefined');
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
