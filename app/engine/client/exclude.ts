import type { ListedTool } from '../../../server/protocol/discovery.ts';

/**
 * The tools, with the reason on those that must not be offered (Streamable HTTP, "Schema Extension"). What judges them is loaded where a
 * schema has an annotation at all.
 */
export async function withExclusions(tools: readonly ListedTool[]): Promise<readonly ListedTool[]> {
  const annotated = ({ inputSchema }: ListedTool): boolean => hasAnnotation(inputSchema);
  if (!tools.some(annotated)) return tools;
  const { annotationProblem } = await import('../../../server/protocol/param-annotations.ts');
  return tools.map((tool) => {
    const excluded = tool.inputSchema && annotationProblem(tool.inputSchema);
    return excluded === undefined ? tool : { ...tool, excluded };
  });
}

function hasAnnotation(schema: unknown): boolean {
  const places = [schema];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    if (typeof place !== 'object' || place === null) continue;
    if ('x-mcp-header' in place) return true;
    for (const value of Object.values(place)) if (value !== undefined) places.push(value);
  }
  return false;
}
