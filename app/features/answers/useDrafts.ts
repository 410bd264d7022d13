import { useRef, useState } from 'react';
import type { Question, TaskHistory } from '../../engine/derive/model.ts';
import type { FormDraft } from '../../forms/light.ts';
import { type DraftAt, dropDraft, readDraft, writeDraft } from './draft.ts';
import { startOf } from './question.ts';

/** What is typed for the questions of a task, kept as draft.ts says. */
export interface Drafts {
  readonly of: (question: Question) => FormDraft;
  readonly set: (question: Question, draft: FormDraft) => void;
  /** Sent and acknowledged: a later visit begins afresh. */
  readonly drop: (key: string) => void;
}

/** The drafts of one task; a component that shows another task is another one. */
export function useDrafts(task: TaskHistory): Drafts {
  const [held, hold] = useState<ReadonlyMap<string, FormDraft>>(new Map());
  const read = useRef(new Map<string, FormDraft>());
  const at = (key: string): DraftAt => ({ endpoint: task.endpoint, taskId: task.taskId, key });
  return {
    of(question) {
      const found = held.get(question.key) ?? read.current.get(question.key);
      if (found !== undefined) return found;
      const draft = readDraft<FormDraft>(at(question.key)) ?? startOf(question);
      read.current.set(question.key, draft);
      return draft;
    },
    set(question, draft) {
      writeDraft(at(question.key), draft);
      hold((before) => new Map(before).set(question.key, draft));
    },
    drop: (key) => dropDraft(at(key)),
  };
}
