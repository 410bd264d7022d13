import type { JsonObject } from '../protocol/json.ts';
import type { CallContext } from './context.ts';
import type { DurableWork } from './durable.ts';
import type { ToolResult } from './result.ts';

/** A tool as `tools/list` shows it. `inputSchema` is JSON Schema 2020-12 with an object at its root. */
export type ToolDefinition = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: JsonObject;
};

/** Answers within the request. Throws RpcError for a protocol error. `args` fit the tool's inputSchema. */
export type PlainCall = (args: JsonObject, context: CallContext) => Promise<ToolResult> | ToolResult;

/**
 * What a tool does within the request before its task is made (R37): ask, above all. What it returns is given to `work.begin` in
 * place of the call's arguments. Nothing durable exists while it runs, and it runs again in each round of questions.
 */
export type BeforeTask = (args: JsonObject, context: CallContext) => Promise<JsonObject> | JsonObject;

/**
 * One tool (R80). `forbidden`: never a task. `required`: only ever a task; a request that did not declare the extension is
 * refused. `optional`: a task where the request declared the extension, synchronous where it did not.
 */
export type Tool = {
  readonly definition: ToolDefinition;
  /** The path of a client capability that the tool cannot do without, beside the extension: without it a request is refused (-32021). */
  readonly needs?: readonly string[];
  /**
   * Its task asks in form mode. A client that declares elicitation without that mode is refused (-32021); one that says nothing of
   * elicitation is asked (docs/decisions/0009-questions-of-tasks.md).
   */
  readonly asksForms?: true;
} & (
  | { readonly taskSupport: 'forbidden'; readonly call: PlainCall }
  | { readonly taskSupport: 'required'; readonly work: DurableWork; readonly before?: BeforeTask }
  | {
      readonly taskSupport: 'optional';
      readonly call: PlainCall;
      readonly work: DurableWork;
      readonly before?: BeforeTask;
    }
);

/** The durable work of each tool that has some, by tool name. */
export function worksOf(tools: readonly Tool[]): ReadonlyMap<string, DurableWork> {
  return new Map(
    tools.flatMap((tool) =>
      tool.taskSupport === 'forbidden' ? [] : [[tool.definition.name, tool.work] as const],
    ),
  );
}
