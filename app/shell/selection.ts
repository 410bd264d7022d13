import type { Exchange, TaskHistory, World } from '../engine/derive/model.ts';
import { moment } from '../engine/derive/moment.ts';

export const TABS = ['call', 'answer', 'message', 'headers', 'changes', 'state'] as const;
export type Tab = (typeof TABS)[number];
type MessageTab = 'message' | 'headers' | 'changes';

/** A stretch of time, both ends within, `mono` ms. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * What is selected, by id only; the world says what it is. One thing is: a tool, or a task, or a message with the task that it is
 * about. `tab` undefined: whatever suits the selection.
 */
export interface Selection {
  readonly task: string | undefined;
  /** A row of the traffic: an exchange's id, or `id#n` for a frame. */
  readonly row: string | undefined;
  readonly tool: string | undefined;
  readonly tab: Tab | undefined;
  /** The message tab used last: stepping through messages keeps it. */
  readonly messageTab: MessageTab;
  /** The moment that is shown, `mono` ms; undefined: the present. */
  readonly cursor: number | undefined;
  /** What was chosen on the timeline: the traffic shows no other. */
  readonly range: Range | undefined;
  /** What the traffic shows, and what it marks: texts of the filter's language. */
  readonly filter: string;
  readonly highlight: string;
}

export const NOTHING: Selection = {
  task: undefined,
  row: undefined,
  tool: undefined,
  tab: undefined,
  messageTab: 'message',
  cursor: undefined,
  range: undefined,
  filter: '',
  highlight: '',
};

export type Select =
  /** `keepsRow`: the selected message is about the task. */
  | { readonly type: 'task'; readonly task: string | undefined; readonly keepsRow?: boolean }
  | { readonly type: 'row'; readonly row: string | undefined; readonly taskIds: readonly string[] }
  | { readonly type: 'tool'; readonly tool: string | undefined }
  | { readonly type: 'tab'; readonly tab: Tab }
  | { readonly type: 'cursor'; readonly cursor: number | undefined }
  | { readonly type: 'range'; readonly range: Range | undefined }
  | { readonly type: 'look'; readonly look: Partial<Pick<Selection, 'filter' | 'highlight'>> }
  | { readonly type: 'all'; readonly selection: Selection };

/** How a choice changes the selection. */
export function select(before: Selection, action: Select): Selection {
  switch (action.type) {
    case 'all':
      return action.selection;
    case 'look':
      return { ...before, ...action.look };
    case 'task':
      return {
        ...before,
        tool: undefined,
        task: action.task,
        row: action.task === undefined || action.keepsRow === true ? before.row : undefined,
        tab: undefined,
      };
    case 'tool':
      return { ...before, task: undefined, row: undefined, tab: undefined, tool: action.tool };
    case 'cursor':
      return { ...before, cursor: action.cursor && moment(action.cursor) };
    case 'range':
      return { ...before, range: action.range };
    case 'row': {
      const keeps = before.task !== undefined && action.taskIds.includes(before.task);
      const task = action.row === undefined || keeps ? before.task : action.taskIds[0];
      return {
        ...before,
        tool: undefined,
        row: action.row,
        task,
        tab: action.row === undefined ? undefined : before.messageTab,
      };
    }
    case 'tab': {
      const { tab } = action;
      const message = tab === 'message' || tab === 'headers' || tab === 'changes' ? tab : before.messageTab;
      return { ...before, tab, messageTab: message };
    }
  }
}

/** The exchange of a row key. */
export function exchangeOf(row: string | undefined): string | undefined {
  return row?.split('#')[0];
}

/** The frame's number of a row key, or undefined for a whole exchange. */
export function frameOf(row: string | undefined): number | undefined {
  const n = row?.split('#')[1];
  return n === undefined || !/^\d+$/.test(n) ? undefined : Number(n);
}

