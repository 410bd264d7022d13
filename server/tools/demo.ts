import type { Tool } from '../tasks/tool.ts';
import { connectAccount } from './account.ts';
import { bigResult } from './big-result.ts';
import { bookRoom } from './book-room.ts';
import { changingPace } from './changing-pace.ts';
import { slowCompute } from './compute.ts';
import { toolWithElicitation } from './elicitation.ts';
import { endlessTool } from './endless.ts';
import { lookupGlossary } from './glossary.ts';
import { listMyTasks } from './history.ts';
import { flakyImport } from './import.ts';
import { lintDocument } from './lint.ts';
import { photoFinish } from './photo-finish.ts';
import { generateReport } from './report.ts';
import { slowToStop } from './slow-to-stop.ts';
import { stubbornJob } from './stubborn.ts';
import { survey } from './survey.ts';
import { planTrip } from './trip.ts';

/**
 * The demo's tools in the order of `tools/list`, which is that of the lesson: the story first, then questions, ends, cancels,
 * time, and what is left over. The first can be called with `{}` and without any extension (conformance.md).
 */
export const DEMO_TOOLS: readonly Tool[] = [
  lookupGlossary,
  generateReport,
  slowCompute,
  bookRoom,
  planTrip,
  survey,
  connectAccount,
  toolWithElicitation,
  flakyImport,
  lintDocument,
  stubbornJob,
  slowToStop,
  photoFinish,
  changingPace,
  endlessTool,
  bigResult,
  listMyTasks,
];
