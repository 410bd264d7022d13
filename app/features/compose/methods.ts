import { own } from '../../../server/protocol/json.ts';
import { LOG_LEVELS } from '../../../server/protocol/logging.ts';
import { METHODS } from '../../../server/protocol/methods.ts';
import type { Discovery, JsonObject } from '../../engine/index.ts';

export type Generation = 'current' | 'legacy';

const text = (title: string, description?: string): JsonObject => ({
  type: 'string',
  title,
  ...(description !== undefined && { description }),
});

function object(properties: JsonObject, ...required: readonly string[]): JsonObject {
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

const PAGE = object({ cursor: text('Cursor', 'nextCursor of the page before; none for the first page.') });
const TASK = object({ taskId: text('Task id') }, 'taskId');
const URI = object({ uri: text('URI') }, 'uri');

/** Small schemas of the params of methods, for a form. `tools/call` has that of its tool. */
const SCHEMAS: Readonly<Record<string, JsonObject>> = {
  'server/discover': object({}),
  ping: object({}),
  'tools/list': PAGE,
  'resources/list': PAGE,
  'resources/templates/list': PAGE,
  'prompts/list': PAGE,
  'tasks/list': PAGE,
  'resources/read': URI,
  'resources/subscribe': URI,
  'resources/unsubscribe': URI,
  'prompts/get': object(
    {
      name: text('Prompt'),
      arguments: { type: 'object', title: 'Arguments', additionalProperties: { type: 'string' } },
    },
    'name',
  ),
  'completion/complete': object(
    {
      ref: {
        title: 'Reference',
        ...object(
          {
            type: { type: 'string', title: 'Kind', enum: ['ref/prompt', 'ref/resource'] },
            name: text('Prompt'),
            uri: text('URI template'),
          },
          'type',
        ),
      },
      argument: {
        title: 'Argument',
        ...object({ name: text('Name'), value: text('Typed so far') }, 'name', 'value'),
      },
    },
    'ref',
    'argument',
  ),
  'tasks/get': TASK,
  'tasks/cancel': TASK,
  'tasks/result': TASK,
  'tasks/update': object(
    { taskId: text('Task id'), inputResponses: { type: 'object', title: 'Answers', description: 'By key.' } },
    'taskId',
    'inputResponses',
  ),
  'subscriptions/listen': object(
    {
      notifications: {
        title: 'What to be told of',
        ...object({
          taskIds: { type: 'array', title: 'Tasks', items: { type: 'string' } },
          toolsListChanged: { type: 'boolean', title: 'The list of tools' },
          promptsListChanged: { type: 'boolean', title: 'The list of prompts' },
          resourcesListChanged: { type: 'boolean', title: 'The list of resources' },
          resourceSubscriptions: { type: 'array', title: 'Resources', items: { type: 'string' } },
        }),
      },
    },
    'notifications',
  ),
  'logging/setLevel': object({ level: { type: 'string', title: 'Level', enum: LOG_LEVELS } }, 'level'),
};

const LEGACY: readonly string[] = [
  'ping',
  'tools/list',
  'tools/call',
  'tasks/list',
  'tasks/get',
  'tasks/result',
  'tasks/cancel',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'resources/subscribe',
  'resources/unsubscribe',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
];

/** The schema of a method's params, or undefined for a method that is not known. */
export function paramsSchema(method: string): JsonObject | undefined {
  return Object.hasOwn(SCHEMAS, method) ? SCHEMAS[method] : undefined;
}

/** The methods of a generation. */
export function methodsOf(generation: Generation): readonly string[] {
  return generation === 'legacy' ? LEGACY : METHODS;
}

/** The capability that a method belongs to, by its first word. */
const CAPABILITY: Readonly<Record<string, string>> = {
  tools: 'tools',
  resources: 'resources',
  prompts: 'prompts',
  completion: 'completions',
  logging: 'logging',
};

/** What to know of a method before it is sent: '' where there is nothing. */
export function remarkOf(method: string, generation: Generation, discovery: Discovery | undefined): string {
  if (!methodsOf(generation).includes(method))
    return `${generation === 'legacy' ? '2025-11-25' : '2026-07-28'} defines no such method. It can be sent all the same.`;
  const capability = CAPABILITY[method.split('/')[0] ?? ''];
  if (discovery === undefined || capability === undefined) return '';
  return own(discovery.capabilities, capability) === undefined
    ? `The server does not declare ${capability}: expect -32601.`
    : '';
}
