import { isObject, type JsonObject, own, ownString } from '../../../server/protocol/json.ts';
import type { LogEvent } from '../../../server/protocol/recording.ts';
import { taskKey } from '../derive/model.ts';
import type { LogStore } from '../log/log-store.ts';
import type { Channel } from './page.ts';
import type { Sender } from './sender.ts';

export interface TabShareParts {
  readonly sender: Sender;
  readonly channel: Channel;
  /** Another tab's exchange brought news of a task that this tab knows. */
  readonly news: (endpoint: string, taskId: string) => void;
}

/**
 * Lets the tabs of a browser see each other's exchanges about tasks. A tab tells what it sends and gets about a task; a tab that
 * knows the task (attached, not forgotten) takes the exchange into its own log, from its request on, with the teller's `tab`, its
 * own time, and the cause told along. A tab that comes to know the task later takes the next exchange.
 */
export class TabShare {
  readonly #parts: TabShareParts;
  readonly #leave: () => void;
  /** Exchanges of other tabs that are in our log and go on, and what they concern. */
  readonly #followed = new Map<string, { readonly endpoint: string; readonly taskIds: readonly string[] }>();
  /** Without another tab nothing is told: copying 100,000 events a second for nobody would cost as much as reading them. */
  #others = false;
  #told = 0;
  #log: LogStore | undefined;
  #unsubscribe: () => void = () => undefined;

  constructor(parts: TabShareParts) {
    this.#parts = parts;
    this.#leave = parts.channel.hear((message) => this.#hear(message));
    this.follow();
    this.#post({ what: 'hello' });
  }

  /** Looks at the sender's present log from here on. */
  follow(): void {
    this.#unsubscribe();
    this.#log = this.#parts.sender.recorder.log;
    this.#told = this.#log.length;
    this.#followed.clear();
    this.#unsubscribe = this.#log.subscribe(() => this.#tell());
  }

  close(): void {
    this.#unsubscribe();
    this.#leave();
    this.#parts.channel.close();
  }

  #tell(): void {
    const log = this.#log;
    if (log === undefined) return;
    const from = this.#told;
    this.#told = log.length;
    if (!this.#others) return;
    const { sender } = this.#parts;
    const events: JsonObject[] = [];
    for (let seq = from; seq < log.length; seq += 1) {
      const event = log.read(seq);
      if (event.exchange === null || event.tab !== sender.recorder.tab) continue;
      const exchange = sender.world().exchangeById.get(event.exchange);
      if (exchange === undefined || !isShared(exchange.method) || exchange.taskIds.length === 0) continue;
      const behind = event.kind === 'request' && event.cause !== null ? log.read(event.cause) : undefined;
      events.push({
        event: plain(event),
        endpoint: exchange.endpoint,
        taskIds: exchange.taskIds,
        ...(behind === undefined ? {} : { behind: plain(behind) }),
      });
    }
    if (events.length > 0) this.#post({ what: 'events', events });
  }

  #hear(message: unknown): void {
    if (ownString(message, 'from') === this.#parts.sender.recorder.tab) return;
    this.#others = true;
    const what = ownString(message, 'what');
    if (what === 'hello') this.#post({ what: 'here' });
    const events = own(message, 'events');
    if (what !== 'events' || !Array.isArray(events)) return;
    for (const told of events) if (isObject(told)) this.#take(told);
  }

  #take(told: JsonObject): void {
    const event = own(told, 'event') as unknown as LogEvent | undefined;
    const endpoint = ownString(told, 'endpoint');
    const ids = own(told, 'taskIds');
    if (event === undefined || event.exchange === null || endpoint === undefined || !Array.isArray(ids))
      return;
    const taskIds = ids.filter((id): id is string => typeof id === 'string');
    if (event.kind === 'request') {
      if (!taskIds.some((id) => this.#knows(endpoint, id))) return;
      this.#followed.set(event.exchange, { endpoint, taskIds });
      const behind = own(told, 'behind') as unknown as LogEvent | undefined;
      const cause = behind === undefined ? this.#note(event) : this.#write(behind, null);
      this.#write(event, cause);
      return;
    }
    const followed = this.#followed.get(event.exchange);
    if (followed === undefined) return;
    this.#write(event, null);
    if (event.kind === 'end' || event.kind === 'fail') this.#followed.delete(event.exchange);
    for (const id of followed.taskIds) this.#parts.news(followed.endpoint, id);
  }

  #note(event: LogEvent): number {
    return this.#parts.sender.recorder.write({
      kind: 'note',
      tab: event.tab,
      endpoint: event.endpoint,
      data: { text: 'sent by another tab' },
    });
  }

  #write(event: LogEvent, cause: number | null): number {
    const { kind, tab, endpoint, exchange, method, status, headers, view, body, data } = event;
    return this.#parts.sender.recorder.write({
      ...{ kind, tab, endpoint, exchange, method, status, headers, view, body, data, cause },
    });
  }

  #knows(endpoint: string, taskId: string): boolean {
    const task = this.#parts.sender.world().tasks.get(taskKey(endpoint, taskId));
    return task !== undefined && !task.forgotten;
  }

  #post(message: JsonObject): void {
    this.#parts.channel.post({ ...message, from: this.#parts.sender.recorder.tab });
  }
}

/** Exchanges about tasks; calls, lists and discovery are each tab's own business. */
function isShared(method: string): boolean {
  return method.startsWith('tasks/') || method === 'subscriptions/listen';
}

function plain(event: LogEvent): JsonObject {
  return event as unknown as JsonObject;
}
