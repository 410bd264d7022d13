import { text } from '../../tasks/result.ts';
import type { Tool } from '../../tasks/tool.ts';
import { definition } from './plain-tool.ts';

/** A tool whose parameter is mirrored into `Mcp-Param-Region`; it takes any value. */
export const mirroredParam: Tool = {
  definition: definition('test_mirrored_param', 'Answers the region that body and header name.', {
    region: { type: 'string', description: 'Any text.', 'x-mcp-header': 'Region' },
  }),
  taskSupport: 'forbidden',
  call: ({ region }) => text(`Region: ${String(region ?? 'none')}`),
};
