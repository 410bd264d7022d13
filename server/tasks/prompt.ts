import type { JsonObject } from '../protocol/json.ts';
import type { CallContext } from './context.ts';

export type PromptArgument = {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly required?: boolean;
};

/** A prompt as `prompts/list` shows it. */
export type PromptDefinition = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments?: readonly PromptArgument[];
};

/** What `prompts/get` answers, without what the surface adds. */
export type PromptResult = { readonly description?: string; readonly messages: readonly JsonObject[] };

/** Argument values by name: strings alone, as the protocol has it. */
export type PromptArguments = { readonly [name: string]: string };

/** Values that an argument may have, the best first, given the others that are filled in already. */
export type Complete = (argument: string, others: PromptArguments) => readonly string[];

/** One prompt. `get` may ask, as a tool call does; all required arguments are there. Throws RpcError for a protocol error. */
export interface Prompt {
  readonly definition: PromptDefinition;
  readonly get: (args: PromptArguments, context: CallContext) => Promise<PromptResult> | PromptResult;
  readonly complete?: Complete;
}

/** A message of one text block, spoken by the user. */
export function say(text: string): JsonObject {
  return { role: 'user', content: { type: 'text', text } };
}
