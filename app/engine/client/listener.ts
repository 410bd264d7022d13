import type { CancelTimer } from '../../../server/ports/clock.ts';
import type { JsonObject } from '../../../server/protocol/json.ts';
import { ACKNOWLEDGED } from '../../../server/protocol/subscriptions.ts';
import { readFrame } from '../derive/answer.ts';
import type { Followed } from '../engine.ts';
import type { Frame } from '../transport/sse-frames.ts';
import { backoff } from './backoff.ts';
import { prepare } from './prepare.ts';
import type { Sender, Sent } from './sender.ts';
import { judge, type Verdict } from './verdict.ts';

export interface ListenerParts {
  readonly sender: Sender;
  /** Frames about these tasks were logged. */
  readonly news: (endpoint: string, taskId: string) => void;
  /** A listen was taken up again (R63): what was missed is asked for. @param cause seq of the acknowledgement */
  readonly reconnected: (endpoint: string, taskIds: readonly string[], cause: number) => void;
}

interface Connection {
  readonly ids: readonly string[];
  /** Lists and resources. */
  readonly others: readonly Followed[];
  readonly abort: AbortController;
  /** True where it takes the place of one that was lost. */
  readonly again: boolean;
  ackedAt: number | undefined;
}

/** A stream that lived so long was a good one: the next loss begins the back-off anew. ms */
const GOOD = 5_000;

/**
 * Push for one endpoint: one `subscriptions/listen` for all its tasks that want push. A changed set opens the new listen first and
 * closes the old one at its acknowledgement, so nothing falls in between and there are never more than two. A lost or finished
 * stream is reopened with back-off, by a new request with a new id, never with Last-Event-ID. Polling goes on beside it (R57).
 */
export class EndpointListener {
  readonly #parts: ListenerParts;
  readonly #endpoint: string;
  readonly #wanted = new Set<string>();
  readonly #others = new Map<string, Followed>();
  #live: Connection | undefined;
  #opening: Connection | undefined;
  #retry: CancelTimer | undefined;
  #attempt = 0;

  constructor(parts: ListenerParts, endpoint: string) {
    this.#parts = parts;
    this.#endpoint = endpoint;
  }

  wants(taskId: string): boolean {
    return this.#wanted.has(taskId);
  }

