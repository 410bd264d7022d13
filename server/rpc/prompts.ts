import { CODES, RpcError } from '../protocol/codes.ts';
import { type JsonObject, ownString } from '../protocol/json.ts';
import type { Prompt, PromptArguments } from '../tasks/prompt.ts';
import type { Handler } from './call.ts';
import { argumentsOf, interact, type Surroundings } from './interaction.ts';

/** `prompts/get`. Unknown prompts, missing required arguments and values that are no strings are -32602. */
export function getPrompt(around: Surroundings, prompts: readonly Prompt[]): Handler {
  const byName = new Map(prompts.map((prompt) => [prompt.definition.name, prompt]));
  return async (call) => {
    const name = ownString(call.params, 'name');
    if (name === undefined) throw new RpcError(CODES.invalidParams, 'params.name must be a string');
    const prompt = byName.get(name);
    if (prompt === undefined) throw new RpcError(CODES.invalidParams, `Unknown prompt: ${name}`);
    const args = stringsOf(argumentsOf(call.params), name);
    for (const { name: argument, required } of prompt.definition.arguments ?? [])
      if (required === true && args[argument] === undefined)
        throw new RpcError(CODES.invalidParams, `The prompt ${name} needs the argument ${argument}`);
    return interact(around, call, async (context) => prompt.get(args, context));
  };
}

function stringsOf(args: JsonObject, name: string): PromptArguments {
  for (const [key, value] of Object.entries(args))
    if (typeof value !== 'string')
      throw new RpcError(CODES.invalidParams, `The argument ${key} of the prompt ${name} must be a string`);
  return args as PromptArguments;
}
