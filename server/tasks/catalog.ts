import type { ListKind } from '../protocol/subscriptions.ts';
import type { Prompt } from './prompt.ts';
import type { Resource, ResourceTemplate } from './resource.ts';
import type { Tool } from './tool.ts';

/** All that a server offers, in the order of its lists. */
export interface Catalog {
  readonly tools: readonly Tool[];
  readonly resources: readonly Resource[];
  readonly templates: readonly ResourceTemplate[];
  readonly prompts: readonly Prompt[];
  /** Lists whose changes are told to listeners. */
  readonly changing: readonly ListKind[];
}

/** Several catalogs as one, in their order. Throws where a name is taken twice: that is a mistake of the composition. */
export function joined(...catalogs: readonly Catalog[]): Catalog {
  const catalog: Catalog = {
    tools: catalogs.flatMap((one) => one.tools),
    resources: catalogs.flatMap((one) => one.resources),
    templates: catalogs.flatMap((one) => one.templates),
    prompts: catalogs.flatMap((one) => one.prompts),
    changing: [...new Set(catalogs.flatMap((one) => one.changing))],
  };
  once(
    'tool',
    catalog.tools.map(({ definition }) => definition.name),
  );
  once(
    'prompt',
    catalog.prompts.map(({ definition }) => definition.name),
  );
  once(
    'resource',
    catalog.resources.map(({ definition }) => definition.uri),
  );
  once(
    'template',
    catalog.templates.map(({ definition }) => definition.uriTemplate),
  );
  return catalog;
}

function once(kind: string, names: readonly string[]): void {
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new Error(`${kind} ${twice} is there twice`);
}
