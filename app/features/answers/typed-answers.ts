import { type SmallStore, tabStore } from '../../ui/storage.ts';
import type { AnswerDraft } from './asked.ts';

/** Which request is answered in rounds: in a recording, of an endpoint, of a method, about a tool, prompt or resource. */
export interface RoundsAt {
  readonly recording: string | undefined;
  readonly endpoint: string;
  readonly method: string;
  readonly name: string | undefined;
}

/** What was typed for the questions of a request, by their identity; kept over rounds, views, reloads and a fresh request. */
export interface TypedAnswers {
  get(identity: string): AnswerDraft | undefined;
  set(identity: string, draft: AnswerDraft): void;
  /** The request came to something: the next one begins afresh. */
  clear(): void;
}

const PREFIX = 'taskscope.rounds ';

export function typedAnswers(at: RoundsAt, storage: SmallStore = tabStore): TypedAnswers {
  const name = PREFIX + JSON.stringify([at.recording, at.endpoint, at.method, at.name]);
  // Read each time: another view may write it, too.
  const read = (): Map<string, AnswerDraft> => {
    try {
      return new Map(JSON.parse(storage.getItem(name) ?? '[]') as [string, AnswerDraft][]);
    } catch {
      return new Map();
    }
  };
  return {
    get: (identity) => read().get(identity),
    set: (identity, draft) => storage.setItem(name, JSON.stringify([...read().set(identity, draft)])),
    clear: () => storage.removeItem(name),
  };
}
