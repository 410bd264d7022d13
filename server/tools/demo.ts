import type { Tool } from '../tasks/tool.ts';
import { bookRoom } from './book-room.ts';
import { slowCompute } from './compute.ts';
import { lookupGlossary } from './glossary.ts';
import { generateReport } from './report.ts';

/** The demo's tools in the order of `tools/list`. The first can be called with `{}` and without any extension (conformance.md). */
export const DEMO_TOOLS: readonly Tool[] = [lookupGlossary, generateReport, slowCompute, bookRoom];
