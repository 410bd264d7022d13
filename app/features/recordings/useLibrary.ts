import { useCallback, useEffect, useState } from 'react';
import type { Deleted, Engine, LoadedRecording, Problem, StoredMeta } from '../../engine/index.ts';

/** What the view of recordings shows and can do. */
export interface UseLibrary {
  /** Undefined until it is read. */
  readonly list: readonly StoredMeta[] | undefined;
  readonly problem: Problem | undefined;
  readonly busy: boolean;
  /** What was deleted last, or why it is kept. */
  readonly last: { readonly title: string; readonly of: Deleted } | undefined;
  readonly load: (id: string) => Promise<LoadedRecording | undefined>;
  readonly rename: (id: string, name: string) => Promise<void>;
  readonly remove: (id: string, title: string) => Promise<void>;
  readonly takeBack: (undo: () => Promise<void>) => Promise<void>;
  /** Reads a text and keeps it; undefined where it is none, and `problem` says why. */
  readonly take: (text: string, name: string) => Promise<LoadedRecording | undefined>;
  readonly fetch: (url: string) => Promise<LoadedRecording | undefined>;
}

const GONE: Problem = {
  kind: 'framing',
  code: 'not-stored',
  message: 'The recording is not stored any more, or of a newer Taskscope.',
  next: 'Choose another one.',
};

export function useLibrary(engine: Engine): UseLibrary {
  const [list, setList] = useState<readonly StoredMeta[]>();
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const [last, setLast] = useState<UseLibrary['last']>();
  const again = useCallback(async () => setList(await engine.recordings()), [engine]);
  useEffect(() => void again(), [again]);

  const whileBusy = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    setBusy(true);
    setProblem(undefined);
    try {
      return await work();
    } catch (error) {
      const message = error instanceof Error && error.name === 'QuotaExceededError' ? FULL : FAILED;
      setProblem({ kind: 'limit', code: 'not-kept', message, next: 'Delete recordings and try again.' });
      return undefined;
    } finally {
      setBusy(false);
      await again();
    }
  };
  const taken = async (text: string, name: string): Promise<LoadedRecording | undefined> => {
    const library = await engine.library();
    const read = library.read(text);
    if (!read.ok) {
      setProblem(read.problem);
      return undefined;
    }
    return library.add(read, name);
  };
  return {
    ...{ list, problem, busy, last },
    load: (id) =>
      whileBusy(async () => {
        const found = await (await engine.library()).load(id);
        if (found === undefined) setProblem(GONE);
        return found;
      }),
    async rename(id, name) {
      await whileBusy(async () => {
        const reason = await (await engine.library()).rename(id, name);
        if (reason !== undefined) setLast({ title: 'The name', of: { ok: false, reason } });
      });
    },
    async remove(id, title) {
      setLast({ title, of: await engine.deleteRecording(id) });
      await again();
    },
    async takeBack(undo) {
      setLast(undefined);
      await undo();
      await again();
    },
    take: (text, name) => whileBusy(() => taken(text, name)),
    fetch: (url) =>
      whileBusy(async () => {
        const got = await (await engine.library()).fetch(url, new AbortController().signal);
        if (got.ok) return taken(got.text, new URL(url).pathname.split('/').at(-1) ?? 'Linked');
        setProblem(got.problem);
        return undefined;
      }),
  };
}

const FULL = "The browser's storage is full: the recording could not be kept.";
const FAILED = 'The recording could not be kept in this browser.';