  /** @param cause seq of the action behind it */
  add(taskId: string, cause: number): void {
    if (this.#wanted.has(taskId)) return;
    this.#wanted.add(taskId);
    this.#reconcile(cause);
  }

  /** Takes a task out; `why` is told where nobody asked for it (the task ended). */
  remove(taskId: string, cause: number, why?: string): void {
    if (!this.#wanted.delete(taskId)) return;
    if (why !== undefined) this.#write('stop', cause, { what: 'listen', why, taskId });
    this.#reconcile(cause);
  }

  /** Lists and resources that are followed beside the tasks. @param cause seq of the action behind it */
  follow(what: Followed, on: boolean, cause: number): void {
    if (on) this.#others.set(nameOf(what), what);
    else this.#others.delete(nameOf(what));
    this.#reconcile(cause);
  }

  get followed(): readonly Followed[] {
    return [...this.#others.values()];
  }

  close(): void {
    this.#others.clear();
    this.#wanted.clear();
    this.#closeAll();
  }

  #reconcile(cause: number): void {
    if (this.#wanted.size + this.#others.size === 0) {
      this.#closeAll();
      return;
    }
    // One opens already: when it is acknowledged or fails, the set is looked at again.
    if (this.#opening !== undefined || this.#retry !== undefined) return;
    if (this.#live !== undefined && this.#covers(this.#live)) return;
    void this.#open(cause, false);
  }

  async #open(cause: number, again: boolean): Promise<void> {
    const { sender } = this.#parts;
    const connection: Connection = {
      ids: [...this.#wanted],
      others: this.followed,
      abort: new AbortController(),
      again,
      ackedAt: undefined,
    };
    this.#opening = connection;
    const prepared = prepare(this.#endpoint, 'subscriptions/listen', sender.nextId(), {
      notifications: filterOf(connection),
    });
    const sent = await sender.send(prepared, {
      cause,
      ...(again ? { attempt: this.#attempt } : {}),
      signal: connection.abort.signal,
      onFrames: (frames, first) => this.#onFrames(connection, frames, first),
    });
    this.#ended(connection, sent);
  }

  #onFrames(connection: Connection, frames: readonly Frame[], first: number): void {
    if (connection.ackedAt === undefined) {
      const at = frames.findIndex((frame) => readFrame(frame.data).method === ACKNOWLEDGED);
      if (at >= 0) this.#acknowledged(connection, first + at);
    }
    for (const id of connection.ids) this.#parts.news(this.#endpoint, id);
  }

  #acknowledged(connection: Connection, seq: number): void {
    if (connection.abort.signal.aborted) return;
    connection.ackedAt = this.#parts.sender.recorder.mono();
    const old = this.#live;
    this.#live = connection;
    this.#opening = undefined;
    old?.abort.abort();
    if (connection.again) this.#parts.reconnected(this.#endpoint, connection.ids, seq);
    this.#reconcile(seq);
  }

  #ended(connection: Connection, sent: Sent): void {
    if (connection.abort.signal.aborted) return;
    const { clock, recorder } = this.#parts.sender;
    const cause = sent.received.seq;
    if (this.#opening === connection) this.#opening = undefined;
    if (this.#live === connection) this.#live = undefined;
    const verdict = judge('subscriptions/listen', sent, clock.now());
    if (verdict.kind === 'refused' || verdict.kind === 'gone') {
      this.#refused(connection, cause);
      return;
    }
    if (connection.ackedAt !== undefined && recorder.mono() - connection.ackedAt >= GOOD) this.#attempt = 0;
    this.#planReconnect(verdict, cause, sent.problem?.message ?? 'the server ended the stream');
  }

  /** The server will not push: for tasks that an older listen still covers, that one stays. */
  #refused(connection: Connection, cause: number): void {
    const kept = new Set(this.#live?.ids);
    const taskIds = connection.ids.filter((id) => !kept.has(id));
    for (const id of taskIds) this.#wanted.delete(id);
    const still = new Set(this.#live?.others.map(nameOf));
    for (const what of connection.others) if (!still.has(nameOf(what))) this.#others.delete(nameOf(what));
    this.#write('stop', cause, { what: 'listen', why: 'refused', taskIds });
    this.#reconcile(cause);
  }

  #planReconnect(verdict: Verdict, cause: number, why: string): void {
    const { clock, ids, recorder } = this.#parts.sender;
    this.#attempt += 1;
    const attempt = this.#attempt;
    const wait = backoff(attempt, ids.chance(), verdict.kind === 'retry' ? verdict.wait : undefined);
    const due = recorder.mono() + wait;
    // Where an older listen lives on, its tasks are still pushed.
    const kept = new Set(this.#live?.ids);
    const taskIds = [...this.#wanted].filter((id) => !kept.has(id));
    const plan = this.#write('plan', cause, { what: 'reconnect', due, why, attempt, taskIds });
    this.#retry = clock.after(wait, () => {
      this.#retry = undefined;
      const timer = this.#write('timer', plan, { what: 'reconnect', due, attempt });
      if (this.#wanted.size + this.#others.size > 0) void this.#open(timer, true);
    });
  }

  #covers({ ids, others }: Connection): boolean {
    return sameSet(ids, this.#wanted) && sameSet(others.map(nameOf), this.#others);
  }

  #closeAll(): void {
    this.#retry?.();
    this.#retry = undefined;
    this.#opening?.abort.abort();
    this.#live?.abort.abort();
    this.#opening = undefined;
    this.#live = undefined;
    this.#attempt = 0;
  }

  #write(
    kind: 'plan' | 'timer' | 'stop',
    cause: number,
    data: Record<string, string | number | readonly string[]>,
  ): number {
    return this.#parts.sender.recorder.write({ kind, endpoint: this.#endpoint, cause, data });
  }
}

/** What a listen asks for (core `subscriptions`, "Notification Filter"). Tasks are named where there are any: they need the extension. */
function filterOf({ ids, others }: Connection): JsonObject {
  const uris = others.flatMap((what) => ('uri' in what ? [what.uri] : []));
  return {
    ...(ids.length > 0 && { taskIds: ids }),
    ...Object.fromEntries(
      others.flatMap((what) => ('list' in what ? [[`${what.list}ListChanged`, true]] : [])),
    ),
    ...(uris.length > 0 && { resourceSubscriptions: uris }),
  };
}

function nameOf(what: Followed): string {
  return 'list' in what ? `list ${what.list}` : `resource ${what.uri}`;
}

function sameSet(
  ids: readonly string[],
  wanted: { readonly size: number; has(id: string): boolean },
): boolean {
  return ids.length === wanted.size && ids.every((id) => wanted.has(id));
}