/** The tab to show: the chosen one, or what the selection asks for most. A waiting task asks for its answer. */
export function tabOf(selection: Selection, task: TaskHistory | undefined, isHeld = false): Tab {
  if (selection.tab !== undefined) return selection.tab;
  if (task !== undefined) return isHeld || asks(task) ? 'answer' : 'state';
  return selection.tool !== undefined ? 'call' : 'message';
}

/** Whether anything asked is not answered. Once asked it stays so when the task ends: what was typed must not vanish. */
function asks(task: TaskHistory): boolean {
  return task.questions.some((question) => question.state !== 'answered');
}

/** The selected task: of the endpoint in use where ids collide. */
export function findTask(
  world: World,
  id: string | undefined,
  endpoint: string | undefined,
): TaskHistory | undefined {
  if (id === undefined) return undefined;
  let other: TaskHistory | undefined;
  for (const task of world.tasks.values()) {
    if (task.taskId !== id) continue;
    if (task.endpoint === endpoint) return task;
    other = task;
  }
  return other;
}

/** The row before or after the selected one, among whole exchanges; without one, the first or last of the selected task, or of all. */
export function stepped(
  world: World,
  { row, task }: Pick<Selection, 'row' | 'task'>,
  by: 1 | -1,
): Exchange | undefined {
  const size = world.exchanges.size;
  const id = exchangeOf(row);
  if (id === undefined && task !== undefined)
    for (let i = by === 1 ? 0 : size - 1; i >= 0 && i < size; i += by) {
      const found = world.exchanges.at(i);
      if (found?.taskIds.includes(task)) return found;
    }
  const at = id === undefined ? undefined : world.exchangeById.get(id)?.index;
  const next = at === undefined ? (by === 1 ? 0 : size - 1) : at + by;
  return world.exchanges.at(Math.min(size - 1, Math.max(0, next)));
}

/** Reads the selection of an address. */
export function fromSearch(search: string): Selection {
  const params = new URLSearchParams(search);
  const get = (name: string): string | undefined => params.get(name) || undefined;
  const row = get('x');
  const task = get('task');
  const tool = row === undefined && task === undefined ? get('tool') : undefined;
  const [filter, highlight] = [get('filter') ?? '', get('highlight') ?? ''];
  const moments = { cursor: momentOf(get('at')), range: rangeOf(get('range')) };
  return { ...NOTHING, task, row, tool, filter, highlight, ...moments };
}

/** A moment of an address: ms with a fraction. */
function momentOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,13}(\.\d{1,6})?$/.test(text) ? Number(text) : undefined;
}

/** `1000-5000.5` */
function rangeOf(text: string | undefined): Range | undefined {
  const [from, to] = (text ?? '').split('-').map(momentOf);
  return from !== undefined && to !== undefined && from < to ? { from, to } : undefined;
}

/** The query of an address that leads back to here. Credentials never get into it: `endpoint` is the engine's, without any. */
export function toSearch(selection: Selection, endpoint: string | undefined): string {
  const params = new URLSearchParams();
  if (endpoint !== undefined) params.set('endpoint', endpoint);
  if (selection.task !== undefined) params.set('task', selection.task);
  if (selection.row !== undefined) params.set('x', selection.row);
  if (selection.tool !== undefined) params.set('tool', selection.tool);
  const { cursor, range } = selection;
  if (cursor !== undefined) params.set('at', String(cursor));
  if (range !== undefined) params.set('range', `${range.from}-${range.to}`);
  if (selection.filter !== '') params.set('filter', selection.filter);
  if (selection.highlight !== '') params.set('highlight', selection.highlight);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** What a view of its own is about, by its address: a method, a resource, a prompt. */
export function aboutOf(search: string): string | undefined {
  return new URLSearchParams(search).get('about') || undefined;
}

/** The query of an address with what its view is about. */
export function withAbout(search: string, about: string | undefined): string {
  if (about === undefined) return search;
  const params = new URLSearchParams(search);
  params.set('about', about);
  return `?${params.toString()}`;
}
