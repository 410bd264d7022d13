import { isRecord } from './record.ts';

/** The parts of a tool's result that people read. What none of them covers is in `rest`, so that nothing is hidden. */
export interface ResultParts {
  readonly isError: boolean;
  readonly texts: readonly string[];
  /** Content blocks that are no text, by what they are. */
  readonly others: readonly { readonly type: string; readonly value: unknown }[];
  readonly structured: unknown;
  /** Neither content nor structuredContent: there is nothing to read. */
  readonly empty: boolean;
}

/** Reads a tool result as it came; a part of another shape than expected is among `others`. */
export function resultParts(result: unknown): ResultParts {
  const record = isRecord(result) ? result : {};
  const content = Array.isArray(record.content) ? record.content : [];
  const texts: string[] = [];
  const others: { type: string; value: unknown }[] = [];
  for (const block of content) {
    if (isRecord(block) && block.type === 'text' && typeof block.text === 'string') texts.push(block.text);
    else
      others.push({
        type: isRecord(block) && typeof block.type === 'string' ? block.type : 'unknown',
        value: block,
      });
  }
  return {
    isError: record.isError === true,
    texts,
    others,
    structured: record.structuredContent,
    empty: content.length === 0 && record.structuredContent === undefined,
  };
}
