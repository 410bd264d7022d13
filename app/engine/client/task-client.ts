import type { InputResponses } from '../../../server/protocol/inputs.ts';
import { isObject, type JsonObject, own, ownString } from '../../../server/protocol/json.ts';
import type { RequestId } from '../../../server/protocol/jsonrpc.ts';
import { readRequest } from '../derive/answer.ts';
import { taskKey } from '../derive/model.ts';
import type { Answered, CallOutcome, Followed, Heard, Prepared } from '../engine.ts';
import { around, failed, result } from './answered.ts';
import type { LegacySession } from './legacy/session.ts';
import type { LegacySessions } from './legacy/sessions.ts';
import type { ListedTools } from './listed-tools.ts';
import { EndpointListener } from './listener.ts';
import type { Locks } from './locks.ts';
import { prepare } from './prepare.ts';
import type { Sender } from './sender.ts';
import { over } from './verdict.ts';
import { Watchers } from './watchers.ts';

/** Calls tools, answers and cancels, and watches what came of it by polls and push. */
export class TaskClient {
  readonly #sender: Sender;
  readonly #tools: ListedTools;
  readonly #sessions: LegacySessions;
  readonly #watchers: Watchers;
  readonly #listeners = new Map<string, EndpointListener>();

  constructor(sender: Sender, locks: Locks, tools: ListedTools, sessions: LegacySessions) {
    this.#sender = sender;
    this.#tools = tools;
    this.#sessions = sessions;
    this.#watchers = new Watchers({
      sender,
      locks,
      news: (endpoint, taskId) => this.noticed(endpoint, taskId),
      prepareGet: (endpoint, taskId, cause) => {
        const params = { taskId };
        const inSession = (session: LegacySession | undefined): Prepared | undefined =>
          session?.prepare('tasks/get', this.#sender.nextId(), params);
        const session = this.#sessions.need(endpoint, cause);
        if (session instanceof Promise) return session.then(inSession);
        return inSession(session) ?? prepare(endpoint, 'tasks/get', this.#sender.nextId(), params);
      },
    });
    this.#sessions.news = (endpoint, taskId) => this.noticed(endpoint, taskId);
  }

  prepareCall(
    endpoint: string,
    tool: string,
    args: JsonObject,
    id: RequestId = this.#sender.nextId(),
    asTask = true,
  ): Prepared {
    const params = { name: tool, arguments: args };
    const task = this.#sessions.get(endpoint)?.facts.tasks.call && this.#tools.isTask(endpoint, tool, asTask);
    return this.prepareRequest(endpoint, 'tools/call', task ? { ...params, task: {} } : params, id);
  }

