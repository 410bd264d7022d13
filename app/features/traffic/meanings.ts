/** What a field of a message means, and where the specification says so. */
export interface Meaning {
  readonly field: string;
  readonly means: string;
  readonly link: string;
}

const CORE = 'https://modelcontextprotocol.io/specification/2026-07-28';
const TASKS = 'https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md';
const MRTR = `${CORE}/basic/patterns/mrtr`;

const row = (field: string, means: string, link: string): Meaning => ({ field, means, link });

/** The fields, from the outside of a message to its inside. */
export const MEANINGS: readonly Meaning[] = [
  row('jsonrpc', 'The version of JSON-RPC, always "2.0".', `${CORE}/basic#messages`),
  row(
    'id',
    'Ties a response to its request. Without it a message is a notification.',
    `${CORE}/basic#requests`,
  ),
  row('method', 'What is asked for. The header Mcp-Method says the same.', `${CORE}/basic#requests`),
  row(
    'error',
    'Why there is no result: of the request, or, inside a failed task, of its work.',
    `${CORE}/basic#error-responses`,
  ),
  row(
    'code',
    'The number of the error. −32602 is bad params, −32021 a capability that the request did not declare.',
    `${CORE}/basic#error-codes`,
  ),
  row(
    'resultType',
    'What kind of result this response is: complete, task or input_required. It is not the status of a task.',
    `${CORE}/basic#resulttype`,
  ),
  row(
    'taskId',
    'Names the task: a durable handle, good across connections and restarts. Mcp-Name says the same.',
    `${TASKS}#tasks`,
  ),
  row(
    'status',
    'Where the task stands: working, input_required, completed, failed or cancelled. The last three are final.',
    `${TASKS}#task-status`,
  ),
  row('statusMessage', 'Words about the status, for people.', `${TASKS}#task-status`),
  row('createdAt', 'When the task was made; ttlMs counts from here.', `${TASKS}#tasks`),
  row('lastUpdatedAt', 'When the task changed last.', `${TASKS}#tasks`),
  row(
    'ttlMs',
    'After so many ms from createdAt the server may discard the task (of a list: for how long it may be cached). null: no limit is told.',
    `${TASKS}#tasks`,
  ),
  row(
    'pollIntervalMs',
    'So many ms should pass between two polls. It may change with each answer.',
    `${TASKS}#task-polling`,
  ),
  row(
    'inputRequests',
    'What the task asks, by keys that are used once in its life. An answer goes back by tasks/update.',
    `${TASKS}#task-update-requests`,
  ),
  row(
    'inputResponses',
    'Answers, by the keys of what was asked. A part of them will do.',
    `${TASKS}#task-update-requests`,
  ),
  row(
    'requestState',
    'Sealed state of the server for the next round. It goes back as it came, unread.',
    `${MRTR}#inputrequiredresult`,
  ),
  row(
    'result',
    'The result of the request; inside a completed task, the result of the original call.',
    `${TASKS}#task-polling`,
  ),
  row(
    'isError',
    'The tool says that it failed. The call, and the task, completed all the same.',
    `${CORE}/server/tools#error-handling`,
  ),
  row('content', 'The result for people and models, in blocks.', `${CORE}/server/tools#tool-result`),
  row(
    'structuredContent',
    'The result as JSON, which fits the outputSchema where the tool has one.',
    `${CORE}/server/tools#structured-content`,
  ),
  row('requestedSchema', 'The shape of the answer that is asked for.', `${CORE}/client/elicitation`),
  row(
    '_meta',
    'Data about the message: protocol version, capabilities of this side, who sends. Judged anew with every request.',
    `${CORE}/basic#_meta`,
  ),
  row(
    'io.modelcontextprotocol/subscriptionId',
    'The id of the listen request whose stream this came on.',
    `${TASKS}#task-status-notifications`,
  ),
  row(
    'notifications',
    'What a listen wants to hear of, and what of it was accepted.',
    `${TASKS}#task-status-notifications`,
  ),
];

/** The meanings of those fields that a text has, in the order of the table. */
export function meaningsIn(text: string): readonly Meaning[] {
  return MEANINGS.filter(({ field }) => text.includes(`"${field}"`));
}
