import { useCallback, useMemo } from 'react';
import { useStored } from '../../ui/stored.ts';

/** What a person has marked, by the keys of messages. Kept in this browser; a recording that is saved does not carry it. */
export interface Marks {
  readonly pinned: ReadonlySet<string>;
  readonly noted: ReadonlySet<string>;
  readonly remarks: ReadonlyMap<string, string>;
  readonly pin: (key: string) => void;
  /** An empty text takes the note away. */
  readonly remark: (key: string, text: string) => void;
}

/** The oldest go: an old recording's marks are of no use once it is deleted. */
const MOST = 300;

export function useMarks(): Marks {
  const [text, setText] = useStored('marks', '');
  const marks = useMemo(() => readMarks(text), [text]);
  const pin = useCallback(
    (key: string) => {
      const pinned = marks.pinned.filter((one) => one !== key);
      if (pinned.length === marks.pinned.length) pinned.push(key);
      setText(JSON.stringify({ ...marks, pinned: pinned.slice(-MOST) }));
    },
    [marks, setText],
  );
  const remark = useCallback(
    (key: string, said: string) => {
      const others = marks.notes.filter(([one]) => one !== key);
      const notes = said.trim() === '' ? others : [...others, [key, said.trim()] as const];
      setText(JSON.stringify({ ...marks, notes: notes.slice(-MOST) }));
    },
    [marks, setText],
  );
  return useMemo(() => {
    const remarks = new Map(marks.notes);
    return { pinned: new Set(marks.pinned), noted: new Set(remarks.keys()), remarks, pin, remark };
  }, [marks, pin, remark]);
}

interface Kept {
  readonly pinned: readonly string[];
  readonly notes: readonly (readonly [key: string, text: string])[];
}

/** Whatever stands there: what is none of ours is not read. */
export function readMarks(text: string): Kept {
  try {
    const value = JSON.parse(text) as Partial<Record<string, unknown>> | null;
    const isText = (one: unknown): one is string => typeof one === 'string';
    const isNote = (one: unknown): one is readonly [string, string] =>
      Array.isArray(one) && one.length === 2 && one.every(isText);
    const list = (one: unknown): unknown[] => (Array.isArray(one) ? one : []);
    return { pinned: list(value?.pinned).filter(isText), notes: list(value?.notes).filter(isNote) };
  } catch {
    return { pinned: [], notes: [] };
  }
}
