/** A lossless JSON tree, as far as a result's parts need it; the engine's `JsonTree` is one. */
export interface TextTree {
  kind(node: number): string;
  /** The text of a node as sent. */
  raw(node: number): string;
  members(node: number, key: string): readonly number[];
  children(node: number): Iterable<number>;
}

/** The parts of a tool's result that people read, as text of the wire. What is no text block is among `others`, so that nothing is hidden. */
export interface ResultParts {
  readonly isError: boolean;
  readonly texts: readonly string[];
  readonly others: readonly { readonly type: string; readonly json: string }[];
  /** JSON text of structuredContent. */
  readonly structured: string | undefined;
  /** URIs of its resource links, each once. */
  readonly links: readonly string[];
  /** Ids in `structuredContent.tasks`, as a tool that lists tasks tells them (R36), each once. */
  readonly tasks: readonly string[];
  /** Neither content nor structuredContent: there is nothing to read. */
  readonly empty: boolean;
}

/** The member of an object; of duplicates the last, as JSON parsers take it. */
export function member(
  tree: TextTree | undefined,
  node: number | undefined,
  key: string,
): number | undefined {
  return tree === undefined || node === undefined || tree.kind(node) !== 'object'
    ? undefined
    : tree.members(node, key).at(-1);
}

/** The text of the value that a path of keys leads to, as sent. */
export function rawAt(tree: TextTree, path: readonly string[]): string | undefined {
  let node: number | undefined = 0;
  for (const key of path) node = member(tree, node, key);
  return node === undefined ? undefined : tree.raw(node);
}

function stringAt(tree: TextTree, node: number | undefined): string | undefined {
  return node !== undefined && tree.kind(node) === 'string'
    ? (JSON.parse(tree.raw(node)) as string)
    : undefined;
}

function taskIds(tree: TextTree, structured: number | undefined): string[] {
  const list = member(tree, structured, 'tasks');
  if (list === undefined || tree.kind(list) !== 'array') return [];
  return [...tree.children(list)].flatMap((item) => stringAt(tree, member(tree, item, 'taskId')) ?? []);
}

/** Reads a tool result as it came. */
export function resultParts(tree: TextTree, result: number): ResultParts {
  const content = member(tree, result, 'content');
  const blocks = content !== undefined && tree.kind(content) === 'array' ? [...tree.children(content)] : [];
  const structured = member(tree, result, 'structuredContent');
  const isError = member(tree, result, 'isError');
  const links = new Set<string>();
  const texts: string[] = [];
  const others: { type: string; json: string }[] = [];
  for (const block of blocks) {
    const type = stringAt(tree, member(tree, block, 'type'));
    const text = type === 'text' ? stringAt(tree, member(tree, block, 'text')) : undefined;
    const uri = type === 'resource_link' ? stringAt(tree, member(tree, block, 'uri')) : undefined;
    if (uri !== undefined) links.add(uri);
    if (text !== undefined) texts.push(text);
    else others.push({ type: type ?? 'unknown', json: tree.raw(block) });
  }
  return {
    isError: isError !== undefined && tree.raw(isError) === 'true',
    texts,
    others,
    links: [...links],
    tasks: [...new Set(taskIds(tree, structured))],
    structured: structured === undefined ? undefined : tree.raw(structured),
    empty: blocks.length === 0 && structured === undefined,
  };
}
