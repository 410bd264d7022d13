import type { JsonObject } from '../../protocol/json.ts';
import { type ToolResult, text } from '../../tasks/result.ts';
import type { PlainCall, Tool, ToolDefinition } from '../../tasks/tool.ts';

/** What the suite reads of a tool; it asks for no annotations. `properties` are those of its arguments. */
export function definition(
  name: string,
  description: string,
  properties: JsonObject = {},
  required: readonly string[] = [],
): ToolDefinition {
  const inputSchema = { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
  return { name, title: name, description, inputSchema };
}

/** A tool without arguments that is never a task. */
export function plainTool(name: string, description: string, call: PlainCall): Tool {
  return { definition: definition(name, description), taskSupport: 'forbidden', call };
}

/** A result of the given blocks. */
export function blocks(...content: readonly JsonObject[]): ToolResult {
  return { content, isError: false };
}

/** A tool's own error: a result, not a protocol error. */
export function toolError(message: string): ToolResult {
  return { ...text(message), isError: true };
}
