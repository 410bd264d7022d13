import type { Discovery, ListedTool } from '../../engine/index.ts';

/** What the view must know of the server; asking for it is for others. */
export interface Facts {
  readonly discovery: Discovery | undefined;
  readonly tools: readonly ListedTool[];
}
