import { askedResult, type Conversation } from '../../engine/derive/conversations.ts';
import { type Engine, isAlive, type TaskHistory, taskKey } from '../../engine/index.ts';
import { taskLabel, visible } from '../../ui/label.ts';
import { readRound } from './asked.ts';
import type { HeldRequest } from './held-requests.ts';
import { messageOf } from './question.ts';
import { isOpen } from './responses.ts';
import { conversations } from './useConversations.ts';

/** One who asks, with all that it asks at present. */
export type Asker = {
  /** Tells it from all others, and stands in the address. */
  readonly id: string;
  readonly endpoint: string;
  /** What asks, as people call it: `generate_report tsk_7f3a…e19d`, `tools/call book_room`. */
  readonly who: string;
  /** What is not answered yet, by key. */
  readonly questions: readonly { readonly key: string; readonly message: string }[];
  /** Since when it waits, ms since the recording began. */
  readonly since: number;
} & (
  | { readonly kind: 'task'; readonly task: TaskHistory }
  | { readonly kind: 'rounds'; readonly conversation: Conversation }
  | { readonly kind: 'held'; readonly request: HeldRequest }
);

/** How many questions wait: each key once, and one for a request that only wants to be sent again. */
export function countOf(askers: readonly Asker[]): number {
  return askers.reduce((sum, { questions }) => sum + Math.max(1, questions.length), 0);
}

/**
 * Everything that asks, oldest first: tasks, requests that were answered with input_required, and requests of legacy servers.
 * @param left ids of those that a person has put aside
 */
export function outstanding(
  engine: Engine,
  held: readonly HeldRequest[],
  left: ReadonlySet<string>,
): readonly Asker[] {
  const all = [
    ...[...engine.world().tasks.values()]
      .filter((task) => task.status === 'input_required' && isAlive(task))
      .map(ofTask),
    ...conversations(engine)
      .filter(({ state }) => state === 'asks' || state === 'failed')
      .map((one) => ofConversation(engine, one)),
    ...held.filter(({ state }) => state === 'open').map((request) => ofHeld(engine, request)),
  ];
  return all
    .filter((asker) => (asker.kind !== 'task' || asker.questions.length > 0) && !left.has(asker.id))
    .sort((a, b) => a.since - b.since);
}

/** One asker by its id, whether it still asks or not; undefined where nothing has that id. */
export function askerOf(engine: Engine, held: readonly HeldRequest[], id: string): Asker | undefined {
  for (const task of engine.world().tasks.values()) if (taskAskerId(task) === id) return ofTask(task);
  const conversation = conversations(engine).find((one) => conversationAskerId(one) === id);
  if (conversation !== undefined) return ofConversation(engine, conversation);
  const request = held.find((one) => heldAskerId(one) === id);
  return request && ofHeld(engine, request);
}

function taskAskerId({ endpoint, taskId }: TaskHistory): string {
  return `task ${taskId} ${endpoint}`;
}

/** The id of a request that is answered in rounds. */
export function conversationAskerId({ id }: Pick<Conversation, 'id'>): string {
  return `request ${id}`;
}

function heldAskerId({ id }: HeldRequest): string {
  return `held ${id}`;
}

function ofTask(task: TaskHistory): Asker {
  const open = task.questions.filter(isOpen);
  return {
    kind: 'task',
    id: taskAskerId(task),
    endpoint: task.endpoint,
    who: taskLabel(task, 'task'),
    questions: open.map((question) => ({ key: question.key, message: messageOf(question) })),
    since: Math.min(...(open.length > 0 ? open : task.questions).map(({ firstMono }) => firstMono)),
    task,
  };
}

/** A conversation is never changed, and reading its questions anew at every event would cost. */
const read = new WeakMap<Conversation, Asker>();

function ofConversation(engine: Engine, conversation: Conversation): Asker {
  const found = read.get(conversation) ?? readConversation(engine, conversation);
  read.set(conversation, found);
  return found;
}

function readConversation(engine: Engine, conversation: Conversation): Asker {
  const last = conversation.rounds.at(-1);
  const result = last && askedResult(engine.log.bodyText(last.textSeq));
  const { questions } = readRound(result ?? {});
  return {
    kind: 'rounds',
    id: conversationAskerId(conversation),
    endpoint: conversation.endpoint,
    who: `${visible(conversation.method)} ${visible(conversation.name ?? '')}`.trim(),
    questions: questions.map((question) => ({ key: question.key, message: messageOf(question) })),
    since: last?.mono ?? 0,
    conversation,
  };
}

function ofHeld(engine: Engine, request: HeldRequest): Asker {
  const { endpoint, taskId } = request;
  const task = taskId === undefined ? undefined : engine.world().tasks.get(taskKey(endpoint, taskId));
  return {
    kind: 'held',
    id: heldAskerId(request),
    endpoint,
    who: task === undefined ? 'The session with the server' : `${taskLabel(task, 'task')}, in its session`,
    questions: [{ key: request.method, message: messageOf(request) }],
    since: request.mono,
    request,
  };
}

/** What happens if nobody answers, in plain words. @param expiry when the task may be discarded, as text */
export function ifIgnored(asker: Asker, expiry: string | undefined): string {
  switch (asker.kind) {
    case 'task':
      return `The task stays at input_required and is polled on. ${
        expiry === undefined
          ? 'The server has set no time limit for it.'
          : `The server may discard the task, and the question with it, after ${expiry}.`
      }`;
    case 'rounds':
      return 'The request is not sent again. Nothing was begun and nothing is polled; the server may let its requestState expire.';
    case 'held':
      return 'The server’s request stays open, and whatever it belongs to waits. The server may give up after a time of its own.';
  }
}
