/** Where a method's `Mcp-Name` header comes from (Streamable HTTP, "Standard Request Headers"; Tasks, "Routing Headers"). */
export type NameSource = 'name' | 'uri' | 'taskId';

export interface MethodFacts {
  readonly method: string;
  /** The params field that `Mcp-Name` mirrors; absent where the method has no such header. */
  readonly nameFrom?: NameSource;
  /** True where a request that did not declare the tasks extension gets -32021 (R16). */
  readonly needsTasks?: boolean;
  /** True where the engine itself may send it again (design, idea 2). Everything else is offered by a button. */
  readonly repeatable?: boolean;
  /** True where results carry `ttlMs` and `cacheScope` (caching, "Cacheable Results"). */
  readonly cacheable?: boolean;
  /** The section that defines it. */
  readonly link: string;
}

const SPEC = 'https://modelcontextprotocol.io/specification/2026-07-28';
const TASKS = 'https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md';

const TABLE: readonly MethodFacts[] = [
  { method: 'server/discover', repeatable: true, cacheable: true, link: `${SPEC}/server/discover` },
  { method: 'tools/list', repeatable: true, cacheable: true, link: `${SPEC}/server/tools` },
  { method: 'tools/call', nameFrom: 'name', link: `${SPEC}/server/tools` },
  {
    method: 'tasks/get',
    nameFrom: 'taskId',
    needsTasks: true,
    repeatable: true,
    link: `${TASKS}#task-polling`,
  },
  { method: 'tasks/update', nameFrom: 'taskId', needsTasks: true, link: `${TASKS}#task-update-requests` },
  { method: 'tasks/cancel', nameFrom: 'taskId', needsTasks: true, link: `${TASKS}#task-cancellation` },
  { method: 'subscriptions/listen', repeatable: true, link: `${SPEC}/basic/patterns/subscriptions` },
  { method: 'resources/list', repeatable: true, cacheable: true, link: `${SPEC}/server/resources` },
  { method: 'resources/templates/list', repeatable: true, cacheable: true, link: `${SPEC}/server/resources` },
  { method: 'resources/read', nameFrom: 'uri', cacheable: true, link: `${SPEC}/server/resources` },
  { method: 'prompts/list', repeatable: true, cacheable: true, link: `${SPEC}/server/prompts` },
  { method: 'prompts/get', nameFrom: 'name', link: `${SPEC}/server/prompts` },
  { method: 'completion/complete', link: `${SPEC}/server/utilities/completion` },
];

const BY_NAME: ReadonlyMap<string, MethodFacts> = new Map(TABLE.map((facts) => [facts.method, facts]));

/** What is known of a method, or undefined for one that the current surface does not define. */
export function methodFacts(method: string): MethodFacts | undefined {
  return BY_NAME.get(method);
}

/** All methods of the current surface, in the order of the table. */
export const METHODS: readonly string[] = TABLE.map((facts) => facts.method);
