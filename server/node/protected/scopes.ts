/** The scope that every request needs. */
export const BASE_SCOPE = 'mcp:use';

/** What single tools need beyond it, so that a step-up can be seen (2026-07-28, "Scope Challenge Handling"). */
export const TOOL_SCOPES: ReadonlyMap<string, string> = new Map([['book_room', 'rooms:book']]);

/** All scopes, in the words of the consent page. */
export const SCOPES: ReadonlyMap<string, string> = new Map([
  [BASE_SCOPE, 'call tools, and see and answer the tasks of this account'],
  ['rooms:book', 'book rooms with the tool book_room'],
]);

/** A `scope` parameter as names, each once; undefined where one is unknown. '' and absence are the base alone. */
export function readScope(text: string | null | undefined): readonly string[] | undefined {
  const names = [...new Set((text ?? '').split(' ').filter((name) => name !== ''))];
  if (names.some((name) => !SCOPES.has(name))) return undefined;
  return names.length === 0 ? [BASE_SCOPE] : names;
}
