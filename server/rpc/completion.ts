import { CODES, RpcError } from '../protocol/codes.ts';
import { isObject, type JsonObject, own, ownString } from '../protocol/json.ts';
import type { Catalog } from '../tasks/catalog.ts';
import type { Complete, PromptArguments } from '../tasks/prompt.ts';
import { type Handler, reply } from './call.ts';

/** The most values in one answer (core `server/utilities/completion`). */
const MOST_VALUES = 100;

/**
 * `completion/complete`: values that go on from what was typed, the best first. An unknown reference or argument is -32602; an
 * argument without suggestions of its own has none.
 */
export function complete(catalog: Catalog): Handler {
  return async ({ params }) => {
    const argument = own(params, 'argument');
    const name = ownString(argument, 'name');
    const value = ownString(argument, 'value');
    if (name === undefined || value === undefined)
      throw new RpcError(CODES.invalidParams, 'params.argument needs a name and a value, both strings');
    const { names, suggest } = find(catalog, own(params, 'ref'));
    if (!names.includes(name))
      throw new RpcError(CODES.invalidParams, `There is no argument ${name} to complete`);
    const typed = value.toLowerCase();
    const all = suggest?.(name, othersOf(params)) ?? [];
    const fitting = all.filter((one) => one.toLowerCase().startsWith(typed));
    const values = fitting.slice(0, MOST_VALUES);
    return reply({ completion: { values, total: fitting.length, hasMore: fitting.length > values.length } });
  };
}

interface Completable {
  readonly names: readonly string[];
  readonly suggest: Complete | undefined;
}

function find({ prompts, templates }: Catalog, ref: unknown): Completable {
  const type = ownString(ref, 'type');
  if (type === 'ref/prompt') {
    const prompt = prompts.find(({ definition }) => definition.name === ownString(ref, 'name'));
    if (prompt === undefined) throw new RpcError(CODES.invalidParams, 'Unknown prompt in params.ref');
    return { names: (prompt.definition.arguments ?? []).map((one) => one.name), suggest: prompt.complete };
  }
  if (type !== 'ref/resource')
    throw new RpcError(CODES.invalidParams, 'params.ref.type must be ref/prompt or ref/resource');
  const template = templates.find(({ definition }) => definition.uriTemplate === ownString(ref, 'uri'));
  if (template === undefined)
    throw new RpcError(CODES.invalidParams, 'Unknown resource template in params.ref');
  const names = [...template.definition.uriTemplate.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  return { names, suggest: template.complete };
}

function othersOf(params: JsonObject): PromptArguments {
  const others = own(own(params, 'context'), 'arguments');
  if (!isObject(others)) return {};
  return Object.fromEntries(
    Object.entries(others).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}
