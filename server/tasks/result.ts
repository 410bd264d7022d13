import type { JsonObject, JsonValue } from '../protocol/json.ts';

/** A CallToolResult without what the surface adds (`resultType`, `_meta`). `isError: true` is a result, not a failure (R67). */
export type ToolResult = {
  readonly content: readonly JsonObject[];
  readonly structuredContent?: JsonValue;
  readonly isError: boolean;
};

/** A result of one text block. */
export function text(message: string, structuredContent?: JsonValue): ToolResult {
  const content = [{ type: 'text', text: message }];
  return structuredContent === undefined
    ? { content, isError: false }
    : { content, structuredContent, isError: false };
}
