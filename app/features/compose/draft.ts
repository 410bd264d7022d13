import { isObject, ownString, parseJson } from '../../../server/protocol/json.ts';
import { type FormDraft, startDraft } from '../../forms/light.ts';
import { type SmallStore, tabStore } from '../../ui/storage.ts';

/** What a person has done to a header that was derived. */
export interface HeaderEdit {
  /** In lower case. */
  readonly name: string;
  /** null: it is left out. */
  readonly value: string | null;
}

/** All that is being composed for an endpoint: plain JSON, kept while the tab lives. */
export interface ComposeDraft {
  readonly method: string;
  /** For `tools/call`. */
  readonly tool: string;
  /** `text`: the message is what stands in the editor. */
  readonly mode: 'form' | 'text';
  /** Forms by `formKey`: each method keeps what was typed. */
  readonly forms: Readonly<Record<string, FormDraft>>;
  readonly text: string;
  /** The exchange whose text it began with. */
  readonly from?: string | undefined;
  /** Id of the chosen break. */
  readonly broken: string;
  readonly edits: readonly HeaderEdit[];
  readonly added: readonly { readonly name: string; readonly value: string }[];
  /** Names, in lower case, of headers of the endpoint's options that this message goes without. */
  readonly without: readonly string[];
}

export const START: ComposeDraft = {
  method: 'tools/list',
  tool: '',
  mode: 'form',
  forms: {},
  text: '',
  broken: 'nothing',
  edits: [],
  added: [],
  without: [],
};

/** Which form it is. */
export function formKey({ method, tool }: Pick<ComposeDraft, 'method' | 'tool'>): string {
  return method === 'tools/call' ? `${method} ${tool}` : method;
}

/** The form of the present method; a method without a schema has its params as JSON. */
export function formOf(draft: ComposeDraft, schema: Parameters<typeof startDraft>[0] | undefined): FormDraft {
  const key = formKey(draft);
  if (Object.hasOwn(draft.forms, key)) return draft.forms[key] as FormDraft;
  return schema === undefined ? { data: {}, mode: 'json', text: '{}' } : startDraft(schema);
}

/** The draft that an address asks for: `tools/call generate_report`, `resources/read`, or nothing in particular. */
export function asAsked(draft: ComposeDraft, about: string | undefined): ComposeDraft {
  if (about === undefined || about === '') return draft;
  const gap = about.indexOf(' ');
  const method = gap < 0 ? about : about.slice(0, gap);
  const tool = method === 'tools/call' && gap >= 0 ? about.slice(gap + 1) : draft.tool;
  return method === draft.method && tool === draft.tool ? draft : { ...draft, method, tool, mode: 'form' };
}

/** What an address says to lead here again. */
export function aboutOf({ method, tool }: ComposeDraft): string {
  return method === 'tools/call' && tool !== '' ? `${method} ${tool}` : method;
}

/** A message that was sent, to be edited and sent again: its text as it was. */
export function fromText(text: string, draft: ComposeDraft = START): ComposeDraft {
  const parsed = parseJson(text);
  const value = parsed.ok ? parsed.value : undefined;
  const params = isObject(value) ? value.params : undefined;
  const method = ownString(value, 'method') ?? START.method;
  return {
    ...START,
    forms: draft.forms,
    method,
    tool: (method === 'tools/call' && ownString(params, 'name')) || '',
    mode: 'text',
    text,
  };
}

const PREFIX = 'taskscope.compose ';

/** What was being composed for an endpoint. */
export function loadDraft(endpoint: string, storage: SmallStore = tabStore): ComposeDraft {
  const parsed = parseJson(storage.getItem(PREFIX + endpoint) ?? '');
  const kept = parsed.ok && isObject(parsed.value) ? (parsed.value as Partial<ComposeDraft>) : {};
  return { ...START, ...kept };
}

export function saveDraft(endpoint: string, draft: ComposeDraft, storage: SmallStore = tabStore): void {
  storage.setItem(PREFIX + endpoint, JSON.stringify(draft));
}