  /** Any request in the generation that the endpoint speaks, with the headers that mirror its body where that has them. */
  prepareRequest(
    endpoint: string,
    method: string,
    params: JsonObject,
    id: RequestId = this.#sender.nextId(),
  ): Prepared {
    const session = this.#sessions.get(endpoint);
    const wished = this.#tools.wished(endpoint, method, id, session !== undefined);
    if (session !== undefined)
      return session.prepare(method, id, wished === undefined ? params : { _meta: wished, ...params });
    const prepared = prepare(endpoint, method, id, params, wished);
    return { ...prepared, headers: [...prepared.headers, ...this.#tools.headers(endpoint, method, params)] };
  }

  prepareUpdate(
    endpoint: string,
    taskId: string,
    responses: InputResponses,
    id: RequestId = this.#sender.nextId(),
  ): Prepared {
    return prepare(endpoint, 'tasks/update', id, { taskId, inputResponses: responses });
  }

  prepareCancel(endpoint: string, taskId: string, id: RequestId = this.#sender.nextId()): Prepared {
    const session = this.#sessions.get(endpoint);
    return (
      session?.prepare('tasks/cancel', id, { taskId }) ?? prepare(endpoint, 'tasks/cancel', id, { taskId })
    );
  }

  async call(prepared: Prepared): Promise<Answered<CallOutcome>> {
    const { endpoint } = prepared;
    const tool = ownString(readRequest(prepared.text).params, 'name') ?? '';
    const sent = await this.#sender.send(prepared, { cause: this.#action('call', endpoint, { tool }) });
    const { answer, received } = sent;
    const ok = (value: CallOutcome): Answered<CallOutcome> => ({ ...around(sent), ok: true, value });
    if (answer?.problem !== undefined && answer.outcome?.kind === 'malformed' && answer.result !== undefined)
      return ok({ kind: 'other', problem: answer.problem });
    if (sent.problem !== undefined || answer?.result === undefined) return failed(sent);
    if (answer.task !== undefined) {
      this.#watchers.of(endpoint, answer.task.taskId).begin(received.seq);
      return ok({ kind: 'task', taskId: answer.task.taskId });
    }
    const kind = answer.outcome?.resultType === 'input_required' ? 'input_required' : 'result';
    return ok({ kind, result: answer.result });
  }

  /** Sends a text as it is. Its code is loaded with the first: most requests are built. */
  async compose(prepared: Prepared, signal: AbortSignal | undefined): Promise<Heard> {
    const { compose } = await import('./compose.ts');
    return compose({
      ...{ sender: this.#sender, prepared, signal },
      watch: (taskId, cause) => this.#watchers.of(prepared.endpoint, taskId).begin(cause),
    });
  }

  /** Sends a request of any other method, once. */
  async request(prepared: Prepared): Promise<Answered<JsonObject>> {
    const { endpoint, method } = prepared;
    return result(
      await this.#sender.send(prepared, { cause: this.#action('request', endpoint, { method }) }),
    );
  }

  async update(prepared: Prepared): Promise<Answered<JsonObject>> {
    const { endpoint } = prepared;
    const { params } = readRequest(prepared.text);
    const taskId = ownString(params, 'taskId') ?? '';
    const responses = own(params, 'inputResponses');
    const keys = isObject(responses) ? Object.keys(responses) : [];
    const questions = this.#sender.world().tasks.get(taskKey(endpoint, taskId))?.state.questionDict;
    const again = keys.some((key) => questions?.get(key)?.response !== undefined);
    const cause = this.#action(again ? 'send-again' : 'answer', endpoint, { taskId, keys });
    return result(await this.#sender.send(prepared, { cause }));
  }

  async cancel(prepared: Prepared): Promise<Answered<JsonObject>> {
    const taskId = ownString(readRequest(prepared.text).params, 'taskId') ?? '';
    const { endpoint } = prepared;
    const sent = await this.#sender.send(prepared, { cause: this.#action('cancel', endpoint, { taskId }) });
    // In 2025-11-25 the answer is the task as it is now; the log takes what a poll says, so that one kind of answer tells states.
    if (this.#sessions.get(endpoint) !== undefined)
      this.#watchers.of(endpoint, taskId).pollNow(sent.received.seq);
    return result(sent);
  }

  attach(endpoint: string, taskId: string): void {
    this.#watchers.of(endpoint, taskId).pollNow(this.#action('attach', endpoint, { taskId }));
  }

  forget(endpoint: string, taskId: string): void {
    const cause = this.#action('forget', endpoint, { taskId });
    this.#watchers.of(endpoint, taskId).end('forgotten', cause);
    this.#listeners.get(endpoint)?.remove(taskId, cause, 'forgotten');
  }

  restore(endpoint: string, taskId: string): void {
    const cause = this.#action('attach', endpoint, { taskId, restored: true });
    this.watch(endpoint, taskId, cause);
  }

  refresh(endpoint: string, taskId: string): void {
    this.#watchers.of(endpoint, taskId).pollNow(this.#action('refresh', endpoint, { taskId }));
  }

  setPush(endpoint: string, taskId: string, on: boolean): void {
    const cause = this.#action(on ? 'push-on' : 'push-off', endpoint, { taskId });
    if (on) this.#listener(endpoint).add(taskId, cause);
    else this.#listeners.get(endpoint)?.remove(taskId, cause);
  }

  follow(endpoint: string, what: Followed, on: boolean): void {
    const cause = this.#action(on ? 'follow' : 'follow-off', endpoint, { ...what });
    this.#listener(endpoint).follow(what, on, cause);
  }

  followed(endpoint: string): readonly Followed[] {
    return this.#listeners.get(endpoint)?.followed ?? [];
  }

  /** Polls on where there is something left to see, and listens again where push was on. */
  watch(endpoint: string, taskId: string, cause: number): void {
    const task = this.#sender.world().tasks.get(taskKey(endpoint, taskId));
    if (task === undefined || over(task) !== undefined) return;
    this.#watchers.of(endpoint, taskId).begin(cause);
    if (task.state.wantsPush) this.#listener(endpoint).add(taskId, cause);
  }

  /** The fold has news of a task, whoever brought them: its polling may change or end, and its push ends with it. */
  noticed(endpoint: string, taskId: string): void {
    this.#watchers.noticed(endpoint, taskId);
    const task = this.#sender.world().tasks.get(taskKey(endpoint, taskId));
    const end = over(task);
    if (task !== undefined) this.#sessions.get(endpoint)?.results.noticed(task);
    if (end !== undefined) this.#listeners.get(endpoint)?.remove(taskId, task?.latest?.seq ?? 0, end);
  }

  /** Watches nothing of this endpoint any more. */
  leave(endpoint: string, cause: number): void {
    this.#watchers.endAll(endpoint, 'off', cause);
    this.#listeners.get(endpoint)?.close();
    this.#listeners.delete(endpoint);
  }

  /** Ends everything without a word: the page goes, or the recording is another one. */
  close(): void {
    this.#watchers.close();
    for (const listener of this.#listeners.values()) listener.close();
    this.#listeners.clear();
  }

  #listener(endpoint: string): EndpointListener {
    const known = this.#listeners.get(endpoint);
    if (known !== undefined) return known;
    const listener = new EndpointListener(
      {
        sender: this.#sender,
        news: (at, taskId) => this.noticed(at, taskId),
        reconnected: (at, ids, cause) => {
          for (const id of ids) this.#watchers.of(at, id).pollNowIfMine(cause);
        },
      },
      endpoint,
    );
    this.#listeners.set(endpoint, listener);
    return listener;
  }

  #action(name: string, endpoint: string, data: JsonObject): number {
    return this.#sender.recorder.action(name, endpoint, data);
  }
}
