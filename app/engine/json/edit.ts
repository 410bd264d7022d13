import { JsonTree } from './tree.ts';

/** A value of a request as JSON text, and where it belongs. */
export interface TypedText {
  /** Keys from the root on. */
  readonly path: readonly string[];
  readonly text: string;
}

/** The text of the value that a path of keys leads to, of duplicates the last; undefined where there is none. */
export function textAt(text: string, path: readonly string[]): string | undefined {
  const found = find(text, path);
  return found?.node === undefined ? undefined : found.tree.raw(found.node);
}

/**
 * JSON text with `raw` as the value at a path of keys: of duplicates the last is replaced, and a member that is missing is added at the
 * end of its object. All the rest stays as it is, character for character. Where the path leads through what is no object, or the text
 * is no JSON, it is given back unchanged.
 */
export function withAt(text: string, path: readonly string[], raw: string): string {
  const key = path.at(-1);
  if (key === undefined) return raw;
  const found = find(text, path);
  if (found === undefined) return text;
  const { tree, node, parent } = found;
  if (node !== undefined) return spliced(text, ...tree.range(node), raw);
  const last = [...tree.children(parent)].at(-1);
  const member = `${JSON.stringify(key)}:${raw}`;
  if (last === undefined) return spliced(text, tree.range(parent)[0] + 1, tree.range(parent)[1] - 1, member);
  const end = tree.range(last)[1];
  return spliced(text, end, end, `,${member}`);
}

/** JSON text without the members at a path of keys, duplicates included; the rest stays as it is. */
export function withoutAt(text: string, path: readonly string[]): string {
  const found = find(text, path);
  if (found?.node === undefined) return text;
  const { tree, node, parent } = found;
  const siblings = [...tree.children(parent)];
  const at = siblings.indexOf(node);
  const next = siblings[at + 1];
  const before = siblings[at - 1];
  const [from, to] =
    next !== undefined
      ? [tree.memberStart(node), tree.memberStart(next)]
      : [before === undefined ? tree.memberStart(node) : tree.range(before)[1], tree.range(node)[1]];
  return withoutAt(spliced(text, from, to, ''), path);
}

/**
 * A request with values as they were typed in the place of what parsing left of them: numbers beyond 2^53, and keys that occur twice, go
 * out as written.
 */
export function asTyped<T extends { readonly text: string }>(request: T, typed: readonly TypedText[]): T {
  if (typed.length === 0) return request;
  return {
    ...request,
    text: typed.reduce((text, { path, text: raw }) => withAt(text, path, raw), request.text),
  };
}

interface Found {
  readonly tree: JsonTree;
  readonly node: number | undefined;
  readonly parent: number;
}

function find(text: string, path: readonly string[]): Found | undefined {
  const read = JsonTree.read(text);
  if (!read.ok) return undefined;
  const { tree } = read;
  let parent = 0;
  let node: number | undefined = 0;
  for (const key of path) {
    if (node === undefined || tree.kind(node) !== 'object') return undefined;
    parent = node;
    node = tree.members(parent, key).at(-1);
  }
  return { tree, node, parent };
}

function spliced(text: string, from: number, to: number, raw: string): string {
  return text.slice(0, from) + raw + text.slice(to);
}
