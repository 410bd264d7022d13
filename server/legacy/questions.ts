import type { TaskRow } from '../ports/task-store.ts';
import { RpcError } from '../protocol/codes.ts';
import type { InputRequest } from '../protocol/inputs.ts';
import { isObject, type JsonObject, own } from '../protocol/json.ts';
import { notification, type RequestId } from '../protocol/jsonrpc.ts';
import { clientTakes, hasTasks, type Negotiated } from './negotiate.ts';
import type { Outbox } from './outbox.ts';
import type { Peer, PeerAnswer } from './peer.ts';
import { relatedTask } from './task-view.ts';

/** How often a question is put again after an answer that does not fit its schema. */
const MOST_REFUSALS = 3;

interface Asked {
  readonly taskId: string;
  readonly key: string;
  readonly message: JsonObject;
  readonly id: RequestId;
  /** The stream that carried it; undefined once that is over, so that another one carries it again. */
  on: Outbox | undefined;
}

/**
 * The questions of tasks as server-to-client requests of one session. A question is on one stream at a time; a broken stream gives
 * it back. It belongs to the task's row, so the loss of a session loses none: the next one asks again.
 */
export class Questions {
  readonly #asked = new Map<string, Asked>();
  readonly #refusals = new Map<string, number>();
  readonly #peer: Peer;
  readonly #negotiated: Negotiated;
  readonly #answer: (taskId: string, responses: JsonObject) => Promise<void>;
  readonly #again: (taskId: string) => void;

  /**
   * @param answer takes an answer to the task
   * @param again called where a question should be put once more
   */
  constructor(
    peer: Peer,
    negotiated: Negotiated,
    answer: (taskId: string, responses: JsonObject) => Promise<void>,
    again: (taskId: string) => void,
  ) {
    this.#peer = peer;
    this.#negotiated = negotiated;
    this.#answer = answer;
    this.#again = again;
  }

  /** What `stream` is to carry for a task as it stands: its open questions, and the end of those that are settled elsewhere. */
  put(row: TaskRow, stream: Outbox): JsonObject[] {
    return [...this.#settled(row), ...row.outstanding.flatMap((key) => this.#ask(row, key, stream))];
  }

  /** A stream is over. @returns the tasks whose questions it carried */
  leave(stream: Outbox): string[] {
    const given: string[] = [];
    for (const asked of this.#asked.values()) {
      if (asked.on !== stream) continue;
      asked.on = undefined;
      given.push(asked.taskId);
    }
    return given;
  }

  #ask(row: TaskRow, key: string, stream: Outbox): JsonObject[] {
    const place = placeOf(row.taskId, key);
    const known = this.#asked.get(place);
    if (known !== undefined) {
      if (known.on !== undefined) return [];
      known.on = stream;
      return [known.message];
    }
    const request = row.issued[key];
    if (request === undefined || (this.#refusals.get(place) ?? 0) >= MOST_REFUSALS) return [];
    const { clientCapabilities } = this.#negotiated;
    if (!clientTakes(clientCapabilities, request.method, request.params)) return [];
    const params = questionParams(request, this.#negotiated, row.taskId);
    const { id, message } = this.#peer.request(request.method, params, (answer) =>
      this.#take(place, request, answer),
    );
    this.#asked.set(place, { taskId: row.taskId, key, message, id, on: stream });
    return [message];
  }

  async #take(place: string, request: InputRequest, answer: PeerAnswer): Promise<void> {
    const asked = this.#asked.get(place);
    this.#asked.delete(place);
    if (asked === undefined) return;
    const response = responseOf(request, answer);
    if (response === undefined) {
      this.#refusals.set(place, MOST_REFUSALS);
      return;
    }
    try {
      await this.#answer(asked.taskId, { [asked.key]: response });
    } catch (error) {
      this.#refusals.set(place, (this.#refusals.get(place) ?? 0) + 1);
      // A task that has ended or gone is no reason to ask again; `put` finds that out from the row.
      this.#again(asked.taskId);
      throw error instanceof RpcError ? new RpcError(error.code, error.message, { http: 400 }) : error;
    }
  }

  #settled(row: TaskRow): JsonObject[] {
    const news: JsonObject[] = [];
    for (const [place, { taskId, key, id, on }] of this.#asked) {
      if (taskId !== row.taskId || row.outstanding.includes(key)) continue;
      this.#asked.delete(place);
      this.#peer.forget(id);
      const reason = 'The task no longer waits for this answer.';
      if (on !== undefined && !on.over)
        news.push(
          notification('notifications/cancelled', { requestId: id, reason, _meta: relatedTask(taskId) }),
        );
    }
    return news;
  }
}

function placeOf(taskId: string, key: string): string {
  return `${taskId}\n${key}`;
}

/** The parameters of a question, tied to its task ("Related Task Metadata"). Revisions before 2025-11-25 know no modes. */
export function questionParams(request: InputRequest, negotiated: Negotiated, taskId?: string): JsonObject {
  const { mode, ...plain } = request.params;
  const params = hasTasks(negotiated) ? request.params : plain;
  if (taskId === undefined) return params;
  const meta = own(params, '_meta');
  return { ...params, _meta: { ...(isObject(meta) ? meta : {}), ...relatedTask(taskId) } };
}

/**
 * An answer as `inputResponses` has it. An error in place of an elicitation's answer means that the person gave none, which is
 * `cancel`; in place of another answer it leaves the question open (undefined).
 */
export function responseOf(request: InputRequest, answer: PeerAnswer): JsonObject | undefined {
  if (answer.kind === 'result') {
    const { _meta, ...response } = answer.result;
    return response;
  }
  return request.method === 'elicitation/create' ? { action: 'cancel' } : undefined;
}
