import type { Catalog } from '../../tasks/catalog.ts';
import { capabilityTools } from './capability-tools.ts';
import { confirmDelete } from './confirm-delete.ts';
import { contentTools } from './content-tools.ts';
import { failingJob } from './failing-job.ts';
import { greet } from './greet.ts';
import { jsonSchemaTool } from './json-schema-tool.ts';
import { listChangeTools } from './list-change-tools.ts';
import { mirroredParam } from './mirrored-param.ts';
import { multiInput } from './multi-input.ts';
import { newsTools } from './news-tools.ts';
import { testPrompts } from './prompts.ts';
import { protocolErrorJob } from './protocol-error-job.ts';
import { testResources, testTemplate } from './resources.ts';
import { roundTools } from './round-tools.ts';
import { taskAfterRounds } from './task-after-rounds.ts';

/**
 * What the official conformance suite calls by name. It is added to the demo by `--fixtures conformance` and never shown
 * otherwise; `slow_compute` is the demo's own.
 */
export const CONFORMANCE: Catalog = {
  tools: [
    greet,
    failingJob,
    protocolErrorJob,
    confirmDelete,
    multiInput,
    taskAfterRounds,
    ...contentTools,
    ...newsTools,
    ...listChangeTools,
    ...roundTools,
    ...capabilityTools,
    mirroredParam,
    jsonSchemaTool,
  ],
  resources: testResources,
  templates: [testTemplate],
  prompts: testPrompts,
  changing: ['tools', 'prompts'],
};
