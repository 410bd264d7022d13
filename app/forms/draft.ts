import { isObject, type JsonObject, parseJson, sameJson } from '../../server/protocol/json.ts';
import { defaults } from './defaults.ts';
import { scanJson } from './json-text.ts';
import { MAX_TEXT_CHARS } from './limits.ts';
import { grouped } from './measure.ts';

/** All that a form holds: plain JSON, so it can be kept over a reload, a switch of view or a poll that repeats the question. */
export interface FormDraft {
  /** What would be sent, except where `text` is not a JSON object. */
  readonly data: JsonObject;
  readonly mode: 'form' | 'json';
  /** The JSON editor's own text, kept while it is the last thing that was edited. */
  readonly text?: string;
}

/** What goes out for a draft, or why nothing can. */
export type Outgoing =
  | {
      readonly ok: true;
      readonly value: JsonObject;
      /** The JSON as typed, where `value` says less: it is what goes out. */
      readonly text?: string;
    }
  | { readonly ok: false; readonly reason: string };

/** The draft of a form nobody has touched. */
export function startDraft(schema: JsonObject): FormDraft {
  return { data: defaults(schema), mode: 'form' };
}

/** Exactly what the draft would send. The live preview and the submit button both use it. */
export function outgoing(draft: FormDraft): Outgoing {
  if (draft.text === undefined) return { ok: true, value: draft.data };
  const known = read.get(draft);
  if (known !== undefined) return known;
  const found = readObject(draft.text);
  const exact = !found.ok || scanJson(draft.text).losses.length === 0;
  const out = exact ? found : { ...found, text: draft.text };
  read.set(draft, out);
  return out;
}

const read = new WeakMap<FormDraft, Outgoing>();

/** A JSON object out of text, or the reason in words. Never throws. */
export function readObject(text: string): Outgoing {
  if (text.length > MAX_TEXT_CHARS)
    return { ok: false, reason: `the JSON is longer than ${grouped(MAX_TEXT_CHARS)} characters` };
  const parsed = parseJson(text);
  if (!parsed.ok) return { ok: false, reason: `this is not JSON: ${reasonAt(text, parsed.reason)}` };
  if (!isObject(parsed.value)) return { ok: false, reason: 'the JSON must be an object: { … }' };
  return { ok: true, value: parsed.value };
}

/** Where and why, in the same words in every browser. */
function reasonAt(text: string, fallback: string): string {
  const { error } = scanJson(text);
  return error ? `line ${error.line}, column ${error.column}: ${error.message}` : fallback;
}

/** The draft after an edit in a field. The editor's text is dropped: it no longer says what would be sent. */
export function withData(draft: FormDraft, data: JsonObject): FormDraft {
  return { data, mode: draft.mode };
}

/** The draft after an edit in the JSON editor. Bad text is kept as text; `data` stays what it was before. */
export function withText(draft: FormDraft, text: string): FormDraft {
  const read = readObject(text);
  return { data: read.ok ? read.value : draft.data, mode: 'json', text };
}

/** The text that the JSON editor shows. */
export function textOf(draft: FormDraft): string {
  return draft.text ?? JSON.stringify(draft.data, null, 2);
}

/** True where nobody has changed anything yet. */
export function isUntouched(draft: FormDraft, schema: JsonObject): boolean {
  return draft.text === undefined && sameJson(draft.data, defaults(schema));
}
