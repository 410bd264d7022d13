import { type SmallStore, tabStore } from '../../ui/storage.ts';

/**
 * What was typed and not yet sent, kept in sessionStorage so that polls, tab switches and a reload do not lose it. Per question:
 * an endpoint's ids are its own, and keys are a task's own.
 */

const PREFIX = 'taskscope.draft ';

export interface DraftAt {
  readonly endpoint: string;
  readonly taskId: string;
  readonly key: string;
}

function nameOf(at: DraftAt): string {
  return PREFIX + JSON.stringify([at.endpoint, at.taskId, at.key]);
}

/** The draft of a question, or undefined. */
export function readDraft<T>(at: DraftAt, storage: SmallStore = tabStore): T | undefined {
  const found = storage.getItem(nameOf(at));
  if (found === null) return undefined;
  try {
    return JSON.parse(found) as T;
  } catch {
    return undefined;
  }
}

/** Keeps a draft; where the storage is full it is only in memory, which the caller has anyway. */
export function writeDraft(at: DraftAt, draft: unknown, storage: SmallStore = tabStore): void {
  try {
    storage.setItem(nameOf(at), JSON.stringify(draft));
  } catch {
    // Nothing to do: the form still holds it.
  }
}

export function dropDraft(at: DraftAt, storage: SmallStore = tabStore): void {
  storage.removeItem(nameOf(at));
}
