import { useMemo, useState } from 'react';
import { type Path, pathKey } from './path.ts';
import type { PlacedProblem } from './place.ts';

export interface Visible {
  /** The problems to show at fields now. */
  readonly problems: readonly PlacedProblem[];
  /** Says that the focus left an element; true where it was one of a field. */
  readonly leave: (element: Element) => boolean;
}

/** Which problems are shown: those of fields that were left once, and all of them after a first try to send. */
export function useVisible(problems: readonly PlacedProblem[], attempted: boolean): Visible {
  const [left, setLeft] = useState<readonly string[]>([]);
  const shown = useMemo(
    () => (attempted ? problems : problems.filter(({ field }) => left.some((key) => isWithin(key, field)))),
    [problems, attempted, left],
  );
  const leave = (element: Element): boolean => {
    const key = element.closest('[data-field]')?.getAttribute('data-field');
    if (key) setLeft((keys) => (keys.includes(key) ? keys : [...keys, key]));
    return key !== null && key !== undefined;
  };
  return { problems: shown, leave };
}

/** True where the field that was left is `field`, or stands inside it (a row of a list). */
function isWithin(key: string, field: Path): boolean {
  if (field.length === 0) return false;
  const start = pathKey(field).slice(0, -1);
  return key === `${start}]` || key.startsWith(`${start},`);
}
