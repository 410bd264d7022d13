import type { Catalog } from '../tasks/catalog.ts';
import { artifact } from './artifact.ts';
import { DEMO_TOOLS } from './demo.ts';
import { explainTerm } from './explain-term.ts';
import { glossaryEntry } from './glossary-entry.ts';
import { lessonText } from './lesson-text.ts';
import { planDurableTool } from './plan-durable-tool.ts';
import { taskRecord } from './task-record.ts';

/** All that the demo offers on an ordinary day. Its lists never change. */
export const DEMO: Catalog = {
  tools: DEMO_TOOLS,
  resources: [lessonText],
  templates: [glossaryEntry, taskRecord, artifact],
  prompts: [explainTerm, planDurableTool],
  changing: [],
};
