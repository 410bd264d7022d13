import type { Clock } from '../ports/clock.ts';
import { CODES, RpcError } from '../protocol/codes.ts';
import { isObject, type JsonObject, own, ownString } from '../protocol/json.ts';
import { isTaskStatus, isTerminal, type TaskStatus } from '../protocol/task.ts';
import { CallCancelled } from '../rpc/call.ts';
import { misfit } from '../rpc/validate.ts';
import type { Exchange } from './exchange.ts';
import { clientHosts } from './negotiate.ts';
import type { PeerAnswer } from './peer.ts';
import { relatedTask } from './task-view.ts';

/** How long the client is asked to keep its task, and how long the server waits for it, ms. */
const TTL_MS = 300_000;
/** Bounds of the interval between two polls, whatever the client suggests, ms. */
const SHORTEST_POLL = 100;
const LONGEST_POLL = 5_000;

/**
 * The one tool of this surface's own: it asks the client for something that the *client* runs as a task (2025-11-25 let both sides
 * host tasks; the current revision took that away). It cannot be durable, since it lives in a session and in this one call.
 */
export const HOSTED_TOOL = {
  name: 'ask_as_task',
  title: 'Ask the client, as a task of its own',
  description:
    'Asks a question (elicitation) or for a completion (sampling) as a task that the client hosts, and polls the client for it. ' +
    'Needs tasks.requests.elicitation.create or tasks.requests.sampling.createMessage in the client capabilities.',
  inputSchema: {
    type: 'object',
    properties: {
      kind: {
        type: 'string',
        enum: ['elicitation', 'sampling'],
        default: 'elicitation',
        title: 'What to ask for',
      },
      question: { type: 'string', maxLength: 500, default: 'Which colour do you like?', title: 'Question' },
    },
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
} as const;

/** Runs the tool within its call. A client that cannot do it is told so in a result, not with an error. */
export async function runHosted(params: JsonObject, exchange: Exchange, clock: Clock): Promise<JsonObject> {
  const args = own(params, 'arguments') ?? {};
  const wrong = misfit(HOSTED_TOOL.inputSchema, args);
  if (!isObject(args) || wrong !== undefined)
    throw new RpcError(CODES.invalidParams, `Arguments of ${HOSTED_TOOL.name} do not fit: ${wrong}`);
  const question = ownString(args, 'question') ?? HOSTED_TOOL.inputSchema.properties.question.default;
  const [method, asked] = own(args, 'kind') === 'sampling' ? sampling(question) : elicitation(question);
  const capability = `tasks.requests.${method.replace('/', '.')}`;
  if (!clientHosts(exchange.session.negotiated.clientCapabilities, method))
    return said(`The client did not declare ${capability}, so it cannot be asked for a task.`, true);
  const begun = resultOf(await exchange.ask(method, { ...asked, task: { ttl: TTL_MS } }));
  const taskId = ownString(own(begun, 'task'), 'taskId');
  // "The set of capabilities is exhaustive", but a client may still have answered at once.
  if (taskId === undefined) return said(`The client answered without a task: ${JSON.stringify(begun)}`);
  const seen = await follow(taskId, own(begun, 'task'), exchange, clock);
  const status = seen.at(-1);
  const told = `The client's task ${taskId} went through ${seen.join(', ')}.`;
  if (status !== 'completed') return said(told, true);
  // The request goes to a task of the client's: `_meta` ties it to that task.
  const result = resultOf(await exchange.ask('tasks/result', { taskId, _meta: relatedTask(taskId) }));
  const { _meta, ...answer } = result;
  return said(`${told} It answered: ${JSON.stringify(answer)}`);
}

/** Polls the client until its task has ended. @returns the statuses that were seen, each once in a row */
async function follow(
  taskId: string,
  first: unknown,
  exchange: Exchange,
  clock: Clock,
): Promise<readonly TaskStatus[]> {
  const until = clock.mono() + TTL_MS;
  const seen: TaskStatus[] = [];
  let task = first;
  for (;;) {
    const status = own(task, 'status');
    if (!isTaskStatus(status))
      throw new RpcError(CODES.internal, `The client's task ${taskId} has no known status`);
    if (seen.at(-1) !== status) seen.push(status);
    if (isTerminal(status) || clock.mono() >= until) return seen;
    await pause(interval(task), exchange, clock);
    task = resultOf(await exchange.ask('tasks/get', { taskId }));
  }
}

function interval(task: unknown): number {
  const wish = own(task, 'pollInterval');
  return Math.min(LONGEST_POLL, Math.max(SHORTEST_POLL, typeof wish === 'number' ? wish : 1000));
}

function pause(ms: number, { signal }: Exchange, clock: Clock): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new CallCancelled());
    const abort = () => {
      cancel();
      reject(new CallCancelled());
    };
    const cancel = clock.after(ms, () => {
      signal.removeEventListener('abort', abort);
      resolve();
    });
    signal.addEventListener('abort', abort, { once: true });
  });
}

function elicitation(message: string): [string, JsonObject] {
  const properties = { answer: { type: 'string', title: 'Answer', minLength: 1, maxLength: 200 } };
  const requestedSchema = { type: 'object', properties, required: ['answer'] };
  return ['elicitation/create', { mode: 'form', message, requestedSchema }];
}

function sampling(question: string): [string, JsonObject] {
  const messages = [{ role: 'user', content: { type: 'text', text: question } }];
  return ['sampling/createMessage', { messages, maxTokens: 200 }];
}

function resultOf(answer: PeerAnswer): JsonObject {
  if (answer.kind === 'result') return answer.result;
  throw new RpcError(CODES.internal, `The client answered with an error: ${answer.error.message}`);
}

function said(text: string, isError = false): JsonObject {
  return { content: [{ type: 'text', text }], isError };
}
