import { CODES, RpcError } from '../protocol/codes.ts';
import { type JsonObject, ownString } from '../protocol/json.ts';
import type { CallContext } from '../tasks/context.ts';
import type { ReadContents, Resource, ResourceTemplate } from '../tasks/resource.ts';
import type { Handler } from './call.ts';
import { interact, type Surroundings } from './interaction.ts';
import { matchTemplate } from './uri-template.ts';

/** `resources/read`: a listed resource by its URI, else the first template that fits and knows it. Not found: -32602 with `data.uri`. */
export function readResource(
  around: Surroundings,
  resources: readonly Resource[],
  templates: readonly ResourceTemplate[],
): Handler {
  const byUri = new Map(resources.map((resource) => [resource.definition.uri, resource]));
  return async (call) => {
    const uri = ownString(call.params, 'uri');
    if (uri === undefined) throw new RpcError(CODES.invalidParams, 'params.uri must be a string');
    return interact(around, call, async (context): Promise<JsonObject> => {
      const listed = byUri.get(uri);
      const found =
        listed === undefined ? await readTemplate(templates, uri, context) : await listed.read(context);
      if (found === undefined)
        throw new RpcError(CODES.invalidParams, `Resource not found: ${uri}`, { data: { uri } });
      return { ...found };
    });
  };
}

async function readTemplate(
  templates: readonly ResourceTemplate[],
  uri: string,
  context: CallContext,
): Promise<ReadContents | undefined> {
  for (const template of templates) {
    const values = matchTemplate(template.definition.uriTemplate, uri);
    const found = values === undefined ? undefined : await template.read(values, uri, context);
    if (found !== undefined) return found;
  }
  return undefined;
}
